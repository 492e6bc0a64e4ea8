// Claude Code's settings files: where they are, and what hooks stand in them. Texts come in; no
// I/O. Parts are views into the text given.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hook/setup/options.h"
#include "shared/os/paths.h"

namespace afar::hook::claude_code {

// Where the client looks for the settings of a scope; `project`: that project's folder. nullopt:
// there is no home.
std::optional<std::string> settings_path(setup::Scope scope, const Environment& environment,
                                         const std::string& project);

// What an administrator sets for everybody on this machine.
std::string managed_settings_path();

// One command that a hook's event starts, with everything that decides whether it runs.
struct HookCommand {
  std::string event;
  std::string matcher;                           // empty: none, which is as good as "*"
  std::string type;                              // "command", "http", ...
  std::string command;                           // as it stands there; of other types what names it
  std::optional<std::vector<std::string>> args;  // nullopt: the command is a shell's
  std::vector<std::string> words;                // the program and its arguments, whichever form
  std::optional<std::int64_t> timeout_s;
  bool async_rewake = false;  // it runs beside the session, and may wake it
  bool alone = false;         // the only one of its group

  std::string_view groups;   // the event's array
  std::string_view group;    // {matcher, hooks}
  std::string_view entries;  // the group's array
  std::string_view entry;

  // The registration of our program for this agent, by whatever path.
  bool is_ours() const;
  // The value of an option in either form; nullopt where it is not given.
  std::optional<std::string> option(std::string_view name) const;
  bool has(std::string_view word) const;
};

// The object that a settings file is, without a byte order mark and white space around it; empty
// where there is none.
std::string_view settings_object(std::string_view text);

// In the order of the text. What has not the shape of a hook is passed over.
std::vector<HookCommand> hook_commands(std::string_view settings);

// Whether a group's matcher takes that tool.
bool matches(const std::string& matcher, const std::string& tool);

// The words of a shell's command line, as far as quotes and backslashes go; nothing is expanded.
std::vector<std::string> shell_words(std::string_view line);

}  // namespace afar::hook::claude_code
