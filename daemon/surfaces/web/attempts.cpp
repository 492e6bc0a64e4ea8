#include "daemon/surfaces/web/attempts.h"

#include <algorithm>

namespace afar::web {

bool Attempts::may_try(const std::string& peer, MonoTime now) {
  forget_old(now);
  const auto of_one = std::count_if(failures_.begin(), failures_.end(),
                                    [&](const auto& each) { return each.second == peer; });
  return failures_.size() < limits_.of_all && static_cast<std::size_t>(of_one) < limits_.of_one;
}

void Attempts::note_failure(const std::string& peer, MonoTime now) {
  forget_old(now);
  if (failures_.size() < limits_.of_all) failures_.emplace_back(now, peer);
}

void Attempts::forget_old(MonoTime now) {
  while (!failures_.empty() && now - failures_.front().first >= limits_.within) {
    failures_.pop_front();
  }
}

}  // namespace afar::web
