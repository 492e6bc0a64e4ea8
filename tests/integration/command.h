// The operator's command under way, as a person types it.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/integration/process.h"
#include "tests/integration/stage.h"

namespace afar::test {

class Command {
 public:
  struct End {
    Exit exit;
    std::string out;
    std::string err;
  };

  // Starts afar with these arguments. `variables`: besides what a person's shell has.
  Command(const Stage& stage, std::vector<std::string> arguments,
          const std::map<std::string, std::string>& variables = {});
  // What it has printed once these words are among it; end() gives it again.
  std::string until_out(const std::string& words);
  // Reads all that it prints until it has ended.
  End end();

 private:
  UniqueFd out_;
  std::string printed_;
  UniqueFd err_;
  std::unique_ptr<Process> process_;
};

}  // namespace afar::test
