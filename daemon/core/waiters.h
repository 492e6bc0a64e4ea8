// Who waits for which dialog right now. Memory only: a waiter is a connection and ends with it.
// Changes of a turn are undone when its transaction fails. Single-threaded.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "daemon/core/ruling.h"
#include "shared/dialog/dialog.h"
#include "shared/dialog/request.h"

namespace afar {

using ConnectionId = std::uint64_t;

// One call under way: a connection and the request's id on it (JSON text).
struct WaiterId {
  ConnectionId connection = 0;
  std::string request;
  auto operator<=>(const WaiterId&) const = default;
};

struct Waiter {
  WaiterId id;
  DialogId dialog;
  Phase phase = Phase::kBefore;
  bool can_defer = false;
  std::int64_t agent_pid = 0;
  std::optional<MonoTime> deadline;   // when the ruling's on_timeout is to be told
  std::optional<Milliseconds> limit;  // how long that was, for the words that tell
  std::shared_ptr<const Ruling> ruling;
};

class Waiters {
 public:
  // Only one that does not wait yet: an id that waited for two dialogs could be let go of neither.
  void attach(const Waiter& waiter);
  void detach(const WaiterId& id);
  bool has(const WaiterId& id) const { return waiters_.count(id) > 0; }

  std::vector<Waiter> of_dialog(const DialogId& dialog) const;
  int count(const DialogId& dialog) const;
  std::size_t size() const { return waiters_.size(); }
  std::vector<Waiter> of_connection(ConnectionId connection) const;
  std::vector<Waiter> due(MonoTime now) const;
  std::optional<MonoTime> next_deadline() const;

  // From here on changes can be undone.
  void begin_turn() { undo_.clear(); }
  void roll_back_turn();

 private:
  void put(const Waiter& waiter);
  void take(const WaiterId& id);

  std::map<WaiterId, Waiter> waiters_;
  std::multimap<DialogId, WaiterId> by_dialog_;
  std::multimap<MonoTime, WaiterId> by_deadline_;
  std::vector<std::function<void()>> undo_;
};

}  // namespace afar
