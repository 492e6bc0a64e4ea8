// Times whole processes, from start to exit, and keeps what they printed.
#pragma once
#include <chrono>
#include <string>
#include <vector>

namespace afar::bench {

struct Run {
  std::chrono::nanoseconds time{};
  std::string output;
};

struct Command {
  std::vector<std::string> argv;         // argv[0] is a path
  std::vector<std::string> environment;  // "NAME=value"
};

// Starts the command with this standard input and waits for its end. Throws std::runtime_error
// where it cannot be started or ends with another status than 0: a failure must not count as fast.
Run run(const Command& command, const std::string& input);

// A process that stays (a daemon), killed at the end.
class Resident {
 public:
  explicit Resident(const Command& command);
  ~Resident();
  Resident(const Resident&) = delete;
  Resident& operator=(const Resident&) = delete;

 private:
  int pid_;
};

// Waits until something listens at a unix socket; throws after 30 s.
void wait_for_socket(const std::string& path);

double median(std::vector<double> values);

}  // namespace afar::bench
