// What a rule asks of a dialog.
#include "daemon/config/read_rules.h"

namespace afar::config {
namespace {

template <typename Compiled>
std::optional<Compiled> compiled_at(const Place& place,
                                    std::variant<Compiled, BadPattern> compiled) {
  if (const auto* bad = std::get_if<BadPattern>(&compiled)) {
    place.refuse(bad->why);
    return std::nullopt;
  }
  return std::get<Compiled>(std::move(compiled));
}

std::optional<Glob> read_glob(const Place& place) {
  const auto text = read_text(place);
  return text ? compiled_at(place, Glob::compile(*text)) : std::nullopt;
}

// A glob over folders; one that no absolute path can match is a mistake.
std::optional<Glob> read_project(const Place& place, const std::string& home) {
  auto text = read_text(place);
  if (!text) return std::nullopt;
  if (*text == "~" || text->rfind("~/", 0) == 0) {
    if (home.empty()) {
      place.refuse("HOME is not set, so ~ stands for nothing");
      return std::nullopt;
    }
    text = Glob::quote(home) + text->substr(1);
  }
  if (text->front() != '/' && text->rfind("**", 0) != 0) {
    place.refuse("expected a path that begins with /, ~/ or **/");
    return std::nullopt;
  }
  if (text->size() > 1 && text->back() == '/') text->pop_back();
  return compiled_at(place, Glob::compile(*text));
}

std::optional<std::variant<bool, Glob>> read_subagent(const Place& place) {
  using Wanted = std::variant<bool, Glob>;
  const Node& node = place.node();
  if (node.type == Node::Type::kBoolean) return Wanted(node.boolean);
  if (node.type == Node::Type::kString) {
    const auto glob = read_glob(place);
    return glob ? std::optional(Wanted(*glob)) : std::nullopt;
  }
  place.expected("true, false or a subagent's type");
  return std::nullopt;
}

// Reads one value or more into a list.
template <typename Value, typename ReadOne>
Reader into(std::vector<Value>& list, ReadOne read_one) {
  return [&list, read_one](const Place& place) {
    read_one_or_more(place, [&](const Place& at) { append(list, read_one(at)); });
  };
}

}  // namespace

std::optional<Pattern> read_pattern(const Place& place) {
  const auto text = read_text(place);
  return text ? compiled_at(place, Pattern::compile(*text)) : std::nullopt;
}

When read_when(const Place& place, const RulesContext& context) {
  When when;
  Times times;
  auto keys = times_keys(times);
  keys.insert(
      keys.end(),
      {{"agent", into(when.agent, read_glob)},
       {"kind", into(when.kind, [](const Place& at) { return read_word(at, kDialogKinds); })},
       {"tool", into(when.tool, read_glob)},
       {"input", into(when.input, read_pattern)},
       {"question", into(when.question, read_pattern)},
       {"project",
        into(when.project, [&](const Place& at) { return read_project(at, context.home); })},
       {"host", into(when.host, read_glob)},
       {"permission_mode", into(when.permission_mode, read_glob)},
       {"interactive", into(when.interactive, read_boolean)},
       {"presence", into(when.presence, [](const Place& at) { return read_word(at, kPresences); })},
       {"subagent", into(when.subagent, read_subagent)}});
  read_members(place, keys);
  when.time = std::move(times.time);
  when.days = std::move(times.days);
  when.clock = std::move(times.clock);
  return when;
}

}  // namespace afar::config
