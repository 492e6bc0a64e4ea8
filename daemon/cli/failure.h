// How a command ends. Exit codes are a contract with scripts; the numbers never change.
#pragma once
#include <stdexcept>
#include <string>

namespace afar::cli {

enum class ExitCode {
  kDone = 0,
  kFailed = 1,
  kWrongUsage = 2,
  kNoSuchDialog = 3,
  kAlreadyEnded = 4,
  kNoDaemon = 5,
  kNotAllowed = 6,
};

// Ends a command: named by its exit code, with the message for stderr (without "afar: " before it).
// Caught once, in run().
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace afar::cli
