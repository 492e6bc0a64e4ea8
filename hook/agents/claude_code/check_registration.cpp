// What the settings say of our hook, and of others that stand in its way.
#include <map>

#include "hook/agents/claude_code/doctor_checks.h"
#include "hook/agents/claude_code/questions.h"
#include "hook/agents/claude_code/wanted_hooks.h"

namespace afar::hook::claude_code {
namespace {

using doctor::Findings;

constexpr const char* kSetUp = "afar setup claude-code";

// The tools that a wanted matcher names; {""} where the event knows none.
std::vector<std::string> tools_of(const WantedHook& wanted) {
  std::vector<std::string> tools;
  std::string_view rest = wanted.matcher;
  for (;;) {
    const std::size_t bar = rest.find('|');
    tools.emplace_back(rest.substr(0, bar));
    if (bar == std::string_view::npos) return tools;
    rest.remove_prefix(bar + 1);
  }
}

bool takes(const HookCommand& command, std::string_view event, const std::string& tool) {
  return command.event == event && (tool.empty() || matches(command.matcher, tool));
}

// How many of our registrations an event of that tool starts, of this kind.
std::size_t count_of_ours(const std::vector<SettingsInForce>& settings, const WantedHook& wanted,
                          const std::string& tool) {
  std::size_t count = 0;
  for (const auto& file : settings) {
    for (const auto& each : file.commands) {
      // One that is to wake and is not run beside the session would hold it up.
      const bool right =
          wanted.wakes ? each.has("--wake") && each.async_rewake : !each.has("--wake");
      if (each.is_ours() && right && takes(each, wanted.event, tool)) ++count;
    }
  }
  return count;
}

std::string in_words(const WantedHook& wanted, const std::string& tool) {
  std::string words(wanted.event);
  if (wanted.wakes) return words + " (--wake)";
  return tool.empty() ? words : words + " of " + tool;
}

void add_to(std::string& list, const std::string& item) {
  list += (list.empty() ? "" : ", ") + item;
}

// Where our hook stands; empty: nowhere.
std::string files_with_ours(const std::vector<SettingsInForce>& settings) {
  std::string files;
  for (const auto& file : settings) {
    for (const auto& each : file.commands) {
      if (!each.is_ours()) continue;
      add_to(files, file.path);
      break;
    }
  }
  return files;
}

void check_events(const std::vector<SettingsInForce>& settings, Findings& findings) {
  std::string needed;
  std::string useful;
  std::string doubled;
  for (const auto& wanted : wanted_hooks(false)) {
    for (const auto& tool : tools_of(wanted)) {
      const std::size_t count = count_of_ours(settings, wanted, tool);
      if (count > 1) add_to(doubled, in_words(wanted, tool));
      if (count == 0) add_to(tool == kQuestionTool ? needed : useful, in_words(wanted, tool));
    }
  }
  if (!needed.empty()) {
    findings.push_back(doctor::wrong("hooks", "afar-hook is not registered for " + needed, kSetUp));
  }
  if (!useful.empty()) {
    findings.push_back(
        doctor::warning("hooks", "afar-hook is not registered for " + useful, kSetUp));
  }
  if (!doubled.empty()) {
    findings.push_back(doctor::warning(
        "hooks", "afar-hook is registered twice for " + doubled,
        "afar setup --remove claude-code --scope project (or local, or user): one is enough"));
  }
}

void check_disabled(const std::vector<SettingsInForce>& settings, Findings& findings) {
  for (const auto& file : settings) {
    if (file.hooks_disabled) {
      findings.push_back(doctor::wrong("hooks", "\"disableAllHooks\" is true in " + file.path,
                                       "take it out: no hook runs"));
    }
    if (!file.only_managed_hooks) continue;
    bool ours = false;
    for (const auto& each : file.commands) ours = ours || each.is_ours();
    if (ours) continue;
    findings.push_back(doctor::wrong(
        "hooks",
        "\"allowManagedHooksOnly\" is true in " + file.path + ": your own hooks do not run",
        "have your administrator register afar-hook there"));
  }
}

bool is_waiting(const HookCommand& command) {
  for (const auto& wanted : wanted_hooks(false)) {
    if (wanted.event == command.event) return wanted.waits;
  }
  return false;
}

// What a number of seconds says, in the option's form.
std::optional<std::int64_t> seconds_of(const std::optional<std::string>& text) {
  if (!text) return kTimeoutSecondsUsual;
  if (text->empty() || text->size() > 10) return std::nullopt;
  std::int64_t seconds = 0;
  for (const char c : *text) {
    if (c < '0' || c > '9') return std::nullopt;
    seconds = seconds * 10 + (c - '0');
  }
  return seconds;
}

std::string timeout_in_words(const HookCommand& command) {
  if (!command.timeout_s) return "no timeout, which means 600 s,";
  return "a timeout of " + std::to_string(*command.timeout_s) + " s";
}

void check_timeout(const std::string& file, const HookCommand& command, Findings& findings) {
  const std::string where = command.event + " in " + file + " has ";
  const std::int64_t timeout = command.timeout_s.value_or(kTimeoutSecondsUsual);
  if (timeout <= 0) {
    findings.push_back(doctor::wrong(
        "timeouts", where + timeout_in_words(command) + ": Claude Code skips the whole file",
        kSetUp));
    return;
  }
  if (timeout > kTimeoutSecondsMax) {
    findings.push_back(doctor::wrong(
        "timeouts",
        where + timeout_in_words(command) + ": Claude Code 2.1.197 ends such a hook at once",
        kSetUp));
    return;
  }
  if (command.has("--wake") && timeout < kWaitSeconds) {
    findings.push_back(doctor::wrong(
        "timeouts",
        where + timeout_in_words(command) + " for --wake: an idle session is woken no longer",
        kSetUp));
    return;
  }
  if (!is_waiting(command)) return;
  const auto counted_on = seconds_of(command.option("--host-timeout"));
  if (!counted_on) {
    findings.push_back(
        doctor::wrong("timeouts", where + "a --host-timeout that is no number of seconds", kSetUp));
  } else if (timeout < *counted_on) {
    findings.push_back(doctor::wrong(
        "timeouts",
        where + timeout_in_words(command) + " but --host-timeout " + std::to_string(*counted_on) +
            ": Claude Code ends the hook before it answers, and goes on without an answer",
        kSetUp));
  } else if (*counted_on < kWaitSeconds) {
    findings.push_back(doctor::warning("timeouts",
                                       where + "--host-timeout " + std::to_string(*counted_on) +
                                           ": a question waits no longer than that",
                                       kSetUp));
  }
}

// A URL may hold a secret in its query; a command is shown as it stands in the person's own file.
std::string name_of(const HookCommand& command) {
  constexpr std::size_t kShownMax = 80;
  std::string name =
      command.type == "command" ? command.command : command.type + " " + command.command;
  if (command.type == "http") name.resize(std::min(name.find('?'), name.size()));
  if (name.size() > kShownMax) name = name.substr(0, kShownMax) + "...";
  return name;
}

}  // namespace

Findings check_registration(const std::vector<SettingsInForce>& settings) {
  Findings findings;
  check_disabled(settings, findings);
  const std::string files = files_with_ours(settings);
  if (files.empty()) {
    findings.push_back(
        doctor::wrong("hooks", "afar-hook is not registered in Claude Code's settings", kSetUp));
    return findings;
  }
  check_events(settings, findings);
  if (findings.empty()) findings.push_back(doctor::fine("hooks", "registered in " + files));
  return findings;
}

Findings check_timeouts(const std::vector<SettingsInForce>& settings) {
  Findings findings;
  if (files_with_ours(settings).empty()) return findings;
  for (const auto& file : settings) {
    for (const auto& each : file.commands) {
      if (each.is_ours()) check_timeout(file.path, each, findings);
    }
  }
  if (findings.empty()) {
    findings.push_back(doctor::fine("timeouts", "match what the hook counts on"));
  }
  return findings;
}

Findings check_rivals(const std::vector<SettingsInForce>& settings) {
  Findings findings;
  const std::string question(kQuestionTool);
  for (const auto& file : settings) {
    for (const auto& each : file.commands) {
      if (each.is_ours()) continue;
      if (!takes(each, "PreToolUse", question) && !takes(each, "PermissionRequest", question)) {
        continue;
      }
      const std::string what = name_of(each) + " in " + file.path + " is a hook on " + each.event;
      // One for every tool watches, as a rule; one that names the question means to answer it.
      if (matches(each.matcher, "NoSuchTool")) {
        findings.push_back(
            doctor::warning("rivals", what + " of every tool, questions too",
                            "see that it neither answers nor denies AskUserQuestion"));
      } else {
        findings.push_back(doctor::wrong(
            "rivals", what + " of AskUserQuestion, too: both would answer, and a deny wins",
            "take one of the two out"));
      }
    }
  }
  if (findings.empty()) {
    findings.push_back(doctor::fine("rivals", "no other hook answers questions"));
  }
  return findings;
}

}  // namespace afar::hook::claude_code
