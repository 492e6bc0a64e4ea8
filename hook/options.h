// afar-hook's command line.
#pragma once
#include <chrono>
#include <string>
#include <variant>

#include "shared/os/paths.h"

namespace afar::hook {

// What the agent gets where no daemon can be reached.
enum class IfUnavailable {
  kLocal,    // nothing: it shows its own dialog
  kDeny,     // a refusal that says so
  kDefault,  // the recommended options or else the first ones, marked
};

struct Options {
  std::string agent;
  IfUnavailable if_unavailable = IfUnavailable::kLocal;
  // The limit that the host's configuration gives this hook; Claude Code's own default.
  std::chrono::seconds host_timeout{600};
  bool no_start = false;
  // This registration is there to have the agent's permissions asked through afar.
  bool permissions = false;
  // Only say what dialog the event would open, for `afar policy explain`; asks nobody.
  bool print_request = false;
  // Wait beside an idle session for late answers.
  bool wake = false;
  PathOverrides paths;
};

// The process is to print this and exit.
struct Notice {
  int exit_code = 0;
  std::string out;
  std::string err;
};

// Wrong options: exit code 1 and one line on stderr.
std::variant<Options, Notice> read_options(int argc, const char* const* argv);

}  // namespace afar::hook
