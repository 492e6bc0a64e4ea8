#include "daemon/config/settings.h"

#include <set>

#include "daemon/config/read_responders.h"
#include "daemon/config/read_rules.h"
#include "daemon/config/read_surfaces.h"

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

void add_names(const Node& surfaces, std::string_view key, std::set<std::string>& names) {
  const Node* list = find_member(surfaces, std::string(key) + "s");
  if (list == nullptr) return;
  for (const auto& each : list->elements) {
    const Node* name = find_member(each, "name");
    if (name != nullptr) names.insert(std::string(key) + ":" + name->text);
  }
}

// As rules may name them, which may stand before the surfaces.
std::set<std::string> surfaces_in(const Node& top) {
  std::set<std::string> names{kWebSurface};
  const Node* surfaces = find_member(top, "surfaces");
  if (surfaces == nullptr) return names;
  for (const char* one : {"telegram", "ntfy"}) {
    if (find_member(*surfaces, one) != nullptr) names.insert(one);
  }
  for (const char* several : {"webhook", "command", "plugin"}) {
    add_names(*surfaces, several, names);
  }
  return names;
}

// Nothing that ends is ever removed by itself, so far.
void read_audit(const Place& place) {
  read_members(place, {{"keep", [](const Place& at) {
                          const auto keep = read_duration(at);
                          if (keep && *keep) {
                            at.refuse(
                                "this version of afar has no retention but \"never\" yet; afar "
                                "forget removes the texts of one dialog");
                          }
                        }}});
}

void read_notices(const Place& place, Notices& notices) {
  read_members(place,
               {{"finished", [&](const Place& at) { assign(notices.finished, read_boolean(at)); }},
                {"idle", [&](const Place& at) { assign(notices.idle, read_boolean(at)); }}});
}

}  // namespace

void read_user_file(const Place& top, const std::string& home, Settings& settings) {
  const RulesContext context{home, people_in(top.node()), /*of_system=*/false,
                             surfaces_in(top.node())};
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
       {"surfaces",
        [&](const Place& place) {
          settings.surfaces = read_surfaces(place, {home, *context.people});
        }},
       {"delivery", [&](const Place& place) { settings.delivery = read_delivery(place, home); }},
       {"audit", read_audit},
       {"redact",
        [&](const Place& place) {
          read_elements(place, [&](const Place& at) { append(settings.redact, read_pattern(at)); });
        }},
       {"limits",
        [&](const Place& place) {
          read_members(place, {{"open_dialogs", [&](const Place& at) {
                                  assign(settings.open_dialogs_max,
                                         read_integer(at, 1, kOpenDialogsMost));
                                }}});
        }},
       {"notices", [&](const Place& place) { read_notices(place, settings.notices); }}});
}

void read_system_file(const Place& top, const std::string& home, Settings& settings) {
  const RulesContext context{home, std::nullopt, /*of_system=*/true};
  read_members(
      top,
      {{"rules", [&](const Place& place) { settings.rules.system = read_rules(place, context); }}});
}

}  // namespace afar::config
