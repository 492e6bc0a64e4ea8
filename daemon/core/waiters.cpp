#include "daemon/core/waiters.h"

#include <algorithm>

namespace afar {
namespace {

template <typename Map, typename Key>
void erase_pair(Map& map, const Key& key, const WaiterId& id) {
  const auto [first, last] = map.equal_range(key);
  const auto found =
      std::find_if(first, last, [&](const auto& entry) { return entry.second == id; });
  if (found != last) map.erase(found);
}

}  // namespace

void Waiters::put(const Waiter& waiter) {
  waiters_.emplace(waiter.id, waiter);
  by_dialog_.emplace(waiter.dialog, waiter.id);
  if (waiter.deadline) by_deadline_.emplace(*waiter.deadline, waiter.id);
}

void Waiters::take(const WaiterId& id) {
  const auto found = waiters_.find(id);
  if (found == waiters_.end()) return;
  erase_pair(by_dialog_, found->second.dialog, id);
  if (found->second.deadline) erase_pair(by_deadline_, *found->second.deadline, id);
  waiters_.erase(found);
}

void Waiters::attach(const Waiter& waiter) {
  put(waiter);
  undo_.emplace_back([this, id = waiter.id] { take(id); });
}

void Waiters::detach(const WaiterId& id) {
  const auto found = waiters_.find(id);
  if (found == waiters_.end()) return;
  undo_.emplace_back([this, waiter = found->second] { put(waiter); });
  take(id);
}

std::vector<Waiter> Waiters::of_dialog(const DialogId& dialog) const {
  std::vector<Waiter> found;
  const auto [first, last] = by_dialog_.equal_range(dialog);
  for (auto each = first; each != last; ++each) found.push_back(waiters_.at(each->second));
  return found;
}

int Waiters::count(const DialogId& dialog) const {
  return static_cast<int>(by_dialog_.count(dialog));
}

std::vector<Waiter> Waiters::of_connection(ConnectionId connection) const {
  std::vector<Waiter> found;
  for (auto each = waiters_.lower_bound({connection, ""});
       each != waiters_.end() && each->first.connection == connection; ++each) {
    found.push_back(each->second);
  }
  return found;
}

std::vector<Waiter> Waiters::due(MonoTime now) const {
  std::vector<Waiter> found;
  for (const auto& [deadline, id] : by_deadline_) {
    if (deadline > now) break;
    found.push_back(waiters_.at(id));
  }
  return found;
}

std::optional<MonoTime> Waiters::next_deadline() const {
  if (by_deadline_.empty()) return std::nullopt;
  return by_deadline_.begin()->first;
}

void Waiters::roll_back_turn() {
  for (auto each = undo_.rbegin(); each != undo_.rend(); ++each) (*each)();
  undo_.clear();
}

}  // namespace afar
