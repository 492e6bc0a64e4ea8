#include "hook/agents/claude_code/suggestions.h"

#include <array>
#include <utility>

#include "hook/json/raw.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/nesting.h"

namespace afar::hook::claude_code {
namespace {

constexpr std::string_view kAlways = "allow_always";
// The client proposes one or two; more are no choice for anybody.
constexpr std::size_t kSuggestionsMax = 8;

std::string text_of(std::string_view object, std::string_view name) {
  return raw::text_of(raw::member(object, name).value_or("")).value_or("");
}

// Where a change is kept, in words; empty for a place that is not known.
std::string place_of(std::string_view suggestion) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kPlaces{{
      {"session", "in this session"},
      {"localSettings",
       "from now on, by your own settings of this project "
       "(.claude/settings.local.json)"},
      {"projectSettings",
       "from now on and for everybody, by this project's settings "
       "(.claude/settings.json)"},
      {"userSettings",
       "from now on in all your projects, by your settings "
       "(~/.claude/settings.json)"},
  }};
  const std::string destination = text_of(suggestion, "destination");
  for (const auto& [name, words] : kPlaces) {
    if (destination == name) return std::string(words);
  }
  return "";
}

// "Bash(npm test:*), Read": the rules as the settings will have them; empty where one is odd.
std::string rules_in(std::string_view suggestion) {
  const auto rules = raw::elements(raw::member(suggestion, "rules").value_or(""));
  std::string words;
  if (!rules) return words;
  for (const auto rule : *rules) {
    const std::string tool = text_of(rule, "toolName");
    if (tool.empty()) return "";
    const auto content = raw::member(rule, "ruleContent");
    const auto text = content ? raw::text_of(*content) : std::optional<std::string>("");
    if (!text) return "";
    words += (words.empty() ? "" : ", ") + tool + (text->empty() ? "" : "(" + *text + ")");
  }
  return words;
}

std::string directories_in(std::string_view suggestion) {
  const auto directories = raw::elements(raw::member(suggestion, "directories").value_or(""));
  std::string words;
  if (!directories) return words;
  for (const auto each : *directories) {
    const std::string path = raw::text_of(each).value_or("");
    if (path.empty()) return "";
    words += (words.empty() ? "" : ", ") + path;
  }
  return words;
}

// What can be said of a suggestion in plain words; nullopt: it is not offered, since nobody could
// tell what they agree to.
std::optional<Option> option_of(std::string_view suggestion) {
  const std::string place = place_of(suggestion);
  if (place.empty()) return std::nullopt;
  const std::string type = text_of(suggestion, "type");
  Option option;
  if (type == "addRules") {
    const std::string rules = rules_in(suggestion);
    if (rules.empty() || text_of(suggestion, "behavior") != "allow") return std::nullopt;
    option.label = "Always: " + rules;
    option.description = "it runs, and what matches " + rules + " is not asked about " + place;
  } else if (type == "addDirectories") {
    const std::string directories = directories_in(suggestion);
    if (directories.empty()) return std::nullopt;
    option.label = "Always in " + directories;
    option.description = "it runs, and " + directories + " becomes a working folder " + place;
  } else if (type == "setMode" && text_of(suggestion, "mode") == "acceptEdits") {
    option.label = "Allow, accept edits";
    option.description = "it runs, and edits are not asked about " + place;
  } else {
    return std::nullopt;
  }
  return option;
}

struct Offered {
  Option option;
  std::string_view suggestion;
};

std::vector<Offered> offered(std::string_view suggestions) {
  std::vector<Offered> found;
  if (!rpc::nests_within(suggestions, rpc::kNestingMax)) return found;
  const auto all = raw::elements(suggestions);
  if (!all) return found;
  for (std::size_t i = 0; i < all->size() && i < kSuggestionsMax; ++i) {
    auto option = option_of((*all)[i]);
    if (!option) continue;
    option->id = std::string(kAlways) + (i == 0 ? "" : "_" + std::to_string(i + 1));
    found.push_back({std::move(*option), (*all)[i]});
  }
  return found;
}

}  // namespace

std::vector<Option> always_options(std::string_view suggestions) {
  std::vector<Option> options;
  for (auto& each : offered(suggestions)) options.push_back(std::move(each.option));
  return options;
}

bool is_always(std::string_view option_id) {
  return option_id == kAlways || option_id.rfind(std::string(kAlways) + "_", 0) == 0;
}

std::optional<std::string> suggestion_of(std::string_view suggestions, std::string_view option_id) {
  for (const auto& each : offered(suggestions)) {
    if (each.option.id == option_id) return std::string(each.suggestion);
  }
  return std::nullopt;
}

}  // namespace afar::hook::claude_code
