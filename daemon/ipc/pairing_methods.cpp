// Letting people of a chat in: only the person at this machine may.
#include <nlohmann/json.hpp>

#include "daemon/ipc/methods.h"
#include "daemon/ipc/person.h"
#include "daemon/surfaces/pairing.h"
#include "shared/dialog/fields.h"

namespace afar {
namespace {

using nlohmann::json;

json to_json(const PairedPerson& person) {
  return {{"id", person.id},
          {"name", person.name},
          {"responder", person.responder},
          {"at", to_rfc3339(person.at)}};
}

Pairing& pairing_of(const Desk& desk, const Fields& fields) {
  const std::string surface = fields.string("surface");
  Pairing* pairing = desk.people.pairing ? desk.people.pairing(surface) : nullptr;
  if (pairing == nullptr) {
    throw CallRefused(rpc::ErrorCode::kNotFound,
                      "the surface \"" + surface.substr(0, 40) +
                          "\" is not configured, or people are not paired with it");
  }
  return *pairing;
}

// Answers the call with what was asked for, or with why not.
Pairing::Handler<PairedPerson> telling(const Call& call) {
  return [call](const std::optional<PairedPerson>& person, const std::string& why) {
    if (!person) return call.fail(rpc::ErrorCode::kNotFound, why);
    call.reply(to_json(*person));
  };
}

// A responder of the configuration, or the owner.
std::string responder_in(const Desk& desk, const Fields& fields) {
  const std::string name = fields.string_or("responder", kOwner);
  const auto& known = desk.configuration.settings().responders;
  if (name == kOwner || known.count(name) > 0) return name;
  std::string names = kOwner;
  for (const auto& [each, responder] : known) names += ", " + each;
  throw CallRefused(rpc::ErrorCode::kInvalidParams,
                    "there is no responder \"" + name.substr(0, 60) +
                        "\" in the configuration; there are: " + names);
}

// Runs on the surface once the caller is known to be no agent.
void for_person_later(Desk& desk, const Call& call, std::function<void(Pairing&)> act) {
  pairing_of(desk, Fields(call.params()));  // refused before anything else
  desk.turns.post(for_person(call, "", [&desk, call, act](CommitTurns::Job& job) {
    job.after.emplace_back([&desk, call, act] {
      try {
        act(pairing_of(desk, Fields(call.params())));
      } catch (const CallRefused& refused) {
        call.fail(refused.code(), refused.what());
      }
    });
  }));
}

void start(Desk& desk, const Call& call) {
  const std::string responder = responder_in(desk, Fields(call.params()));
  for_person_later(desk, call, [call, responder](Pairing& pairing) {
    pairing.begin(responder,
                  [call](const std::optional<PairingCode>& code, const std::string& why) {
                    if (!code) return call.fail(rpc::ErrorCode::kInternal, why);
                    call.reply({{"code", code->code},
                                {"link", code->link},
                                {"bot", code->bot},
                                {"expires_at", to_rfc3339(code->expires_at)}});
                  });
  });
}

void wait(Desk& desk, const Call& call) {
  const std::string code = Fields(call.params()).string("code");
  for_person_later(desk, call,
                   [call, code](Pairing& pairing) { pairing.await(code, telling(call)); });
}

void confirm(Desk& desk, const Call& call) {
  const Fields fields(call.params());
  const std::string code = fields.string("code");
  const bool accept = fields.boolean_or("accept", false);
  for_person_later(desk, call, [call, code, accept](Pairing& pairing) {
    pairing.confirm(code, accept, telling(call));
  });
}

void list(Desk& desk, const Call& call) {
  json people = json::array();
  for (const auto& person : pairing_of(desk, Fields(call.params())).list()) {
    people.push_back(to_json(person));
  }
  call.reply({{"people", std::move(people)}});
}

void revoke(Desk& desk, const Call& call) {
  const std::string id = Fields(call.params()).string("id");
  for_person_later(desk, call, [call, id](Pairing& pairing) { pairing.revoke(id, telling(call)); });
}

}  // namespace

std::vector<Method> pairing_methods() {
  return {{"pairing.start", false, true, start},
          {"pairing.wait", false, true, wait},
          {"pairing.confirm", false, true, confirm},
          {"pairing.list", false, true, list},
          {"pairing.revoke", false, true, revoke}};
}

}  // namespace afar
