#include "hook/doctor/run.h"

#define CXXOPTS_NO_REGEX
#include <cxxopts.hpp>

#include "hook/doctor/agent_doctor.h"
#include "hook/doctor/checks.h"
#include "hook/doctor/report.h"
#include "hook/doctor/server_doctor.h"
#include "hook/printable.h"
#include "hook/setup/agent_setup.h"

namespace afar::doctor {
namespace {

constexpr const char* kHelp =
    R"(usage: afar-agent doctor [AGENT] [options]

Looks at the installation, and says how to mend what is wrong. Changes nothing.
AGENT: claude-code, codex, opencode, gemini-cli or cursor; where left out,
claude-code and what the others have of afar.

  --json          {ok, checks: [{check, status, what, remedy}]}
  --socket PATH   the daemon's socket (else AFAR_SOCKET)
  --db PATH       the database (else AFAR_DB)
  --config PATH   the configuration (else AFAR_CONFIG)

Exit status: 0 nothing is wrong (there may be warnings), 1 something is,
2 wrong usage.
)";

Ended wrong_usage(const std::string& what) {
  return {2, "", "afar doctor: " + printable(what) + "\nTry: afar help doctor\n"};
}

// `agent`: empty: the one that has a hook, and whatever the others have.
Findings examine(const std::string& agent, const Patient& patient) {
  Findings all;
  const auto add = [&](Findings more) {
    for (auto& each : more) all.push_back(std::move(each));
  };
  for (const auto check : {check_programs, check_switches, check_config, check_daemon,
                           check_database, check_state, check_secrets, check_disk, check_clock}) {
    add(check(patient));
  }
  const std::string_view first = setup::agent_setup_names().front();
  add(make_agent_doctor(agent.empty() ? first : agent)->examine(patient));
  if (agent.empty()) add(check_servers(patient));
  return all;
}

Ended run_parsed(const cxxopts::ParseResult& given, Patient patient) {
  if (given.count("help") != 0) return {0, kHelp, ""};
  const auto& operands = given.unmatched();
  if (operands.size() > 1) return wrong_usage("does not take \"" + operands[1] + "\"");
  const std::string agent = operands.empty() ? "" : operands[0];
  if (!agent.empty() && !make_agent_doctor(agent)) {
    return wrong_usage("there is no agent \"" + agent + "\"; known: " + setup::known_agents());
  }
  const auto text = [&](const char* name) {
    return given.count(name) != 0 ? given[name].as<std::string>() : std::string();
  };
  patient.overrides = {text("socket"), text("db"), text("config")};
  patient.paths = find_paths(patient.environment, patient.overrides);
  const Findings findings = examine(agent, patient);
  return {all_fine(findings) ? 0 : 1,
          given.count("json") != 0 ? report_json(findings) : report(findings), ""};
}

}  // namespace

Ended run(const std::vector<std::string>& words, Patient patient) {
  cxxopts::Options declared("afar-agent doctor");
  declared.add_options()("json", "")("help", "");
  for (const char* name : {"socket", "db", "config"}) {
    declared.add_options()(name, "", cxxopts::value<std::string>());
  }
  std::vector<const char*> argv{"afar-agent"};
  for (const auto& word : words) argv.push_back(word.c_str());
  try {
    return run_parsed(declared.parse(static_cast<int>(argv.size()), argv.data()),
                      std::move(patient));
  } catch (const cxxopts::exceptions::exception& error) {
    return wrong_usage(error.what());
  }
}

}  // namespace afar::doctor
