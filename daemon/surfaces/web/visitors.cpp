#include "daemon/surfaces/web/visitors.h"

#include <nlohmann/json.hpp>

#include "daemon/core/showing.h"
#include "daemon/surfaces/web/secrets.h"
#include "daemon/text/printable.h"
#include "shared/rpc/message.h"

namespace afar::web {
namespace {

using nlohmann::json;

// 128 bits: short enough for a QR code that a phone reads from a screen.
constexpr std::size_t kCodeBytes = 16;
constexpr std::size_t kSecretBytes = 32;
constexpr Milliseconds kCodeLives = std::chrono::minutes(5);
constexpr Milliseconds kLoginLives = std::chrono::days(30);
// That a browser came is noted from time to time, not at each request.
constexpr Milliseconds kSeenAgain = std::chrono::minutes(10);
// What a browser says of itself is for people to tell them apart by.
constexpr std::size_t kLabelBytesMax = 200;
// More than anybody has browsers; the oldest gives way.
constexpr std::size_t kLoginsMax = 500;

const TurnedAway kUnknown{401, "nobody is logged in here: run \"afar web\" and open its link"};
const TurnedAway kTooOften{429, "too many tries: wait a minute"};
const TurnedAway kNoDisk{503, "the record cannot be read or kept at the moment"};

Decider person(const std::string& name) { return {Decider::Kind::kPerson, name, kWebSurface, ""}; }

std::string label_of(const http::Request& request) {
  std::string label = request.header("User-Agent").value_or("");
  if (label.size() > kLabelBytesMax) label.resize(kLabelBytesMax);
  return printable_line(label);
}

void record(CommitTurns::Job& job, const char* kind, const Decider& by, const json& body) {
  job.store.append_audit({job.turn.now.wall, kind, std::nullopt, by, rpc::dump(body)});
}

std::optional<std::string> bearer_in(const http::Request& request) {
  const auto header = request.header("Authorization");
  if (!header) return std::nullopt;
  constexpr std::string_view kScheme = "Bearer ";
  if (!http::same_word(header->substr(0, kScheme.size()), kScheme)) return "";
  return header->substr(kScheme.size());
}

}  // namespace

Visitors::Visitors(CommitTurns& turns, Reception& reception,
                   const config::Configuration& configuration, std::string token,
                   const Attempts::Limits& limits)
    : turns_(turns),
      reception_(reception),
      configuration_(configuration),
      token_(std::move(token)),
      attempts_(limits) {}

std::string Visitors::cookie_name(std::uint16_t port) { return "afar_" + std::to_string(port); }

void Visitors::recognize(const http::Request& request, std::uint16_t port, VisitorHandler handler) {
  if (const auto given = bearer_in(request)) {
    by_token(*given, request, handler);
  } else if (const auto secret = request.cookie(cookie_name(port))) {
    by_cookie(*secret, handler);
  } else {
    handler(kUnknown);
  }
}

void Visitors::by_token(const std::string& given, const http::Request& request,
                        const VisitorHandler& handler) {
  // Not after the attempts of others: nobody finds 256 bits by trying, and who keeps trying must
  // not keep the owner's scripts out.
  if (!token_.empty() && equal_secrets(given, token_)) {
    handler(Visitor{kOwner, std::nullopt});
    return;
  }
  const MonoTime now = read_clocks().mono;
  if (!attempts_.may_try(request.peer, now)) {
    handler(kTooOften);
    return;
  }
  attempts_.note_failure(request.peer, now);
  reception_.turn_away(kWebSurface, request.peer, "a wrong token");
  handler(TurnedAway{401, "this is not the token"});
}

void Visitors::by_cookie(const std::string& secret, const VisitorHandler& handler) {
  turns_.post({[self = shared_from_this(), hash = sha256(secret), handler](CommitTurns::Job& job) {
                 const auto row = job.store.find_login(hash);
                 const WallTime now = job.turn.now.wall;
                 job.after.emplace_back([self, row, now, handler] {
                   const auto result = self->judged(row, now);
                   if (std::holds_alternative<Visitor>(result)) self->note_seen(*row, now);
                   handler(result);
                 });
               },
               [handler](WorkFailure, const std::string&) { handler(kNoDisk); }});
}

std::variant<Visitor, TurnedAway> Visitors::judged(const std::optional<LoginRow>& row,
                                                   WallTime now) const {
  if (!row || row->is_code || row->expires_at <= now) return kUnknown;
  if (why_no_link(configuration_, row->responder)) {
    return TurnedAway{403, row->responder + " may not use this page any more"};
  }
  return Visitor{row->responder, row};
}

void Visitors::note_seen(const LoginRow& row, WallTime now) {
  if (row.last_seen_at && now - *row.last_seen_at < kSeenAgain) return;
  turns_.post_lazily({[id = row.id, now](CommitTurns::Job& job) { job.store.see_login(id, now); },
                      [](WorkFailure, const std::string&) {}});
}

void Visitors::recognize_again(const Visitor& visitor, std::function<void(bool)> handler) {
  if (!visitor.login) {
    handler(true);
    return;
  }
  turns_.post(
      {[self = shared_from_this(), hash = visitor.login->hash, handler](CommitTurns::Job& job) {
         const bool stays = std::holds_alternative<Visitor>(
             self->judged(job.store.find_login(hash), job.turn.now.wall));
         job.after.emplace_back([handler, stays] { handler(stays); });
       },
       // Nothing is known to have changed.
       [handler](WorkFailure, const std::string&) { handler(true); }});
}

void Visitors::let_in(const std::string& code, const http::Request& request, LetInHandler handler) {
  const MonoTime now = read_clocks().mono;
  if (!attempts_.may_try(request.peer, now)) {
    handler(kTooOften);
    return;
  }
  turns_.post(
      {[self = shared_from_this(), hash = sha256(code), label = label_of(request),
        peer = request.peer, secret = draw_secret(kSecretBytes), handler](CommitTurns::Job& job) {
         const WallTime at = job.turn.now.wall;
         const auto link = job.store.find_login(hash);
         if (!link || !link->is_code || link->expires_at <= at ||
             why_no_link(self->configuration_, link->responder)) {
           job.after.emplace_back([self, peer, handler] {
             self->attempts_.note_failure(peer, read_clocks().mono);
             self->reception_.turn_away(kWebSurface, peer, "a link that is unknown, old or used");
             handler(TurnedAway{401,
                                "this link is unknown, was used, or is older than five "
                                "minutes: run \"afar web\" again"});
           });
           return;
         }
         job.store.remove_login(link->id);
         job.store.remove_old_logins(at);
         const auto others = job.store.logins(at);
         if (others.size() >= kLoginsMax) job.store.remove_login(others.front().id);
         LoginRow row;
         row.hash = sha256(secret);
         row.responder = link->responder;
         row.label = label;
         row.created_at = at;
         row.expires_at = at + kLoginLives;
         row.last_seen_at = at;
         job.store.insert_login(row);
         row = *job.store.find_login(row.hash);
         record(job, "login", person(row.responder), {{"login", row.id}, {"label", row.label}});
         job.after.emplace_back([handler, secret, row] {
           handler(LetIn{secret, Visitor{row.responder, row}});
         });
       },
       [handler](WorkFailure, const std::string&) { handler(kNoDisk); }});
}

void Visitors::log_out(const Visitor& visitor, std::function<void(bool done)> handler) {
  if (!visitor.login) {
    handler(true);
    return;
  }
  turns_.post({[visitor, handler](CommitTurns::Job& job) {
                 if (job.store.remove_login(visitor.login->id)) {
                   record(job, "logout", person(visitor.name), {{"login", visitor.login->id}});
                 }
                 job.after.emplace_back([handler] { handler(true); });
               },
               [handler](WorkFailure, const std::string&) { handler(false); }});
}

Code Visitors::make_code(CommitTurns::Job& job, const std::string& responder) {
  const WallTime at = job.turn.now.wall;
  const std::string code = draw_secret(kCodeBytes);
  job.store.remove_old_logins(at);
  LoginRow row;
  row.hash = sha256(code);
  row.is_code = true;
  row.responder = responder;
  row.created_at = at;
  row.expires_at = at + kCodeLives;
  job.store.insert_login(row);
  return {code, row.expires_at};
}

bool Visitors::revoke(CommitTurns::Job& job, std::int64_t id, const Decider& by) {
  const auto rows = job.store.logins(job.turn.now.wall);
  const bool is_login =
      std::any_of(rows.begin(), rows.end(), [&](const LoginRow& row) { return row.id == id; });
  if (!is_login || !job.store.remove_login(id)) return false;
  record(job, "login_revoked", by, {{"login", id}});
  return true;
}

std::optional<std::string> Visitors::why_no_link(const config::Configuration& configuration,
                                                 const std::string& name) {
  if (name == kOwner) return std::nullopt;
  const auto& responders = configuration.settings().responders;
  const auto found = responders.find(name);
  if (found == responders.end()) {
    return "the configuration names no responder \"" + printable_line(name) + "\"";
  }
  if (!found->second.web) {
    return "the responder \"" + name + "\" does not have \"web\": true in the configuration";
  }
  return std::nullopt;
}

}  // namespace afar::web
