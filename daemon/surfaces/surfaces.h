// All surfaces that are configured: made, started and ended as the configuration changes. Owned by
// main; loop thread only.
#pragma once
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daemon/net/http_client.h"
#include "daemon/surfaces/outbox.h"
#include "daemon/surfaces/reception.h"
#include "daemon/surfaces/surface.h"

namespace afar {

// What surfaces work with. Outlives them.
struct SurfaceTools {
  boost::asio::io_context& loop;
  CommitTurns& turns;
  Reception& reception;
  const config::Configuration& configuration;
  HttpClient& http;
  std::string state_dir;
  Outbox::Rests rests;  // for what a surface tries again by itself
  boost::asio::thread_pool& readers;  // long reads, with a connection of their own
  std::string database;
  std::string web_token;  // the file with the page's token, where the configuration names none
  // What `afar status` shows.
  std::function<nlohmann::json(CommitTurns::Job&)> daemon_status;
};

class Web;

class Surfaces {
 public:
  Surfaces(SurfaceTools tools, Outbox& outbox) : tools_(tools), outbox_(outbox) {}

  // As the configuration is now: what has not changed goes on undisturbed.
  void apply();
  void stop();
  // These dialogs have changed, and that is committed: for whoever looks at them.
  void changed(const std::vector<DialogId>& ids) const;

  // nullptr: there is none of that name.
  Surface* find(const std::string& name) const;
  // nullptr: the page is turned off.
  std::shared_ptr<Web> web() const;
  // One line on every surface, that is about no dialog.
  void notice(const std::string& text) const;
  // Each with its name, its own state and what waits for it. In a turn.
  nlohmann::json status(CommitTurns::Job& job) const;

 private:
  struct Wanted {
    std::string name;
    bool same;  // its settings are what they were
    std::function<std::shared_ptr<Surface>()> make;
  };
  // What the configuration asks for: here each kind of surface is made.
  std::vector<Wanted> wanted() const;

  SurfaceTools tools_;
  Outbox& outbox_;
  config::SurfaceSettings settings_;  // that the surfaces were made by
  std::map<std::string, std::shared_ptr<Surface>> surfaces_;
};

}  // namespace afar
