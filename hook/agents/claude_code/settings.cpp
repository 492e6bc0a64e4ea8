#include "hook/agents/claude_code/settings.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "hook/agents/claude_code/claude_code.h"
#include "hook/json/raw.h"

namespace afar::hook::claude_code {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "afar-hook";
// Longer patterns are nobody's; std::regex takes a stack frame for each character of its subject,
// which is a tool's name here.
constexpr std::size_t kPatternBytesMax = 1000;

std::string text_member(std::string_view object, std::string_view name) {
  const auto value = raw::member(object, name);
  return value ? raw::text_of(*value).value_or("") : "";
}

std::optional<std::vector<std::string>> args_of(std::string_view entry) {
  const auto value = raw::member(entry, "args");
  const auto words = value ? raw::elements(*value) : std::nullopt;
  if (!words) return std::nullopt;
  std::vector<std::string> args;
  for (const auto& each : *words) args.push_back(raw::text_of(each).value_or(std::string(each)));
  return args;
}

std::optional<std::int64_t> timeout_of(std::string_view entry) {
  const auto value = raw::member(entry, "timeout");
  if (!value) return std::nullopt;
  const auto number = nlohmann::json::parse(*value, nullptr, /*allow_exceptions=*/false);
  if (!number.is_number()) return std::nullopt;
  return number.get<std::int64_t>();
}

HookCommand command_of(std::string_view entry) {
  HookCommand command;
  command.entry = entry;
  command.type = text_member(entry, "type");
  for (const char* name : {"command", "url", "tool", "prompt"}) {
    if (command.command.empty()) command.command = text_member(entry, name);
  }
  command.timeout_s = timeout_of(entry);
  command.async_rewake = raw::member(entry, "asyncRewake") == "true";
  command.args = args_of(entry);
  if (!command.args) {
    command.words = shell_words(command.command);
  } else {
    command.words = *command.args;
    command.words.insert(command.words.begin(), command.command);
  }
  return command;
}

void collect(const std::string& event, std::string_view groups, std::vector<HookCommand>& found) {
  const auto all = raw::elements(groups);
  if (!all) return;
  for (const auto& group : *all) {
    const auto entries = raw::member(group, "hooks");
    const auto commands = entries ? raw::elements(*entries) : std::nullopt;
    if (!commands) continue;
    for (const auto& each : *commands) {
      HookCommand command = command_of(each);
      command.event = event;
      command.matcher = text_member(group, "matcher");
      command.alone = commands->size() == 1;
      command.groups = groups;
      command.group = group;
      command.entries = *entries;
      found.push_back(std::move(command));
    }
  }
}

}  // namespace

std::optional<std::string> settings_path(setup::Scope scope, const Environment& environment,
                                         const std::string& project) {
  if (scope == setup::Scope::kProject) return project + "/.claude/settings.json";
  if (scope == setup::Scope::kLocal) return project + "/.claude/settings.local.json";
  if (const auto folder = environment("CLAUDE_CONFIG_DIR")) return *folder + "/settings.json";
  const auto home = environment("HOME");
  if (!home || home->front() != '/') return std::nullopt;
  return *home + "/.claude/settings.json";
}

std::string managed_settings_path() {
#ifdef __APPLE__
  return "/Library/Application Support/ClaudeCode/managed-settings.json";
#else
  return "/etc/claude-code/managed-settings.json";
#endif
}

bool HookCommand::is_ours() const {
  if (type != "command" || words.empty()) return false;
  return fs::path(words[0]).filename() == kProgram && option("--agent") == kName;
}

std::optional<std::string> HookCommand::option(std::string_view name) const {
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (words[at] == name) {
      return at + 1 < words.size() ? std::optional(words[at + 1]) : std::nullopt;
    }
    if (words[at].rfind(std::string(name) + "=", 0) == 0) return words[at].substr(name.size() + 1);
  }
  return std::nullopt;
}

bool HookCommand::has(std::string_view word) const {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view settings_object(std::string_view text) {
  const std::size_t begin = std::min(text.find('{'), text.size());
  return text.substr(begin, text.rfind('}') + 1 - begin);
}

std::vector<HookCommand> hook_commands(std::string_view settings) {
  std::vector<HookCommand> found;
  const auto hooks = raw::member(settings, "hooks");
  const auto events = hooks ? raw::members(*hooks) : std::nullopt;
  if (!events) return found;
  for (const auto& [name, groups] : *events) {
    const auto event = raw::text_of(name);
    // Of doubled names the last counts.
    if (event && raw::member(*hooks, *event)->data() == groups.data()) {
      collect(*event, groups, found);
    }
  }
  return found;
}

bool matches(const std::string& matcher, const std::string& tool) {
  if (matcher.empty() || matcher == "*") return true;
  // The client takes names with bars between them as names, all else as a regular expression.
  const bool names = std::all_of(matcher.begin(), matcher.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '|';
  });
  if (names) return ("|" + matcher + "|").find("|" + tool + "|") != std::string::npos;
  if (matcher.size() > kPatternBytesMax) return false;
  try {
    return std::regex_search(tool, std::regex(matcher));
  } catch (const std::regex_error&) {
    return false;
  }
}

std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && at + 1 < line.size()) {
      words.back() += line[++at];
    } else {
      words.back() += c;
    }
  }
  return words;
}

}  // namespace afar::hook::claude_code
