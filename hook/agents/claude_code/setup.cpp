#include "hook/agents/claude_code/setup.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/check_settings.h"
#include "hook/agents/claude_code/claude_code.h"
#include "hook/agents/claude_code/settings.h"
#include "hook/agents/claude_code/settings_text.h"
#include "hook/agents/claude_code/wanted_hooks.h"
#include "hook/json/raw.h"
#include "hook/setup/places.h"
#include "hook/setup/refused.h"

namespace afar::hook::claude_code {
namespace {

using Json = nlohmann::ordered_json;
using setup::Edited;

constexpr std::string_view kRelays = "--permissions";

bool same_matcher(std::string_view a, std::string_view b) {
  const auto plain = [](std::string_view m) { return m == "*" ? std::string_view() : m; };
  return plain(a) == plain(b);
}

// What a person has added to our arguments stays: what to do without a daemon is theirs to say.
// What only a shell understands does not.
std::vector<std::string> added_arguments(const HookCommand& command) {
  std::vector<std::string> added;
  if (!command.args && command.command.find_first_of("|&;<>`(){}*?\n") != std::string::npos) {
    return added;
  }
  for (std::size_t at = 1; at < command.words.size(); ++at) {
    const std::string& word = command.words[at];
    bool own = word == kRelays || word == "--wake";
    for (const std::string name : {"--agent", "--host-timeout"}) {
      if (word == name) {
        own = true;
        ++at;
      } else if (word.rfind(name + "=", 0) == 0) {
        own = true;
      }
    }
    if (!own) added.push_back(word);
  }
  return added;
}

std::vector<std::string> arguments_for(const WantedHook& wanted) {
  std::vector<std::string> args{"--agent", std::string(kName)};
  if (wanted.waits) {
    args.insert(args.end(), {"--host-timeout", std::to_string(kWaitSeconds)});
  }
  if (wanted.relays) args.emplace_back(kRelays);
  if (wanted.wakes) args.emplace_back("--wake");
  return args;
}

int timeout_for(const WantedHook& wanted) {
  return wanted.waits || wanted.wakes ? kWaitSeconds : kTellSeconds;
}

bool has_same_arguments(const HookCommand& there, const WantedHook& wanted) {
  if (there.has(kRelays) != wanted.relays) return false;
  const auto given = there.option("--host-timeout");
  return wanted.waits ? given == std::to_string(kWaitSeconds) : !given;
}

class Registration {
 public:
  Registration(const std::string& text, const std::string& hook, bool permissions)
      : settings_(text), hook_(hook), wanted_(wanted_hooks(permissions)) {}

  Edited run() {
    for (const auto& wanted : wanted_) {
      const auto number = kept(wanted);
      if (!number) {
        add(wanted);
      } else if (update(wanted, *number)) {
        edited_.changes.push_back("changed " + in_words(wanted));
      }
    }
    take_out_others();
    edited_.text = settings_.text();
    return std::move(edited_);
  }

 private:
  // The registration that stays for this event, by its number among all commands: the first whose
  // matcher is right, or can be set without touching anybody else's hook.
  std::optional<std::size_t> kept(const WantedHook& wanted) const {
    const auto all = settings_.commands();
    for (std::size_t number = 0; number < all.size(); ++number) {
      const HookCommand& each = all[number];
      if (each.event == wanted.event && each.is_ours() && each.has("--wake") == wanted.wakes &&
          (each.alone || same_matcher(each.matcher, wanted.matcher))) {
        return number;
      }
    }
    return std::nullopt;
  }

  static std::string in_words(const WantedHook& wanted) {
    std::string words(wanted.event);
    if (wanted.wakes) return words + " (--wake)";
    if (wanted.matcher == "*") return words + " of all tools";
    return wanted.matcher.empty() ? words : words + " of " + std::string(wanted.matcher);
  }

  void add(const WantedHook& wanted) {
    Json group = Json::object();
    if (!wanted.matcher.empty()) group["matcher"] = wanted.matcher;
    Json entry = {{"type", "command"},
                  {"command", hook_},
                  {"args", arguments_for(wanted)},
                  {"timeout", timeout_for(wanted)}};
    if (wanted.wakes) entry["asyncRewake"] = true;
    group["hooks"] = Json::array({std::move(entry)});
    settings_.append_group(wanted.event, group);
    edited_.changes.push_back("added " + in_words(wanted));
  }

