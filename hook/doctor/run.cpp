#include "hook/doctor/run.h"

#define CXXOPTS_NO_REGEX
#include <cxxopts.hpp>

#include "hook/agents/agent.h"
#include "hook/doctor/agent_doctor.h"
#include "hook/doctor/checks.h"
#include "hook/doctor/report.h"
#include "hook/printable.h"

namespace afar::doctor {
namespace {

constexpr const char* kHelp =
    R"(usage: afar-agent doctor [AGENT] [options]

Looks at the installation, and says how to mend what is wrong. Changes nothing.

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

Findings examine(const std::string& agent, const Patient& patient) {
  Findings all;
  for (const auto check : {check_programs, check_switches, check_config, check_daemon,
                           check_database, check_state, check_secrets, check_disk, check_clock}) {
    for (auto& each : check(patient)) all.push_back(std::move(each));
  }
  for (auto& each : make_agent_doctor(agent)->examine(patient)) all.push_back(std::move(each));
  return all;
}

Ended run_parsed(const cxxopts::ParseResult& given, Patient patient) {
  if (given.count("help") != 0) return {0, kHelp, ""};
  const auto& operands = given.unmatched();
  if (operands.size() > 1) return wrong_usage("does not take \"" + operands[1] + "\"");
  // The only one there is so far.
  const std::string agent = operands.empty() ? std::string(hook::agent_names()) : operands[0];
  if (!make_agent_doctor(agent)) {
    return wrong_usage("there is no agent \"" + agent +
                       "\"; known: " + std::string(hook::agent_names()));
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
