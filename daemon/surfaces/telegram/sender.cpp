#include "daemon/surfaces/telegram/sender.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace afar::telegram {

Milliseconds Allowance::wait(MonoTime now) {
  if (at_ != MonoTime{}) {
    const double seconds = std::chrono::duration<double>(now - at_).count();
    left_ = std::min(pace_.burst, left_ + seconds * pace_.per_second);
  }
  at_ = now;
  if (left_ >= 1) return Milliseconds(0);
  return Milliseconds(static_cast<std::int64_t>(std::ceil((1 - left_) / pace_.per_second * 1000)));
}

void Sender::send(Letter letter, ApiHandler handler) {
  if (stopped_) return;
  const ChatId chat = letter.chat;
  auto& lane = lanes_.try_emplace(chat, chat > 0 ? paces_.person : paces_.group).first->second;
  const bool first = letter.urgent;
  auto& orders = lane.orders;
  orders.insert(first ? orders.begin() : orders.end(), {std::move(letter), std::move(handler)});
  go();
}

void Sender::stop() {
  stopped_ = true;
  timer_.cancel();
  lanes_.clear();
}

std::size_t Sender::waiting() const {
  std::size_t count = 0;
  for (const auto& [chat, lane] : lanes_) count += lane.orders.size();
  return count;
}

// Begins whatever may begin now, and comes back when the next one may.
void Sender::go() {
  const MonoTime now = std::chrono::steady_clock::now();
  std::optional<MonoTime> next;
  for (auto& [chat, lane] : lanes_) {
    if (lane.under_way || lane.orders.empty()) continue;
    const Milliseconds wait = std::max(lane.allowance.wait(now), all_.wait(now));
    const MonoTime at = std::max(lane.not_before, now + wait);
    if (at > now) {
      next = next ? std::min(*next, at) : at;
      continue;
    }
    begin(lane);
  }
  if (next) arm(*next);
}

void Sender::begin(Lane& lane) {
  Order order = std::move(lane.orders.front());
  lane.orders.pop_front();
  lane.under_way = true;
  lane.allowance.take();
  all_.take();
  const ChatId chat = order.letter.chat;
  auto answered = [self = shared_from_this(), chat,
                   handler = std::move(order.handler)](const ApiResult& result) {
    self->note(chat, result);
    handler(result);
    if (!self->stopped_) self->go();
  };
  const nlohmann::json params = order.letter.write();
  auto& file = order.letter.file;
  if (file) {
    api_.send_file(order.letter.method, params, std::move(*file), std::move(answered));
  } else {
    api_.call(order.letter.method, params, std::move(answered));
  }
}

void Sender::note(ChatId chat, const ApiResult& result) {
  const auto found = lanes_.find(chat);
  if (found == lanes_.end()) return;
  found->second.under_way = false;
  if (!result.failure || result.failure->kind != ApiFailure::Kind::kTooMany) return;
  ++slowed_down_;
  found->second.not_before = std::chrono::steady_clock::now() + result.failure->retry_after;
}

void Sender::arm(MonoTime at) {
  timer_.expires_at(at);
  timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
    if (!error && !self->stopped_) self->go();
  });
}

}  // namespace afar::telegram
