// The user's service manager (systemd), where afard is a unit of it: examples/systemd.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "daemon/cli/arguments.h"
#include "daemon/cli/surroundings.h"

namespace afar::cli {

class ServiceManager {
 public:
  // nullopt: none runs for this user.
  static std::optional<ServiceManager> find(const Surroundings& surroundings);

  // Whether it listens at our socket, or runs afard.
  bool has_active_unit() const;
  // The process that it runs as afard; 0: none.
  std::int64_t main_pid() const;
  // Waits until it is done. Not done: a Failure that says where to look.
  void start() const { order("start"); }
  void stop() const { order("stop"); }

 private:
  explicit ServiceManager(std::string systemctl) : systemctl_(std::move(systemctl)) {}
  void order(const std::string& verb) const;

  std::string systemctl_;
};

// Whether the command is about the daemon that every program of this user finds: the unit's. What
// is named by an option or a variable is a daemon of its own.
bool means_the_usual_daemon(const Arguments& arguments, const Environment& environment);

}  // namespace afar::cli
