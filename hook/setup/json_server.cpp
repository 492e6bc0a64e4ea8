#include "hook/setup/json_server.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "hook/json/edit.h"
#include "hook/json/gap.h"
#include "hook/json/raw.h"
#include "hook/setup/refused.h"

namespace afar::setup {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kName = "afar";
constexpr const char* kProgram = "afar-mcp";

Json parsed(std::string_view part) {
  return Json::parse(raw::without_trailing_commas(part), nullptr, /*allow_exceptions=*/false,
                     /*ignore_comments=*/true);
}

// The value inside of as many objects as there are names from `at` on.
Json nested(const std::vector<std::string>& path, std::size_t at, Json value) {
  for (std::size_t i = path.size(); i-- > at;) value = Json{{path[i], std::move(value)}};
  return value;
}

// The containers that are there, from the root on; as many as the path has, and one more, where all
// are.
std::vector<std::string_view> containers(std::string_view text, const ServerPlace& place) {
  std::vector<std::string_view> found{json_object(text)};
  for (const auto& name : place.path) {
    const auto next = raw::member(found.back(), name);
    if (!next) break;
    found.push_back(*next);
  }
  return found;
}

std::string fresh_text(const ServerPlace& place, const Json& entry) {
  Json whole = place.head.empty() ? Json::object() : Json::parse(place.head);
  whole.update(nested(place.path, 0, Json{{kName, entry}}));
  return whole.dump(2) + "\n";
}

void check(const std::string& text, const ServerPlace& place) {
  std::vector<std::string> path = place.path;
  path.emplace_back(kName);
  JsonCheck(text, place.file, place.dialect).objects_along(path);
}

bool has_to_be_set(const std::optional<std::string_view>& there, const WantedMember& wanted) {
  if (!there || wanted.rule == WantedMember::Rule::kIfMissing) return !there;
  const Json has = parsed(*there);
  const Json wants = Json::parse(wanted.value);
  if (wanted.rule == WantedMember::Rule::kAlways) return has != wants;
  return !has.is_number() || has < wants;
}

// Of a command that is an array only the program is ours; the arguments may be a person's.
std::string with_command(const std::string& text, std::string_view entry, const Json& wanted) {
  const Json program = wanted.is_array() ? wanted.front() : wanted;
  if (program_of(entry) == program.get<std::string>()) return text;
  const auto there = raw::member(entry, "command");
  const auto words = there ? raw::elements(*there) : std::nullopt;
  if (!wanted.is_array() || !words || words->empty()) {
    return raw::set_member(text, entry, "command", wanted);
  }
  return raw::replace(text, words->front(), program);
}

}  // namespace

std::optional<std::string_view> entry_of(std::string_view text, const ServerPlace& place) {
  const auto there = containers(text, place);
  if (there.size() <= place.path.size()) return std::nullopt;
  return raw::member(there.back(), kName);
}

std::string program_of(std::string_view entry) {
  const auto command = raw::member(entry, "command");
  if (!command) return "";
  const auto words = raw::elements(*command);
  if (words && words->empty()) return "";
  return raw::text_of(words ? words->front() : *command).value_or("");
}

bool is_our_server(std::string_view entry) {
  return std::filesystem::path(program_of(entry)).filename() == kProgram;
}

std::string add_server(const std::string& text, const ServerPlace& place, const Json& entry) {
  if (text.empty()) return fresh_text(place, entry);
  const auto there = containers(text, place);
  const std::size_t depth = there.size() - 1;
  if (depth == place.path.size()) return raw::append_member(text, there.back(), kName, entry);
  return raw::append_member(text, there.back(), place.path[depth],
                            nested(place.path, depth + 1, Json{{kName, entry}}));
}

std::string remove_server(const std::string& text, const ServerPlace& place) {
  const auto there = containers(text, place);
  std::string_view part = *entry_of(text, place);
  if (fresh_text(place, parsed(part)) == text) return "";
  std::size_t depth = place.path.size();
  while (depth > 0 && raw::was_made_here(there[depth])) part = there[depth--];
  return raw::remove(text, there[depth], part);
}

std::string with_members(const std::string& text, const ServerPlace& place,
                         const std::vector<WantedMember>& members) {
  if (text.empty() || !entry_of(text, place)) {
    Json entry = Json::object();
    for (const auto& each : members) entry[each.name] = Json::parse(each.value);
    return add_server(text, place, entry);
  }
  // One member after the other: places move with each change.
  std::string now = text;
  for (const auto& each : members) {
    const std::string_view entry = *entry_of(now, place);
    const Json value = Json::parse(each.value);
    if (each.name == "command") {
      now = with_command(now, entry, value);
    } else if (has_to_be_set(raw::member(entry, each.name), each)) {
      now = raw::set_member(now, entry, each.name, value);
    }
  }
  return now;
}

Edited edit_server(const std::optional<std::string>& text, const ServerPlace& place,
                   const std::string& remedy,
                   const std::function<std::string(const std::string& before)>& with) {
  Edited edited;
  // Whoever never had it need not have a file that we can read.
  if (!with && (!text || text->find(kProgram) == std::string::npos)) return edited;
  if (text) check(*text, place);
  const std::string before = text.value_or("");
  const auto there = text ? entry_of(before, place) : std::nullopt;
  const bool ours = there && is_our_server(*there);
  if (with && there && !ours) {
    throw Refused("the MCP server \"afar\" in " + place.file +
                  " is another program; take it out first" + remedy);
  }
  edited.text = before;
  if (with) {
    edited.text = with(before);
    if (edited.text == before) return edited;
    edited.changes.push_back(std::string(there ? "changed" : "added") + " the MCP server afar");
  } else if (ours) {
    edited.text = remove_server(before, place);
    edited.nothing_left = edited.text.empty();
    edited.changes.emplace_back("removed the MCP server afar");
  }
  return edited;
}

}  // namespace afar::setup
