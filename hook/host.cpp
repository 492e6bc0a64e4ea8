#include "hook/host.h"

#include <unistd.h>

#include "shared/os/process.h"

namespace afar::hook {

std::string host_name() {
  char name[256] = "";
  // A longer name comes back cut, and perhaps without its end.
  if (::gethostname(name, sizeof name - 1) != 0) return "";
  return name;
}

std::int64_t agent_process() {
  const pid_t parent = ::getppid();
  if (::getsid(0) != parent) return parent;
  const auto grandparent = parent_of_process(parent);
  // 1: the agent is gone already, or it is the first process of a container itself.
  return grandparent && *grandparent > 1 ? *grandparent : parent;
}

}  // namespace afar::hook
