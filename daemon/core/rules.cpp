#include "daemon/core/rules.h"

#include <algorithm>

#include "daemon/core/policy.h"
#include "daemon/core/record.h"

namespace afar {
namespace {

template <typename List, typename Holds>
bool any(const List& list, Holds holds) {
  return list.empty() || std::any_of(list.begin(), list.end(), holds);
}

bool any_covers(const std::vector<Glob>& globs, const std::string& text) {
  return any(globs, [&](const Glob& glob) { return glob.covers(text); });
}

template <typename List, typename Value>
bool any_is(const List& list, const Value& value) {
  return any(list, [&](const auto& each) { return each == value; });
}

bool any_in_a_question(const std::vector<Pattern>& patterns, const Content& content) {
  return any(patterns, [&](const Pattern& pattern) {
    return std::any_of(content.questions.begin(), content.questions.end(),
                       [&](const Question& each) { return pattern.found_in(each.text); });
  });
}

bool any_contains(const std::vector<TimeWindow>& windows, std::chrono::minutes of_day) {
  return any(windows, [&](const TimeWindow& window) { return window.contains(of_day); });
}

bool subagent_is(const std::variant<bool, Glob>& wanted, const OpenRequest& request) {
  const std::string& name = request.origin.subagent;
  if (const bool* some = std::get_if<bool>(&wanted)) return *some == !name.empty();
  const Glob& glob = std::get<Glob>(wanted);
  return !name.empty() && (glob.covers(request.subagent_type) || glob.covers(name));
}

// A working directory as globs name it: without a slash at its end.
std::string folder(const std::string& path) {
  return path.size() > 1 && path.back() == '/' ? path.substr(0, path.size() - 1) : path;
}

struct Key {
  std::string_view name;
  bool (*holds)(const When& when, const OpenRequest& request, const Facts& facts);
};

constexpr Key kKeys[] = {
    {"agent", [](const When& when, const OpenRequest& request,
                 const Facts&) { return any_covers(when.agent, request.origin.agent); }},
    {"kind", [](const When& when, const OpenRequest& request,
                const Facts&) { return any_is(when.kind, request.kind); }},
    {"tool", [](const When& when, const OpenRequest& request,
                const Facts&) { return any_covers(when.tool, request.tool); }},
    {"input",
     [](const When& when, const OpenRequest& request, const Facts&) {
       return any(when.input, [&](const Pattern& each) { return each.found_in(request.input); });
     }},
    {"question", [](const When& when, const OpenRequest& request,
                    const Facts&) { return any_in_a_question(when.question, request.content); }},
    {"project", [](const When& when, const OpenRequest& request,
                   const Facts&) { return any_covers(when.project, folder(request.origin.cwd)); }},
    {"host", [](const When& when, const OpenRequest& request,
                const Facts&) { return any_covers(when.host, request.origin.host); }},
    {"permission_mode",
     [](const When& when, const OpenRequest& request, const Facts&) {
       return any_covers(when.permission_mode, request.origin.permission_mode);
     }},
    {"interactive",
     [](const When& when, const OpenRequest& request, const Facts&) {
       return any_is(when.interactive, request.origin.interactive);
     }},
    {"presence", [](const When& when, const OpenRequest&,
                    const Facts& facts) { return any_is(when.presence, facts.presence); }},
    {"time",
     [](const When& when, const OpenRequest&, const Facts& facts) {
       return when.time.empty() || any_contains(when.time, when.clock(facts.now).of_day);
     }},
    {"days",
     [](const When& when, const OpenRequest&, const Facts& facts) {
       return when.days.empty() || any_is(when.days, when.clock(facts.now).day);
     }},
    {"subagent",
     [](const When& when, const OpenRequest& request, const Facts&) {
       return any(when.subagent, [&](const auto& each) { return subagent_is(each, request); });
     }},
};

// Whether the operator means the calls themselves, and not only what their agents ask about: a rule
// for everything ("away: block") must not hold up every file that an agent reads.
bool names_calls(const When& when) {
  const bool permissions =
      std::find(when.kind.begin(), when.kind.end(), DialogKind::kPermission) != when.kind.end();
  return permissions && (!when.tool.empty() || !when.input.empty());
}

}  // namespace

std::optional<std::string_view> first_mismatch(const When& when, const OpenRequest& request,
                                               const Facts& facts) {
  if (request.unasked && !names_calls(when)) return "unasked";
  for (const auto& key : kKeys) {
    if (!key.holds(when, request, facts)) return key.name;
  }
  return std::nullopt;
}

Ruling ruling_by(const Rule& rule, const OpenRequest& request) {
  Ruling ruling = built_in_ruling(request);
  ruling.rule = rule.name;
  ruling.mode = rule.then.mode.value_or(ruling.mode);
  ruling.wait = rule.then.wait.value_or(ruling.wait);
  ruling.on_timeout = rule.then.on_timeout.value_or(ruling.on_timeout);
  if (ruling.on_timeout == OnTimeout::kPark && !can_be_parked(request.kind)) {
    ruling.on_timeout = OnTimeout::kLocal;
  }
  ruling.default_choice = rule.then.default_choice.value_or(ruling.default_choice);
  ruling.message = rule.then.message;
  ruling.approvers = rule.then.approvers;
  ruling.expires = rule.then.expires.value_or(ruling.expires);
  ruling.late = rule.then.late.value_or(ruling.late);
  ruling.showing = rule.then.showing;
  return ruling;
}

std::string_view to_word(Mode mode) {
  switch (mode) {
    case Mode::kRace:
      return "race";
    case Mode::kBlock:
      return "block";
    case Mode::kDefer:
      return "defer";
    case Mode::kDefault:
      return "default";
    case Mode::kDeny:
      return "deny";
    case Mode::kLocal:
      return "local";
  }
  return "";
}

std::string_view to_word(OnTimeout on_timeout) {
  switch (on_timeout) {
    case OnTimeout::kLocal:
      return "local";
    case OnTimeout::kDefault:
      return "default";
    case OnTimeout::kDeny:
      return "deny";
    case OnTimeout::kPark:
      return "park";
    case OnTimeout::kStop:
      return "stop";
  }
  return "";
}

std::string_view to_word(Late late) {
  switch (late) {
    case Late::kCurrent:
      return "current";
    case Late::kInject:
      return "inject";
    case Late::kNever:
      return "never";
  }
  return "";
}

}  // namespace afar
