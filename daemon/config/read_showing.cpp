#include "daemon/config/read_showing.h"

#include <algorithm>

namespace afar::config {
namespace {

// Bounds for a row of steps that a person still follows.
constexpr std::size_t kStepsMax = 16;
// Nobody wants to be rung up more often.
constexpr Milliseconds kRemindMin(60'000);

std::vector<std::string> read_surface_names(const Place& place, const RulesContext& context) {
  std::vector<std::string> names;
  read_elements(place, [&](const Place& at) {
    const auto name = read_name(at);
    if (!name) return;
    // A rule that was meant to ring a phone must not look as if it did.
    if (context.surfaces && context.surfaces->count(*name) == 0) {
      at.refuse("there is no surface \"" + *name + "\" under surfaces");
    }
    if (std::find(names.begin(), names.end(), *name) != names.end()) {
      at.refuse("\"" + *name + "\" stands twice");
    }
    names.push_back(*name);
  });
  return names;
}

void read_quiet(const Place& place, std::vector<QuietTimes>& quiet) {
  read_elements(place, [&](const Place& at) {
    Times times;
    read_members(at, times_keys(times));
    quiet.push_back({std::move(times.time), std::move(times.days), std::move(times.clock)});
  });
}

// A time that comes: "never" is none.
std::optional<Milliseconds> read_span(const Place& place) {
  const auto limit = read_duration(place);
  if (!limit) return std::nullopt;
  if (!*limit) place.refuse("\"never\" has no meaning here; leave the key out");
  return *limit;
}

void read_escalate(const Place& place, const RulesContext& context,
                   std::vector<Escalation>& steps) {
  read_elements(place, [&](const Place& at) {
    Escalation step;
    bool timed = false;
    bool named = false;
    read_members(at, {{"after",
                       [&](const Place& key) {
                         timed = true;
                         assign(step.after, read_span(key));
                       }},
                      {"surfaces", [&](const Place& key) {
                         named = true;
                         step.surfaces = read_surface_names(key, context);
                       }}});
    if (at.node().type == Node::Type::kObject && !timed) at.refuse("after is missing");
    if (at.node().type == Node::Type::kObject && !named) at.refuse("surfaces is missing");
    if (steps.size() == kStepsMax) at.refuse("at most " + std::to_string(kStepsMax) + " steps");
    steps.push_back(std::move(step));
  });
}

void read_remind(const Place& place, std::optional<Milliseconds>& remind) {
  const auto span = read_duration(place);
  if (!span || !*span) return;
  if (**span < kRemindMin) place.refuse("a reminder comes once a minute at most");
  remind = **span;
}

}  // namespace

std::vector<std::pair<std::string_view, Reader>> showing_keys(ShowingWanted& showing,
                                                              const RulesContext& context) {
  return {
      {"surfaces",
       [&](const Place& place) { showing.surfaces = read_surface_names(place, context); }},
      {"notify_after",
       [&](const Place& place) {
         const auto span = read_duration(place);
         // Never: the page alone, where people look by themselves.
         if (span) showing.notify_after = span->value_or(kNeverNotifies);
       }},
      {"quiet", [&](const Place& place) { read_quiet(place, showing.quiet); }},
      {"escalate", [&](const Place& place) { read_escalate(place, context, showing.escalate); }},
      {"remind", [&](const Place& place) { read_remind(place, showing.remind); }}};
}

}  // namespace afar::config
