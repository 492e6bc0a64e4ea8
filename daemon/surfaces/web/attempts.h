// How often somebody may try to come in: so many times that fail in a minute, each client and all
// together. Values; the caller brings the time.
#pragma once
#include <cstddef>
#include <deque>
#include <string>
#include <utility>

#include "shared/dialog/time.h"

namespace afar::web {

class Attempts {
 public:
  struct Limits {
    std::size_t of_one = 10;
    std::size_t of_all = 60;
    Milliseconds within{60'000};
  };
  explicit Attempts(const Limits& limits) : limits_(limits) {}

  // Whether this client may try now.
  bool may_try(const std::string& peer, MonoTime now);
  void note_failure(const std::string& peer, MonoTime now);

 private:
  void forget_old(MonoTime now);

  Limits limits_;
  std::deque<std::pair<MonoTime, std::string>> failures_;  // at most limits_.of_all
};

}  // namespace afar::web
