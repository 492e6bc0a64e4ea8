// What a rule wants done.
#include <algorithm>

#include "daemon/config/read_showing.h"

namespace afar::config {
namespace {

std::optional<DefaultChoice> read_default(const Place& place) {
  using Kind = DefaultChoice::Kind;
  if (place.node().type != Node::Type::kString || place.node().text.empty()) {
    place.expected("recommended, first, none or an option's label");
    return std::nullopt;
  }
  const std::string& text = place.node().text;
  if (text == "recommended") return DefaultChoice{Kind::kRecommended, ""};
  if (text == "first") return DefaultChoice{Kind::kFirst, ""};
  if (text == "none") return DefaultChoice{Kind::kNone, ""};
  return DefaultChoice{Kind::kLabel, text};
}

std::optional<std::string> read_approver(const Place& place, const RulesContext& context) {
  auto name = read_name(place);
  if (!name || !context.people || context.people->count(*name) != 0) return name;
  place.refuse("there is no \"" + *name + "\" among the responders");
  return std::nullopt;
}

// Nobody at all could answer what only nobody may approve.
void read_approvers(const Place& place, const RulesContext& context,
                    std::vector<std::string>& approvers) {
  read_one_or_more(place, [&](const Place& at) {
    const auto name = read_approver(at, context);
    if (!name) return;
    if (std::find(approvers.begin(), approvers.end(), *name) != approvers.end()) {
      at.refuse("\"" + *name + "\" stands twice");
    }
    approvers.push_back(*name);
  });
}

}  // namespace

Then read_then(const Place& place, const RulesContext& context) {
  Then then;
  std::vector<std::pair<std::string_view, Reader>> keys = {
      {"mode", [&](const Place& at) { then.mode = read_word(at, kModes); }},
      {"wait", [&](const Place& at) { then.wait = read_duration(at); }},
      {"on_timeout", [&](const Place& at) { then.on_timeout = read_word(at, kOnTimeouts); }},
      {"default", [&](const Place& at) { then.default_choice = read_default(at); }},
      {"approvers", [&](const Place& at) { read_approvers(at, context, then.approvers); }},
      {"message", [&](const Place& at) { assign(then.message, read_text(at)); }},
      {"expires", [&](const Place& at) { then.expires = read_duration(at); }},
      {"late", [&](const Place& at) { assign(then.late, read_word(at, kLates)); }}};
  for (auto& key : showing_keys(then.showing, context)) keys.push_back(std::move(key));
  read_members(place, keys);
  return then;
}

}  // namespace afar::config
