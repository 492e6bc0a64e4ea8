// The web page: a surface that people look at by themselves. Nothing is sent to it; it shows what
// there is, tells open pages what changes, and takes answers. Owned by the surfaces; loop thread
// only.
#pragma once
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "daemon/net/http_server.h"
#include "daemon/surfaces/reception.h"
#include "daemon/surfaces/surface.h"
#include "daemon/surfaces/web/api.h"
#include "daemon/surfaces/web/guard.h"

namespace afar {

// What the page works with. Outlives it.
struct WebTools {
  boost::asio::io_context& loop;
  CommitTurns& turns;
  Reception& reception;
  const config::Configuration& configuration;
  boost::asio::thread_pool& readers;
  std::string database;
  // What `afar status` shows.
  std::function<nlohmann::json(CommitTurns::Job&)> status;
};

class Web : public Surface, public std::enable_shared_from_this<Web> {
 public:
  struct Times {
    http::Limits limits{};
    Milliseconds heartbeat{20'000};
  };
  Web(WebTools tools, config::WebSettings settings, const Times& times);

  const std::string& name() const override;
  void start() override;
  void stop() override;
  // Only what escalates to the page comes here; open pages hear of it as of every change.
  void show(const Card& card, SentHandler sent) override;
  void update(const Card& card, SentHandler sent) override;
  void close(const Card& card, SentHandler sent) override;
  void notice(const std::string& text) override;
  void probe(ProbeHandler probed) override;
  nlohmann::json status() const override;

  // These have changed, and that is committed.
  void changed(const std::vector<DialogId>& ids) { events_->changed(ids); }
  // Where it could not listen, tries again: whoever had the port may be gone.
  void listen_again();
  // Somebody may not stay any more: a login was ended, the configuration is another.
  void look_who_may_stay() { events_->look_who_may_stay(); }

  // Why the page cannot be reached; empty: it can.
  const std::string& why_down() const { return why_down_; }
  // Where it is, without a slash at the end: on this machine, and from elsewhere (empty: nowhere).
  std::string local_url() const;
  const std::string& public_url() const { return settings_.public_url; }

 private:
  void listen();
  void take(const std::shared_ptr<http::Exchange>& exchange);
  void take_api(const std::shared_ptr<http::Exchange>& exchange);
  void take_login(const std::shared_ptr<http::Exchange>& exchange);
  http::Header cookie(const http::Request& request, const std::string& secret) const;

  WebTools tools_;
  const config::WebSettings settings_;
  const web::Guard guard_;
  http::Server server_;
  std::shared_ptr<web::Visitors> visitors_;
  std::shared_ptr<web::Events> events_;
  std::shared_ptr<const web::ApiTools> api_;
  std::string why_down_;
  std::string why_no_token_;  // empty: there is one
};

}  // namespace afar
