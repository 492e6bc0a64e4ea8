// Links to the web page, and the browsers that came in by them: only a person may have one, since
// whoever is in answers for a person.
#include <nlohmann/json.hpp>

#include "daemon/core/responder.h"
#include "daemon/ipc/methods.h"
#include "daemon/ipc/person.h"
#include "shared/dialog/fields.h"

namespace afar {
namespace {

using nlohmann::json;

void login(Desk& desk, const Call& call) {
  const std::string name = Fields(call.params()).optional_string("as").value_or(kOwner);
  desk.turns.post(for_person(call, "", [call, name, &desk](CommitTurns::Job& job) {
    const auto& links = desk.people.links;
    if (const std::string why = links.why_off(); !why.empty()) {
      throw CallRefused(rpc::ErrorCode::kUnavailable, "the web page is off: " + why);
    }
    if (const auto why = links.why_none(name)) {
      throw CallRefused(rpc::ErrorCode::kInvalidParams, *why);
    }
    const json result = links.make(job, name);
    job.after.emplace_back([call, result] { call.reply(result); });
  }));
}

json login_json(const LoginRow& row) {
  return {{"id", row.id},
          {"responder", row.responder},
          {"label", row.label},
          {"created_at", to_rfc3339(row.created_at)},
          {"expires_at", to_rfc3339(row.expires_at)},
          {"last_seen_at", row.last_seen_at ? json(to_rfc3339(*row.last_seen_at)) : json(nullptr)}};
}

void list_logins(Desk& desk, const Call& call) {
  desk.turns.post(call.work([call](CommitTurns::Job& job) {
    json logins = json::array();
    for (const auto& row : job.store.logins(job.turn.now.wall)) logins.push_back(login_json(row));
    const json result = {{"logins", std::move(logins)}};
    job.after.emplace_back([call, result] { call.reply(result); });
  }));
}

void revoke(Desk& desk, const Call& call) {
  const Fields fields(call.params());
  const auto id = fields.optional_integer("id");
  if (!id) fields.refuse("id", "expected the number of a login");
  desk.turns.post(for_person(call, "", [call, id = *id, &desk](CommitTurns::Job& job) {
    if (!desk.people.links.end(job, id)) {
      throw CallRefused(rpc::ErrorCode::kNotFound, "there is no login " + std::to_string(id));
    }
    job.after.emplace_back([call, id, &desk] {
      desk.people.links.ended();
      call.reply({{"id", id}});
    });
  }));
}

}  // namespace

std::vector<Method> web_methods() {
  return {{"web.login", false, true, login},
          {"web.logins", false, true, list_logins},
          {"web.revoke", false, true, revoke}};
}

}  // namespace afar
