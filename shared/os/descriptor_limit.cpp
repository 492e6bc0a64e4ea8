#include "shared/os/descriptor_limit.h"

#include <sys/resource.h>

namespace afar {
namespace {

rlimit before{};
bool raised = false;

}  // namespace

bool raise_descriptor_limit() {
  if (::getrlimit(RLIMIT_NOFILE, &before) != 0) return false;
  rlimit most = before;
  most.rlim_cur = most.rlim_max;
  raised = ::setrlimit(RLIMIT_NOFILE, &most) == 0;
  return raised;
}

void restore_descriptor_limit() {
  if (raised) ::setrlimit(RLIMIT_NOFILE, &before);
}

}  // namespace afar
