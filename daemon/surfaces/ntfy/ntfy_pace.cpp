#include "daemon/surfaces/ntfy/ntfy_pace.h"

#include <algorithm>

#include "daemon/surfaces/nonce.h"

namespace afar::ntfy {
namespace {

// Cards come a few at a time; this bounds the words about no card.
constexpr std::size_t kWaitingMax = 64;

}  // namespace

bool Pace::when_free(std::function<void()> send) {
  if (waiting_.size() >= kWaitingMax) return false;
  if (waiting_.empty() && rest_left().count() == 0) {
    send();
    return true;
  }
  waiting_.push_back(std::move(send));
  if (waiting_.size() == 1) wait();
  return true;
}

void Pace::too_much(Milliseconds asked) {
  // Several that were under way together are refused together.
  if (rest_left() > asked) return;
  last_ = std::min(most_, last_.count() == 0 ? first_ : 2 * last_);
  until_ = std::max(until_, std::chrono::steady_clock::now() + std::max(asked, with_jitter(last_)));
}

Milliseconds Pace::rest_left() const {
  const auto left = std::chrono::ceil<Milliseconds>(until_ - std::chrono::steady_clock::now());
  return std::max(left, Milliseconds(0));
}

void Pace::stop() {
  alive_.end();
  timer_.cancel();
  waiting_.clear();
}

void Pace::wait() {
  timer_.expires_at(until_);
  timer_.async_wait(alive_.guard([this](const boost::system::error_code& error) {
    if (!error) go_on();
  }));
}

void Pace::go_on() {
  if (rest_left().count() > 0) return wait();  // it has become longer
  for (auto& send : std::exchange(waiting_, {})) send();
}

}  // namespace afar::ntfy
