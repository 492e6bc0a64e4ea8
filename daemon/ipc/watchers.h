// Calls of dialog.wait: who wants to know when a dialog is no longer open. Loop thread only.
#pragma once
#include <map>
#include <vector>

#include "daemon/core/waiters.h"

namespace afar {

class Watchers {
 public:
  void add(const DialogId& dialog, const WaiterId& call) { calls_.emplace(dialog, call); }
  bool watches(const DialogId& dialog) const { return calls_.count(dialog) > 0; }
  // All who watch this dialog; they are taken out.
  std::vector<WaiterId> take(const DialogId& dialog);
  void drop(ConnectionId connection);

 private:
  std::multimap<DialogId, WaiterId> calls_;
};

}  // namespace afar
