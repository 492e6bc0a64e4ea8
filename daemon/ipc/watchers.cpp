#include "daemon/ipc/watchers.h"

namespace afar {

std::vector<WaiterId> Watchers::take(const DialogId& dialog) {
  std::vector<WaiterId> taken;
  const auto [first, last] = calls_.equal_range(dialog);
  for (auto each = first; each != last; ++each) taken.push_back(each->second);
  calls_.erase(first, last);
  return taken;
}

void Watchers::drop(ConnectionId connection) {
  std::erase_if(calls_, [&](const auto& entry) { return entry.second.connection == connection; });
}

}  // namespace afar
