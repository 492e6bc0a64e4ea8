// afar policy test: whether the rules decide as their owner expects.
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/configured.h"
#include "daemon/cli/policy_cases.h"
#include "daemon/text/printable.h"
#include "daemon/core/rule_book.h"

namespace afar::cli {
namespace {

std::vector<PolicyCase> cases_of(const std::string& file, WallTime now) {
  auto read = read_policy_cases(file, now);
  if (const auto* problems = std::get_if<std::vector<config::Problem>>(&read)) {
    throw Failure(ExitCode::kFailed, "the cases cannot be used:\n" + problems_text(*problems));
  }
  return std::get<std::vector<PolicyCase>>(std::move(read));
}

ExitCode run_policy_test(const Arguments& arguments, Surroundings& surroundings) {
  const auto loaded = load_configuration(arguments, surroundings);
  const auto cases = cases_of(arguments.operands[0], surroundings.now());
  Console& console = surroundings.console;
  std::size_t failed = 0;
  for (const auto& each : cases) {
    const Ruled ruled = rule_on(loaded.settings.rules, each.request, each.facts);
    const auto wrong = differences(each.expected, ruled.ruling);
    console.out << (wrong.empty() ? "ok      " : "FAILED  ") << printable_line(each.name) << "\n";
    for (const auto& difference : wrong) {
      console.out << "        " << printable_line(difference) << "\n";
    }
    if (!wrong.empty()) {
      console.out << "        decided by " << printable_line(ruled.ruling.rule) << "\n";
      ++failed;
    }
  }
  console.out << cases.size() - failed << " passed, " << failed << " failed\n";
  return failed == 0 ? ExitCode::kDone : ExitCode::kFailed;
}

}  // namespace

Command policy_test_command() {
  return {
      "policy test",
      "FILE",
      "whether the rules decide as a file of cases expects",
      "FILE is JSON with comments:\n"
      "  {\"cases\": [{\"name\": \"ci never waits\",\n"
      "              \"given\":  {\"kind\": \"user_question\", \"host\": \"ci-7\"},\n"
      "              \"expect\": {\"rule\": \"ci never waits\", \"mode\": \"deny\"}}]}\n"
      "given: agent, kind, tool, input, question, project, host, permission_mode,\n"
      "interactive, presence, subagent, at (a moment). expect: rule, mode, wait, on_timeout,\n"
      "approvers. Reads the configuration's files; needs no daemon. Exit status 1 where a case\n"
      "fails.",
      {},
      1,
      1,
      run_policy_test};
}

}  // namespace afar::cli
