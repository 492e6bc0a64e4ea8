// The daemon itself: how it is, what the person says of their presence, and its end.
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

#include "daemon/ipc/methods.h"
#include "daemon/ipc/person.h"
#include "shared/dialog/fields.h"
#include "shared/version.h"

namespace afar {
namespace {

using nlohmann::json;

// The newest that failed; the record has them all.
constexpr int kFailedResumesMax = 20;

json resumes_json(Store& store) {
  json failed = json::array();
  for (const auto& row : store.failed_resumes(kFailedResumesMax)) {
    const bool again = row.state != ResumeRow::State::kFailed;
    failed.push_back({{"dialog", row.dialog},
                      {"attempts", row.attempts},
                      {"why", row.why},
                      {"again_at", again ? json(to_rfc3339(row.due_at)) : json(nullptr)}});
  }
  return {{"under_way", store.count_resumes()}, {"failed", std::move(failed)}};
}

json presence_json(const Desk& desk, WallTime now) {
  const Signs& signs = desk.broker.signs();
  return {{"mode", signs.said ? to_word(*signs.said) : "auto"},
          {"presence", to_word(desk.configuration.facts_at(now, signs).presence)},
          {"last_prompt_at",
           signs.last_prompt_at ? json(to_rfc3339(*signs.last_prompt_at)) : json(nullptr)}};
}

void status(Desk& desk, const Call& call) {
  desk.turns.post(call.work([call, &desk](CommitTurns::Job& job) {
    const json result = status_json(desk, job);
    job.after.emplace_back([call, result] { call.reply(result); });
  }));
}

void get_presence(Desk& desk, const Call& call) {
  call.reply(presence_json(desk, read_clocks().wall));
}

void set_presence(Desk& desk, const Call& call) {
  const std::string mode = Fields(call.params()).string("mode");
  const auto said = presence_from(mode);
  if (!said && mode != "auto") {
    throw CallRefused(rpc::ErrorCode::kInvalidParams, "mode: expected here, away or auto");
  }
  desk.turns.post(for_person(call, "", [call, said, &desk](CommitTurns::Job& job) {
    job.broker.set_presence(job.turn, said, owner_at_cli());
    job.after.emplace_back([call, said, &desk, now = job.turn.now.wall] {
      desk.broker.note_presence(said);
      call.reply(presence_json(desk, now));
    });
  }));
}

// Times out on the caller's side: whoever gives up waiting closes the connection.
void probe(Desk& desk, const Call& call) {
  const std::string surface = Fields(call.params()).string("surface");
  desk.turns.post(for_person(call, "", [call, surface, &desk](CommitTurns::Job& job) {
    job.after.emplace_back([call, surface, &desk] {
      const bool known = desk.people.probe(surface, [call](bool ok, const std::string& words) {
        call.reply({{"ok", ok}, {"words", words}});
      });
      if (!known) {
        call.fail(rpc::ErrorCode::kNotFound, "there is no surface " + surface);
      }
    });
  }));
}

void shut_down(Desk& desk, const Call& call) {
  call.reply(json::object());
  boost::asio::post(desk.loop, desk.stop);
}

}  // namespace

json status_json(const Desk& desk, CommitTurns::Job& job) {
  const auto& counters = job.broker.counters();
  const auto uptime = std::chrono::floor<Milliseconds>(job.turn.now.mono - desk.started_mono);
  return {{"pid", ::getpid()},
          {"version", product_version()},
          {"protocol", kProtocolVersion},
          {"schema", kSchemaVersion},
          {"started_at", to_rfc3339(desk.started_at)},
          {"uptime_ms", uptime.count()},
          {"database", desk.database},
          {"socket", desk.socket},
          {"resumes", resumes_json(job.store)},
          {"presence", presence_json(desk, job.turn.now.wall)},
          {"surfaces", desk.people.status(job)},
          {"counters",
           {{"open", job.store.count_open()},
            {"waiters", job.broker.waiters().size()},
            {"opened", counters.opened},
            {"joined", counters.joined},
            {"stayed_out", counters.stayed_out},
            {"answered", counters.answered},
            {"late_answers", counters.late_answers},
            {"refused_answers", counters.refused_answers},
            {"timeouts", counters.timeouts},
            {"turns", desk.turns.counters().turns},
            {"failed_turns", desk.turns.counters().failed_turns},
            {"refused_calls", desk.refused_calls},
            {"connections", desk.count_connections()}}}};
}

std::vector<Method> status_methods() {
  return {{"status", false, true, status},
          {"presence.get", false, true, get_presence},
          {"presence.set", false, true, set_presence},
          {"surface.probe", false, true, probe},
          {"shutdown", false, true, shut_down},
          {"handover", false, true, shut_down}};
}

}  // namespace afar
