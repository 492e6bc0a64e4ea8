// The streams of what changes: each browser gets the open dialogs first, and then every change of
// one. Owned by the web surface; loop thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "daemon/net/http_server.h"
#include "daemon/surfaces/web/visitors.h"

namespace afar::web {

class Events : public std::enable_shared_from_this<Events> {
 public:
  // `heartbeat`: how often a stream on which nothing happens gets a sign of life, so that nothing
  // on the way ends it.
  Events(boost::asio::io_context& loop, CommitTurns& turns, const Reception& reception,
         std::shared_ptr<Visitors> visitors, Milliseconds heartbeat);

  void add(std::shared_ptr<http::Stream> stream, const Visitor& visitor);
  // These have changed, and that is committed.
  void changed(const std::vector<DialogId>& ids);
  // Somebody was shown the door, or the configuration is another: who may not stay is cut off.
  void look_who_may_stay();
  void stop();

 private:
  void read_changes();
  void tell(const DialogId& id, bool is_open, const std::string& dialog);
  void beat();
  void arm();

  CommitTurns& turns_;
  const Reception& reception_;
  std::shared_ptr<Visitors> visitors_;
  const Milliseconds heartbeat_;
  boost::asio::steady_timer timer_;
  std::map<std::shared_ptr<http::Stream>, Visitor> streams_;
  // Open dialogs that the streams know: what changes in one of these is an update.
  std::set<DialogId> known_;
  std::vector<DialogId> changed_;  // not read yet, each once
  bool reading_ = false;
};

}  // namespace afar::web
