#include "daemon/config/read_responders.h"

#include <limits>

namespace afar::config {
namespace {

Responder read_responder(const std::string& name, const Place& place,
                         std::map<std::int64_t, std::string>& telegram_ids) {
  Responder responder;
  read_members(
      place,
      {{"telegram",
        [&](const Place& at) {
          responder.telegram = read_integer(at, 1, std::numeric_limits<std::int64_t>::max());
          if (!responder.telegram) return;
          const auto [other, is_first] = telegram_ids.emplace(*responder.telegram, name);
          if (!is_first) at.refuse("\"" + other->second + "\" has this id; a person is one entry");
        }},
       {"web", [&](const Place& at) { assign(responder.web, read_boolean(at)); }},
       {"ntfy", [&](const Place& at) { assign(responder.ntfy, read_boolean(at)); }},
       {"may", [&](const Place& at) {
          if (name == kOwner) {
            at.refuse("the owner may answer everything; a rule's approvers bind the owner too");
          }
          responder.may.emplace();
          read_elements(at, [&](const Place& kind) {
            append(*responder.may, read_word(kind, kDialogKinds));
          });
        }}});
  return responder;
}

}  // namespace

Responders read_responders(const Place& place) {
  Responders responders;
  std::map<std::int64_t, std::string> telegram_ids;
  read_entries(place, [&](const std::string& name, const Place& at) {
    responders.emplace(name, read_responder(name, at, telegram_ids));
  });
  return responders;
}

}  // namespace afar::config
