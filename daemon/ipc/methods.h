// The methods of the protocol: who may call what, and which function answers it.
#pragma once
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/configuration.h"
#include "daemon/ipc/call.h"
#include "daemon/ipc/update.h"
#include "daemon/ipc/watchers.h"
#include "daemon/turn/commit_turns.h"

namespace afar {

class Pairing;

// What the methods work with. Owned by main; outlives every connection.
struct Desk {
  boost::asio::io_context& loop;
  CommitTurns& turns;
  Broker& broker;
  config::Configuration& configuration;
  Watchers& watchers;
  boost::asio::thread_pool& readers;  // one thread: long reads with a connection of their own
  std::string database;
  std::string socket;
  WallTime started_at{};
  MonoTime started_mono{};
  std::function<void()> stop;  // stops the daemon as SIGTERM does
  std::function<std::size_t()> count_connections;
  std::function<void()> on_connection;  // somebody connected
  std::function<void()> on_resume_due;  // an agent's run may be resumed now
  // Where people are, kept behind functions: what they are is not the socket's business.
  struct People {
    std::function<nlohmann::json(CommitTurns::Job&)> status;  // of all surfaces, in a turn
    std::function<void()> configuration_changed;
    std::function<void(const std::string& text)> notice;  // one line, about no dialog
    // Sends a probe and waits for its answer; false: there is no such surface.
    std::function<bool(const std::string& surface, std::function<void(bool ok, std::string words)>)>
        probe;
    // nullptr: there is no such surface, or nobody is paired with it.
    std::function<Pairing*(const std::string& surface)> pairing;
    // Links to the web page, and the browsers that came in by them.
    struct Links {
      std::function<std::string()> why_off;  // why the page cannot be reached; empty: it can
      // Why there is no link for that name.
      std::function<std::optional<std::string>(const std::string& name)> why_none;
      std::function<nlohmann::json(CommitTurns::Job&, const std::string& name)> make;
      // Ends a login; false: there is none of that number.
      std::function<bool(CommitTurns::Job&, std::int64_t id)> end;
      std::function<void()> ended;  // one was ended, and that is committed
    };
    Links links{};
  };
  People people{};
  std::uint64_t refused_calls = 0;
  OwnProgram program{};
};

struct Method {
  std::string_view name;
  bool for_agent;
  bool for_operator;
  std::function<void(Desk&, const Call&)> run;
};

// Runs the method that a message names, or refuses it. Never throws.
void dispatch(Desk& desk, const std::shared_ptr<Connection>& connection, const std::string& line);

std::vector<Method> agent_methods();
std::vector<Method> operator_methods();
std::vector<Method> policy_methods();
std::vector<Method> status_methods();
std::vector<Method> pairing_methods();
std::vector<Method> web_methods();

// Reads the configuration again: in force as a whole once that is on record, or refused as a whole
// with every problem in the log. Never throws.
void reload_configuration(Desk& desk);

// What `afar status` shows. In a turn.
nlohmann::json status_json(const Desk& desk, CommitTurns::Job& job);

// A dialog as clients see it: with the waiters of this moment.
nlohmann::json dialog_json(const Broker& broker, Dialog dialog);

}  // namespace afar
