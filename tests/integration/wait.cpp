#include "tests/integration/wait.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <thread>

namespace afar::test {
namespace {

// Between two looks at a state that cannot be waited for: leaves the processor to those who change
// it.
constexpr std::chrono::milliseconds kBetweenLooks(2);

}  // namespace

bool until(const std::string& what, const std::function<bool()>& holds) {
  const auto give_up = std::chrono::steady_clock::now() + kGuard;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > give_up) {
      ADD_FAILURE() << "waited in vain: " << what;
      return false;
    }
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return true;
}

bool until_readable(int fd) {
  pollfd wanted{fd, POLLIN, 0};
  return ::poll(&wanted, 1, static_cast<int>(std::chrono::milliseconds(kGuard).count())) > 0;
}

}  // namespace afar::test
