// Who is here, how the daemon is, and the stream of what changes.
#include <array>
#include <nlohmann/json.hpp>
#include <span>

#include "daemon/surfaces/web/api.h"
#include "daemon/surfaces/web/metrics.h"
#include "daemon/surfaces/web/replies.h"
#include "shared/version.h"

namespace afar::web {
namespace {

using nlohmann::json;

json login_json(const std::optional<LoginRow>& login) {
  if (!login) return nullptr;
  return {{"id", login->id},
          {"created_at", to_rfc3339(login->created_at)},
          {"expires_at", to_rfc3339(login->expires_at)}};
}

json kinds_json(const config::Configuration& configuration, const std::string& name) {
  const auto& responders = configuration.settings().responders;
  const auto found = responders.find(name);
  if (found == responders.end() || !found->second.may) return nullptr;
  json kinds = json::array();
  for (const DialogKind kind : *found->second.may) kinds.push_back(to_word(kind));
  return kinds;
}

void me(const ApiCall& call) {
  call.reply(200, {{"name", call.visitor.name},
                   {"may", kinds_json(call.tools->configuration, call.visitor.name)},
                   {"by", call.visitor.login ? "cookie" : "token"},
                   {"login", login_json(call.visitor.login)},
                   {"version", product_version()}});
}

void events(const ApiCall& call) {
  auto headers = api_headers("text/event-stream");
  // nginx would gather what comes now and then.
  headers.emplace_back("X-Accel-Buffering", "no");
  if (const auto stream = call.exchange->stream(headers)) {
    call.tools->events->add(stream, call.visitor);
  }
}

json sessions_json(Store& store) {
  json sessions = json::array();
  for (const auto& each : store.sessions()) {
    sessions.push_back(
        {{"agent", each.key.agent},
         {"session", each.key.session},
         {"project", each.project},
         {"cwd", each.cwd},
         {"generation", each.generation},
         {"last_event", each.last_event},
         {"last_event_at", to_rfc3339(each.last_event_at)},
         {"last_prompt_at",
          each.last_prompt_at ? json(to_rfc3339(*each.last_prompt_at)) : json(nullptr)}});
  }
  return sessions;
}

void read_status(const ApiCall& call, const std::function<http::Response(const json&)>& reply,
                 bool with_sessions) {
  call.tools->turns.post({[call, reply, with_sessions](CommitTurns::Job& job) {
                            json status = call.tools->status(job);
                            if (with_sessions) status["sessions"] = sessions_json(job.store);
                            job.after.emplace_back([call, reply, status]() mutable {
                              status["web"] = call.tools->web_status();
                              call.exchange->respond(reply(status));
                            });
                          },
                          [call](WorkFailure, const std::string& why) { call.fail(503, why); }});
}

void status(const ApiCall& call) {
  read_status(
      call, [](const json& read) { return json_reply(200, read); }, true);
}

void metrics(const ApiCall& call) {
  const auto reply = [](const json& read) {
    return http::Response{200, api_headers("text/plain; version=0.0.4; charset=utf-8"),
                          metrics_text(read)};
  };
  read_status(call, reply, false);
}

void log_out(const ApiCall& call) {
  call.tools->visitors->log_out(call.visitor, [call](bool done) {
    if (!done) {
      call.fail(503, "the record cannot be kept at the moment");
      return;
    }
    http::Response gone = json_reply(200, json::object());
    gone.headers.push_back(call.tools->cookie(call.request(), ""));
    call.exchange->respond(std::move(gone));
    call.tools->events->look_who_may_stay();
  });
}

constexpr std::array kRoutes{Route{"GET", "/api/me", me}, Route{"GET", "/api/events", events},
                             Route{"GET", "/api/status", status}, Route{"GET", "/metrics", metrics},
                             Route{"POST", "/api/logout", log_out}};

}  // namespace

std::span<const Route> state_routes() { return kRoutes; }

}  // namespace afar::web
