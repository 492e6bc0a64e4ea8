// Where a test takes place: a home of its own, in which the real afard listens. Ends whatever still
// runs in it.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "shared/os/paths.h"
#include "tests/integration/environment.h"
#include "tests/integration/operator.h"
#include "tests/integration/process.h"

namespace afar::test {

std::string executable(const std::string& name);

class Stage {
 public:
  // `state_home`: where the state directory stands, if not in this home.
  explicit Stage(const std::string& state_home = "");
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  const std::string& home() const { return home_; }
  // Where everything is, for a process of this stage.
  Paths paths() const;
  // What a person's shell has.
  const ChildEnvironment& environment() const { return environment_; }
  // What an agent gives its hooks.
  ChildEnvironment agent_environment(bool interactive) const;

  // Starts afard and does not wait for anything. `wrapper`: what runs it, in the same process.
  void launch_daemon(const std::vector<std::string>& options = {},
                     std::vector<std::string> wrapper = {});
  // Starts afard and waits until it takes connections.
  void start_daemon(const std::vector<std::string>& options = {});
  // The one started here; dies with the stage.
  Process& daemon() { return *daemon_; }
  // Ends it with a signal and waits until it is gone.
  Exit end_daemon(int signal);

  // The process that holds the lock beside the database, whoever started it; 0: none does.
  pid_t living_daemon() const;
  // A connection of a person to the living daemon.
  Operator connect() const { return Operator(paths()); }

 private:
  // Writes them out where the test has failed.
  void expect_clean_logs() const;

  std::string home_;
  ChildEnvironment environment_;
  std::unique_ptr<Process> daemon_;
};

}  // namespace afar::test
