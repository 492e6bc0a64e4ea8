#include "daemon/turn/commit_turns.h"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <utility>

namespace afar {
namespace {

constexpr Milliseconds kLazyWait(50);
// After a failed turn with a deadline still due: when to try again.
constexpr Milliseconds kRetryWait(250);

}  // namespace

CommitTurns::CommitTurns(boost::asio::io_context& loop, Store& store, Broker& broker)
    : loop_(loop), store_(store), broker_(broker), deadline_(loop), lazy_(loop) {}

void CommitTurns::post(Work work) {
  queue_.push_back(std::move(work));
  schedule();
}

void CommitTurns::post_lazily(Work work) {
  queue_.push_back(std::move(work));
  if (scheduled_ || lazy_armed_) return;
  lazy_armed_ = true;
  lazy_.expires_after(kLazyWait);
  lazy_.async_wait([this](const boost::system::error_code& error) {
    if (!error) schedule();
  });
}

void CommitTurns::schedule() {
  if (scheduled_) return;
  scheduled_ = true;
  boost::asio::post(loop_, [this] { run_turn(); });
}

void CommitTurns::flush() {
  if (!queue_.empty()) run_turn();
}

void CommitTurns::run_turn() {
  scheduled_ = false;
  if (std::exchange(lazy_armed_, false)) lazy_.cancel();
  std::vector<Work> works = std::exchange(queue_, {});
  // A piece of work that breaks a turn is taken out; the rest runs again without it.
  while (!try_turn(works)) {
  }
  store_.checkpoint_if_due();
  arm_timer();
}

// One attempt. false: a piece of work was taken out of `works`, and the rest has to run again.
bool CommitTurns::try_turn(std::vector<Work>& works) {
  Turn turn{store_, read_clocks()};
  std::vector<std::function<void()>> after;
  std::size_t index = 0;
  broker_.begin_turn();
  try {
    Store::Transaction transaction(store_);
    Job job{turn, store_, broker_, after};
    for (; index < works.size(); ++index) works[index].run(job);
    broker_.tick(turn);
    transaction.commit();
  } catch (const StorageUnavailable& error) {
    broker_.roll_back_turn();
    ++counters_.failed_turns;
    spdlog::error("turn rolled back, nothing was kept: {}", error.what());
    for (const auto& work : works) work.failed(WorkFailure::kStorageUnavailable, error.what());
    for (const auto& waiter : broker_.give_up_overdue(turn.now.mono)) {
      give_up_(waiter, error.what());
    }
    return true;
  } catch (const std::exception& error) {
    broker_.roll_back_turn();
    ++counters_.failed_turns;
    spdlog::critical("defect: a turn failed and was rolled back: {}", error.what());
    if (index >= works.size()) return true;  // in the deadlines: tried again with the next turn
    works[index].failed(WorkFailure::kInternal, error.what());
    works.erase(works.begin() + static_cast<std::ptrdiff_t>(index));
    return works.empty();
  }
  ++counters_.turns;
  for (const auto& effect : turn.effects) effect_(effect);
  for (const auto& each : after) each();
  return true;
}

void CommitTurns::arm_timer() {
  const Now now = read_clocks();
  auto next = broker_.next_tick(now);
  deadline_.cancel();
  if (!next) return;
  // One that is due already is left from a turn that failed.
  if (*next <= now.mono) next = now.mono + kRetryWait;
  deadline_.expires_at(*next);
  deadline_.async_wait([this](const boost::system::error_code& error) {
    if (!error) schedule();
  });
}

}  // namespace afar
