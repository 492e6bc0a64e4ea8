// The page's JSON API: which function answers what, once it is known who asks. Owned by the web
// surface; loop thread only.
#pragma once
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "daemon/net/http_server.h"
#include "daemon/surfaces/reception.h"
#include "daemon/surfaces/web/events.h"
#include "daemon/surfaces/web/visitors.h"

namespace afar::web {

// What the API works with. Kept as long as an answer is under way.
struct ApiTools {
  boost::asio::io_context& loop;
  CommitTurns& turns;
  Reception& reception;
  const config::Configuration& configuration;
  boost::asio::thread_pool& readers;  // long reads, with a connection of their own
  std::string database;
  std::shared_ptr<Visitors> visitors;
  std::shared_ptr<Events> events;
  // What `afar status` shows, and what the page is doing itself.
  std::function<nlohmann::json(CommitTurns::Job&)> status;
  std::function<nlohmann::json()> web_status;
  // The header that makes a browser keep this secret, or with an empty one forget it.
  std::function<http::Header(const http::Request&, const std::string& secret)> cookie;
};

struct ApiCall {
  std::shared_ptr<const ApiTools> tools;
  std::shared_ptr<http::Exchange> exchange;
  Visitor visitor;
  std::string id;  // the dialog's, of a path that has one

  const http::Request& request() const { return exchange->request(); }
  void reply(int status, const nlohmann::json& body) const;
  void fail(int status, const std::string& words) const;
};

struct Route {
  std::string_view method;
  std::string_view path;  // "*" stands for a dialog's id
  void (*run)(const ApiCall& call);
};

// Runs the function that the request's path and method name, or says that there is none. Never
// throws.
void run_api(ApiCall call);

// Of one dialog and of lists of them.
std::span<const Route> dialog_routes();
// Looking back: what has ended, and numbers.
std::span<const Route> history_routes();
// Who is here, how the daemon is, and the stream of changes.
std::span<const Route> state_routes();

// Throws BadField where the body is not a JSON object within the wire's depth.
nlohmann::json body_of(const http::Request& request);

}  // namespace afar::web
