#include "daemon/config/not_yet.h"

namespace afar::config {

void refuse_not_yet(const Place& place, std::string_view what) {
  place.refuse("this version of afar has no " + std::string(what) + " yet");
}

void read_surfaces_not_yet(const Place& place) {
  const Reader refuse = [](const Place& at) { refuse_not_yet(at, "surfaces"); };
  read_members(place, {{"web", refuse},
                       {"telegram", refuse},
                       {"ntfy", refuse},
                       {"webhooks", refuse},
                       {"commands", refuse},
                       {"plugins", refuse}});
}

void read_rule_surfaces_not_yet(const Place& place) {
  read_elements(place, [](const Place& at) {
    if (read_name(at)) refuse_not_yet(at, "surfaces");
  });
}

void read_audit_not_yet(const Place& place) {
  read_members(place, {{"keep", [](const Place& at) {
                          const auto keep = read_duration(at);
                          if (keep && *keep) refuse_not_yet(at, "retention but \"never\"");
                        }}});
}

void read_redact_not_yet(const Place& place) {
  read_elements(place, [](const Place& at) { refuse_not_yet(at, "redaction"); });
}

void read_notices_not_yet(const Place& place) {
  const Reader refuse_true = [](const Place& at) {
    if (read_boolean(at).value_or(false)) refuse_not_yet(at, "notices");
  };
  read_members(place, {{"finished", refuse_true}, {"idle", refuse_true}});
}

}  // namespace afar::config