  // One member after the other: places move with each change, the number does not.
  bool update(const WantedHook& wanted, std::size_t number) {
    const auto there = [&] { return settings_.commands()[number]; };
    const std::string before = settings_.text();
    if (!same_matcher(there().matcher, wanted.matcher)) set_matcher(there(), wanted);
    if (!there().args || !has_same_arguments(there(), wanted)) {
      std::vector<std::string> args = arguments_for(wanted);
      const auto added = added_arguments(there());
      args.insert(args.end(), added.begin(), added.end());
      settings_.set(there().entry, "args", args);
    }
    if (there().command != hook_) settings_.set(there().entry, "command", hook_);
    if (wanted.wakes && !there().async_rewake) settings_.set(there().entry, "asyncRewake", true);
    if (there().timeout_s != timeout_for(wanted)) {
      settings_.set(there().entry, "timeout", timeout_for(wanted));
    }
    return settings_.text() != before;
  }

  void set_matcher(const HookCommand& there, const WantedHook& wanted) {
    if (wanted.matcher.empty()) {
      settings_.take_out_matcher(there);
    } else {
      settings_.set(there.group, "matcher", wanted.matcher);
    }
  }

  // From the last to the first, so that those before keep their numbers. Which ones stay is settled
  // before: where others go, one that stood beside them may look as if it could stay.
  void take_out_others() {
    std::vector<std::size_t> stay;
    for (const auto& wanted : wanted_) stay.push_back(*kept(wanted));
    for (std::size_t number = settings_.commands().size(); number-- > 0;) {
      const HookCommand each = settings_.commands()[number];
      if (!each.is_ours() || std::find(stay.begin(), stay.end(), number) != stay.end()) continue;
      edited_.changes.push_back("removed another one of " + each.event);
      settings_.take_out(each);
    }
  }

  SettingsText settings_;
  const std::string& hook_;
  const std::vector<WantedHook> wanted_;
  Edited edited_;
};

}  // namespace

setup::Target ClaudeCodeSetup::target(setup::Scope scope, const Environment& environment,
                                      const std::string& folder) const {
  const std::string project = setup::project_of(folder);
  const auto file = settings_path(scope, environment, project);
  if (!file) throw setup::Refused("HOME is not set, so that there are no settings of yours");
  setup::Target target{std::filesystem::absolute(*file).string(), ""};
  if (scope == setup::Scope::kUser) return target;
  target.note = "These are the settings of the project in " + project + ".";
  if (scope == setup::Scope::kProject) {
    target.note += " Who shares them needs afar-hook at the same path.";
  }
  return target;
}

Edited ClaudeCodeSetup::with_hook(const std::string& text, const std::string& hook,
                                  bool permissions) const {
  // Who had permissions asked about before goes on so: a second run for something else must not
  // quietly end it.
  bool had = false;
  for (const auto& each : hook_commands(settings_object(text))) {
    had = had || (each.is_ours() && each.has(kRelays));
  }
  return Registration(text, hook, permissions || had).run();
}

Edited ClaudeCodeSetup::without_hook(const std::string& text) const {
  SettingsText settings(text);
  Edited edited;
  while (const auto last = settings.last_of_ours()) {
    edited.changes.push_back("removed " + last->event);
    settings.take_out(*last);
  }
  edited.text = settings.text();
  edited.nothing_left = edited.text.empty();
  std::reverse(edited.changes.begin(), edited.changes.end());
  return edited;
}

std::optional<setup::Part> ClaudeCodeSetup::hook(setup::Scope scope, const Environment& environment,
                                                 const std::string& folder,
                                                 const std::string& program,
                                                 bool permissions) const {
  setup::Part part;
  part.target = target(scope, environment, folder);
  part.edit = [this, file = part.target.file, program,
               permissions](const std::optional<std::string>& text) {
    if (text) check_settings(*text, file);
    if (!program.empty()) return with_hook(text.value_or(""), program, permissions);
    return text ? without_hook(*text) : Edited{};
  };
  return part;
}

std::string ClaudeCodeSetup::obstacle(const std::string& text) const {
  const auto value = raw::member(settings_object(text), "disableAllHooks");
  if (value != "true") return "";
  return "\"disableAllHooks\" is true in these settings, so that no hook runs; take it out";
}

}  // namespace afar::hook::claude_code
