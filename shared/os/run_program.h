// Runs a program of ours to its end and keeps what it printed. No shell.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace afar {

struct ProgramEnd {
  int exit_code = -1;  // 128 + the signal's number where one ended it
  std::string out;
};

// argv[0]: an absolute path. Its standard input is `input_fd`, its standard error ours. Throws
// std::runtime_error where it cannot be started, or where it prints more than `out_bytes_max`.
ProgramEnd run_program(const std::vector<std::string>& argv, int input_fd,
                       std::size_t out_bytes_max);

// The same with our own standard streams; its exit code.
int run_attached(const std::vector<std::string>& argv);

}  // namespace afar
