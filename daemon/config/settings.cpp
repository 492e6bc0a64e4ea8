#include "daemon/config/settings.h"

#include <set>

#include "daemon/config/not_yet.h"
#include "daemon/config/read_responders.h"
#include "daemon/config/read_rules.h"

namespace afar::config {
namespace {

// So many open dialogs take some 100 MB of disk; nobody answers them any more.
constexpr std::int64_t kOpenDialogsMost = 1'000'000;

// Rules may name people who stand further down in the file.
std::set<std::string> people_in(const Node& top) {
  std::set<std::string> people{kOwner};
  if (const Node* responders = find_member(top, "responders")) {
    for (const auto& member : responders->members) people.insert(member.name);
  }
  return people;
}

}  // namespace

void read_user_file(const Place& top, const std::string& home, Settings& settings) {
  const RulesContext context{home, people_in(top.node()), /*of_system=*/false};
  read_members(
      top,
      {{"presence",
        [&](const Place& place) {
          read_members(place, {{"away_after", [&](const Place& at) {
                                  assign(settings.away_after, read_duration(at));
                                }}});
        }},
       {"responders", [&](const Place& place) { settings.responders = read_responders(place); }},
       {"rules", [&](const Place& place) { settings.rules.user = read_rules(place, context); }},
       {"surfaces", read_surfaces_not_yet},
       {"delivery", [&](const Place& place) { settings.delivery = read_delivery(place, home); }},
       {"audit", read_audit_not_yet},
       {"redact", read_redact_not_yet},
       {"limits",
        [&](const Place& place) {
          read_members(place, {{"open_dialogs", [&](const Place& at) {
                                  assign(settings.open_dialogs_max,
                                         read_integer(at, 1, kOpenDialogsMost));
                                }}});
        }},
       {"notices", read_notices_not_yet}});
}

void read_system_file(const Place& top, const std::string& home, Settings& settings) {
  const RulesContext context{home, std::nullopt, /*of_system=*/true};
  read_members(
      top,
      {{"rules", [&](const Place& place) { settings.rules.system = read_rules(place, context); }}});
}

}  // namespace afar::config
