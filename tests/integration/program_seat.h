// The place of a program that afard runs (a command, a plugin), taken by the test: what afard
// writes to it is read here, and what is written here is what it prints. Each run of the program is
// a connection of line_relay's.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/os/fd.h"
#include "tests/integration/stage.h"

namespace afar::test {

class ProgramRun {
 public:
  explicit ProgramRun(UniqueFd fd) : fd_(std::move(fd)) {}

  // The next line that it is told; a failure of the test, and null, where none comes.
  nlohmann::json line();
  // The next line that fits: other ones before it are passed over.
  nlohmann::json line_where(const std::string& member, const nlohmann::json& is);
  // Until it is told nothing more, and its input has ended.
  bool ends();
  void print(std::string_view bytes);
  void say(const nlohmann::json& message) { print(message.dump() + "\n"); }
  // The program ends with exit code 3.
  void crash() { fd_.reset(); }

 private:
  bool read_some();

  UniqueFd fd_;
  std::string received_;
};

class ProgramSeat {
 public:
  ProgramSeat(const Stage& stage, const std::string& name);

  // As the configuration has it.
  std::vector<std::string> argv() const { return {executable("line_relay"), path_}; }
  // The next run of the program.
  ProgramRun until_started();

 private:
  const std::string path_;
  UniqueFd listens_;
};

// Writes the configuration of the stage.
void configure(const Stage& stage, const nlohmann::json& config);

}  // namespace afar::test
