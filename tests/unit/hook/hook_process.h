// Runs the real afar-hook, with a clean environment in a folder of its own.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "shared/os/fd.h"
#include "temporary_folder.h"

namespace afar::hook {

class HookProcess {
 public:
  struct Ended {
    int exit_code = -1;  // -1: by a signal
    std::string out;
    std::string err;
  };

  // `environment` as "NAME=value", besides HOME and PATH. `program`: afar-hook, where it is not the
  // one that was built.
  HookProcess(const TemporaryFolder& home, const std::vector<std::string>& arguments,
              const std::string& input, const std::vector<std::string>& environment = {},
              const std::string& program = std::string(AFAR_BIN_DIR) + "/afar-hook");
  ~HookProcess();
  HookProcess(const HookProcess&) = delete;
  HookProcess& operator=(const HookProcess&) = delete;

  pid_t pid() const { return pid_; }
  void close_output() { out_.reset(); }
  // Reads what it prints until it ends.
  Ended wait();

 private:
  pid_t pid_ = -1;
  UniqueFd out_;
  UniqueFd err_;
};

}  // namespace afar::hook
