// Runs a program for a short while and keeps what it printed, whatever it does.
#pragma once
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "shared/os/paths.h"

namespace afar::doctor {

struct Trial {
  bool started = false;
  bool timed_out = false;  // and it was killed
  int exit_code = -1;      // 128 + the signal's number where one ended it
  std::string out;
  std::string err;

  // In words, where it was not a plain exit 0; else empty.
  std::string trouble() const;
};

// argv[0]: an absolute path. `input` has to fit into a pipe (64 kB). `variables`: besides our own;
// an empty value takes one out. Throws std::runtime_error where there are no descriptors left.
Trial try_program(const std::vector<std::string>& argv, const std::string& input = "",
                  const std::map<std::string, std::string>& variables = {},
                  std::chrono::milliseconds limit = std::chrono::seconds(10));

// Where PATH leads to a program of that name; only its absolute folders count. Empty: nowhere.
std::string program_in_path(const Environment& environment, const std::string& name);

}  // namespace afar::doctor
