// Who comes to the page: by the owner's token, or as a browser that a one-time link let in. The
// record holds hashes only; what opens the door is known to the browser and the file alone. Owned
// by the web surface; loop thread only.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "daemon/config/configuration.h"
#include "daemon/net/http_request.h"
#include "daemon/surfaces/reception.h"
#include "daemon/surfaces/web/attempts.h"
#include "daemon/turn/commit_turns.h"

namespace afar::web {

struct Visitor {
  std::string name;               // the responder's
  std::optional<LoginRow> login;  // absent: by the token
};

// Why nobody comes in.
struct TurnedAway {
  int status = 401;
  std::string why;
};
using VisitorHandler = std::function<void(const std::variant<Visitor, TurnedAway>&)>;

// A browser that was let in: what it has to show from now on.
struct LetIn {
  std::string secret;
  Visitor visitor;
};
using LetInHandler = std::function<void(const std::variant<LetIn, TurnedAway>&)>;

// The code of a link.
struct Code {
  std::string secret;
  WallTime expires_at{};
};

class Visitors : public std::enable_shared_from_this<Visitors> {
 public:
  // `token`: the owner's; empty: nobody comes in by it.
  Visitors(CommitTurns& turns, Reception& reception, const config::Configuration& configuration,
           std::string token, const Attempts::Limits& limits = {});

  // The name of the cookie with a browser's secret. Of each port its own: browsers do not tell
  // ports of one machine apart.
  static std::string cookie_name(std::uint16_t port);

  void recognize(const http::Request& request, std::uint16_t port, VisitorHandler handler);
  // Whether somebody who came in before may stay.
  void recognize_again(const Visitor& visitor, std::function<void(bool)> handler);
  // Trades the code of a link for a secret; each code once.
  void let_in(const std::string& code, const http::Request& request, LetInHandler handler);
  // Ends the visitor's login. `done`: false where that could not be kept.
  void log_out(const Visitor& visitor, std::function<void(bool done)> handler);

  // In a turn: the code of a new link for this responder.
  static Code make_code(CommitTurns::Job& job, const std::string& responder);
  // In a turn: ends a login, whoever's. false: there is none of that number.
  static bool revoke(CommitTurns::Job& job, std::int64_t id, const Decider& by);
  // Why no link can be made for that name, in words.
  static std::optional<std::string> why_no_link(const config::Configuration& configuration,
                                                const std::string& name);

 private:
  void by_token(const std::string& given, const http::Request& request,
                const VisitorHandler& handler);
  void by_cookie(const std::string& secret, const VisitorHandler& handler);
  std::variant<Visitor, TurnedAway> judged(const std::optional<LoginRow>& row, WallTime now) const;
  void note_seen(const LoginRow& row, WallTime now);

  CommitTurns& turns_;
  Reception& reception_;
  const config::Configuration& configuration_;
  const std::string token_;
  Attempts attempts_;
};

}  // namespace afar::web
