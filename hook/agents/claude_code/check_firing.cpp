// Starts what is registered as the client would, with events of our own.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "hook/agents/claude_code/doctor_checks.h"
#include "hook/doctor/trial.h"
#include "shared/os/process.h"
#include "shared/version.h"

namespace afar::hook::claude_code {
namespace {

namespace fs = std::filesystem;
using doctor::Findings;
using doctor::Level;
using doctor::Patient;

constexpr const char* kSetUp = "afar setup claude-code";

// An event that concerns nobody: the hook reads it and is done, without a daemon.
constexpr const char* kNoQuestion =
    R"({"session_id":"afar-doctor","transcript_path":"","cwd":"/","permission_mode":"default",)"
    R"("hook_event_name":"PostToolUse","tool_name":"EnterPlanMode","tool_use_id":"toolu_doctor",)"
    R"("tool_input":{},"tool_response":{}})";
constexpr const char* kQuestion =
    R"({"session_id":"afar-doctor","transcript_path":"","cwd":"/","permission_mode":"default",)"
    R"("hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_use_id":"toolu_doctor",)"
    R"("tool_input":{"questions":[{"question":"Does it fire?","header":"Doctor","multiSelect":false,)"
    R"("options":[{"label":"Yes","description":""},{"label":"No","description":""}]}]}})";

// Where the program is, as far as can be told without a shell; empty: nowhere.
std::string program_of(const HookCommand& command, const Patient& patient) {
  std::string program = command.words[0];
  const std::string home = patient.environment("HOME").value_or("");
  for (const std::string prefix : {"~/", "$HOME/", "${HOME}/"}) {
    if (!command.args && program.rfind(prefix, 0) == 0) {
      program = home + "/" + program.substr(prefix.size());
    }
  }
  if (program.find('/') != std::string::npos) {
    return fs::path(program).is_absolute() ? program : patient.folder + "/" + program;
  }
  return doctor::program_in_path(patient.environment, program);
}

// What keeps the program from being started; empty: nothing.
std::string why_not_startable(const std::string& program) {
  struct stat info {};
  if (::stat(program.c_str(), &info) != 0) return "is not there";
  if (!S_ISREG(info.st_mode)) return "is no program";
  if (::access(program.c_str(), X_OK) != 0) return "is not executable";
  return "";
}

std::vector<std::string> argv_of(const HookCommand& command, const std::string& program,
                                 const std::string& more) {
  if (!command.args) {
    return {"/bin/sh", "-c", command.command + (more.empty() ? "" : " " + more)};
  }
  std::vector<std::string> argv = command.words;
  argv[0] = program;
  if (!more.empty()) argv.push_back(more);
  return argv;
}

// What the client gives a hook.
const std::map<std::string, std::string>& client_variables() {
  static const std::map<std::string, std::string> kVariables{
      {"CLAUDECODE", "1"}, {"CLAUDE_CODE_ENTRYPOINT", "cli"}, {"AFAR_DISABLE", ""}};
  return kVariables;
}

// What is wrong with how it answers; empty: nothing.
std::string why_not_firing(const HookCommand& command, const std::string& program) {
  const auto silent =
      doctor::try_program(argv_of(command, program, ""), kNoQuestion, client_variables());
  if (const auto trouble = silent.trouble(); !trouble.empty()) return trouble;
  if (!silent.out.empty()) return "answers an event that asks nothing: " + silent.out.substr(0, 80);
  const auto asked = doctor::try_program(argv_of(command, program, "--print-request"), kQuestion,
                                         client_variables());
  if (const auto trouble = asked.trouble(); !trouble.empty()) return trouble;
  const auto request = nlohmann::json::parse(asked.out, nullptr, /*allow_exceptions=*/false);
  if (!request.is_object() || request.value("kind", "") != "user_question") {
    return "does not take a question for one: " + asked.out.substr(0, 80);
  }
  return "";
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  return !b.empty() && fs::equivalent(a, b, none);
}

doctor::Finding try_hook(const SettingsInForce& file, const HookCommand& command,
                         const Patient& patient) {
  const std::string program = program_of(command, patient);
  const std::string where = ", registered for " + command.event + " in " + file.path + ",";
  if (program.empty()) {
    return doctor::wrong("firing", command.words[0] + where + " is not in PATH", kSetUp);
  }
  if (const auto why = why_not_startable(program); !why.empty()) {
    return doctor::wrong("firing", program + where + " " + why, kSetUp);
  }
  // A project's settings may come from anywhere: what they name is not started.
  if (!file.trusted && !is_same_file(program, patient.hook)) {
    return doctor::warning("firing", program + where + " is not the installed afar-hook; not tried",
                           kSetUp);
  }
  const auto version = doctor::try_program({program, "--version"});
  const std::string line = version.out.substr(0, version.out.find('\n'));
  if (line != version_line("afar-hook")) {
    return doctor::wrong("firing",
                         program + where +
                             " is another release: " + (line.empty() ? version.trouble() : line) +
                             ", not " + version_line("afar-hook"),
                         kSetUp);
  }
  if (const auto why = why_not_firing(command, program); !why.empty()) {
    return doctor::wrong("firing", program + where + " " + why, kSetUp);
  }
  return doctor::fine(
      "firing", program + where + " was started with simulated events, and answers as it should");
}

}  // namespace

Findings check_firing(const std::vector<SettingsInForce>& settings, const Patient& patient) {
  Findings findings;
  std::set<std::vector<std::string>> tried;
  std::map<std::string, Level> told;  // of each program
  for (const auto& file : settings) {
    for (const auto& each : file.commands) {
      if (!each.is_ours() || each.has("--wake")) continue;
      // The same program with the same words fires for every event alike.
      std::vector<std::string> call = each.words;
      call.push_back(file.path);
      const std::string program = file.path + "\n" + each.words[0];
      if (!tried.insert(call).second) continue;
      const auto before = told.find(program);
      if (before != told.end() && before->second != Level::kFine) continue;
      auto finding = try_hook(file, each, patient);
      if (before != told.end() && finding.level == Level::kFine) continue;
      told[program] = finding.level;
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

}  // namespace afar::hook::claude_code
