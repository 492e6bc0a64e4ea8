// afar policy explain: what would become of a dialog, and why.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/configured.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/cli/explanation.h"
#include "daemon/text/printable.h"
#include "daemon/cli/table.h"
#include "daemon/text/time_words.h"
#include "daemon/config/explain.h"
#include "shared/dialog/dialog_json.h"
#include "shared/os/fd.h"
#include "shared/os/run_program.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/nesting.h"

namespace afar::cli {
namespace {

using nlohmann::json;

UniqueFd open_event(const std::string& file) {
  if (file == "-") return UniqueFd(::dup(STDIN_FILENO));
  UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) throw Failure(ExitCode::kFailed, "cannot open " + file + ": " + std::strerror(errno));
  return fd;
}

// What an agent's event asks is the hook's to know, and whose event it is where nobody says so: it
// prints it as the protocol has it.
json request_of_event(const std::string& file, const std::optional<std::string>& agent,
                      const Surroundings& surroundings) {
  const std::string hook = surroundings.find_program("afar-hook");
  if (hook.empty()) {
    throw Failure(ExitCode::kFailed, "there is no afar-hook beside afar nor in PATH");
  }
  const UniqueFd event = open_event(file);
  std::vector<std::string> argv{hook, "--print-request"};
  if (agent) argv.insert(argv.end(), {"--agent", *agent});
  const ProgramEnd end = run_program(argv, event.get(), rpc::kMessageBytesMax);
  if (end.exit_code != 0) {
    throw Failure(ExitCode::kFailed, "afar-hook cannot read " + file + " as an event of " +
                                         agent.value_or("an agent"));
  }
  if (!rpc::nests_within(end.out, rpc::kNestingMax)) {
    throw Failure(ExitCode::kFailed, "what afar-hook makes of " + file + " nests too deep");
  }
  return json::parse(end.out);
}

Presence presence_given(const Arguments& arguments) {
  const std::string word = arguments.value("presence").value_or("here");
  for (const Presence each : kPresences) {
    if (word == to_word(each)) return each;
  }
  throw Failure(ExitCode::kWrongUsage, "--presence takes here or away");
}

WallTime time_given(const Arguments& arguments, WallTime now) {
  const auto text = arguments.value("at");
  if (!text) return now;
  if (const auto at = moment_from(*text, now)) return *at;
  throw Failure(ExitCode::kWrongUsage,
                "--at takes a moment like \"2026-11-30 23:30\" or one in RFC 3339");
}

ExitCode explain_event(const std::string& file, const Arguments& arguments,
                       Surroundings& surroundings) {
  const Facts facts{time_given(arguments, surroundings.now()), presence_given(arguments)};
  const auto loaded = load_configuration(arguments, surroundings);
  const json asked = request_of_event(file, arguments.value("agent"), surroundings);
  Console& console = surroundings.console;
  if (asked.is_null()) {
    console.out << (arguments.has("json") ? "null" : "This event opens no dialog.") << "\n";
    return ExitCode::kDone;
  }
  const OpenRequest request = open_request_from(asked);
  const json explanation = config::explain(loaded.settings.rules, request, facts);
  if (arguments.has("json")) {
    console.out << rpc::dump(explanation) << "\n";
  } else {
    print_explanation(explanation, request, facts, console);
  }
  return ExitCode::kDone;
}

std::string here() {
  char path[4096];
  return ::getcwd(path, sizeof path) == nullptr ? "" : path;
}

// A dialog of this kind as an agent asks it that can do whatever the protocol knows.
OpenRequest typical(DialogKind kind, bool interactive, const std::string& agent) {
  OpenRequest request;
  request.kind = kind;
  request.origin.agent = agent;
  request.origin.cwd = here();
  request.origin.session = "policy-explain";
  request.origin.interactive = interactive;
  request.can_race = interactive;
  request.can_defer = !interactive;
  Question question;
  question.id = "q1";
  question.text = "?";
  request.content.questions = {question};
  return request;
}

// What is in force now, by the daemon, for each kind of dialog.
ExitCode explain_kinds(const Arguments& arguments, Surroundings& surroundings) {
  for (const char* option : {"presence", "at"}) {
    if (arguments.has(option)) {
      throw Failure(ExitCode::kWrongUsage, "--" + std::string(option) +
                                               " goes with --event: without it, the daemon says "
                                               "what holds now");
    }
  }
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  Table table;
  table.columns = {{"KIND"}, {"SESSION"}, {"RULE"}, {"MODE"}, {"WAITS"}};
  json all = json::array();
  for (const DialogKind kind : kDialogKinds) {
    for (const bool interactive : {true, false}) {
      const OpenRequest request = typical(kind, interactive, arguments.value("agent").value_or(""));
      json explanation = link.call("policy.explain", to_json(request));
      table.rows.push_back({std::string(to_word(kind)),
                            interactive ? "interactive" : "not interactive",
                            printable_line(Fields(explanation).string("rule")),
                            mode_in_words(explanation), wait_in_words(explanation)});
      explanation["kind"] = to_word(kind);
      explanation["interactive"] = interactive;
      all.push_back(std::move(explanation));
    }
  }
  if (arguments.has("json")) {
    surroundings.console.out << rpc::dump(all) << "\n";
  } else {
    print_table(table, surroundings.console);
  }
  return ExitCode::kDone;
}

ExitCode run_policy_explain(const Arguments& arguments, Surroundings& surroundings) {
  if (const auto file = arguments.value("event")) {
    return explain_event(*file, arguments, surroundings);
  }
  return explain_kinds(arguments, surroundings);
}

}  // namespace

Command policy_explain_command() {
  return {"policy explain",
          "",
          "which rule decides about a dialog, what it wants, and why",
          "With --event, an event as the agent gives it to its hook (- reads standard input) is\n"
          "held against the files, without the daemon: a configuration can be tried before it is\n"
          "in force. Without, the daemon tells what holds now, in this folder, for each kind of\n"
          "dialog. Nothing is opened and nobody is asked.",
          {{"event", "FILE", "one hook event, as JSON"},
           {"agent", "NAME", "whose event it is (left out, with --event: afar-hook tells)"},
           {"presence", "WORD", "here (where left out) or away; with --event"},
           {"at", "TIME", "instead of now, like \"2026-11-30 23:30\"; with --event"},
           {"json", "", "as JSON"}},
          0,
          0,
          run_policy_explain};
}

}  // namespace afar::cli
