#include "daemon/turn/commit_turns.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

namespace afar {
namespace {

constexpr Milliseconds kLazyWait(50);
// After a failed turn with a deadline still due: when to try again.
constexpr Milliseconds kRetryWait(250);
// A disk that stays full fails every turn: so often the log is told.
constexpr Milliseconds kSayAgain(60'000);

// Each once, in the order in which they changed first.
std::vector<DialogId> changed_in(const Turn& turn) {
  std::vector<DialogId> ids;
  for (const auto& effect : turn.effects) {
    const auto* changed = std::get_if<DialogChanged>(&effect);
    if (changed == nullptr || std::find(ids.begin(), ids.end(), changed->id) != ids.end()) continue;
    ids.push_back(changed->id);
  }
  return ids;
}

}  // namespace

CommitTurns::CommitTurns(boost::asio::io_context& loop, Store& store, Broker& broker)
    : loop_(loop), store_(store), broker_(broker), deadline_(loop), lazy_(loop) {}

void CommitTurns::begin_with(std::function<void(Job&)> first) {
  first_ = std::move(first);
  schedule();
}

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
    if (first_) first_(job);
    for (; index < works.size(); ++index) works[index].run(job);
    broker_.tick(turn);
    if (const auto ids = changed_in(turn); keep_changes_ && !ids.empty()) keep_changes_(job, ids);
    transaction.commit();
  } catch (const StorageUnavailable& error) {
    broker_.roll_back_turn();
    note_storage_failure(error.what());
    for (const auto& work : works) try_without_writing(work, error.what());
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
  first_ = nullptr;
  ++counters_.turns;
  carry_out(turn, after);
  return true;
}

// Who only looks, and whom the rules let go on, needs no disk: what else was in the turn, or is due
// for so long as the disk fails, must not be in their way.
void CommitTurns::try_without_writing(const Work& work, const std::string& why) {
  Turn turn{store_, read_clocks()};
  std::vector<std::function<void()>> after;
  broker_.begin_turn();
  try {
    Store::Transaction transaction(store_, Store::Transaction::Access::kRead);
    Job job{turn, store_, broker_, after};
    work.run(job);
    transaction.commit();
  } catch (const StorageUnavailable&) {
    broker_.roll_back_turn();
    work.failed(WorkFailure::kStorageUnavailable, why);
    return;
  } catch (const std::exception& error) {
    broker_.roll_back_turn();
    spdlog::critical("defect: a turn failed and was rolled back: {}", error.what());
    work.failed(WorkFailure::kInternal, error.what());
    return;
  }
  carry_out(turn, after);
}

void CommitTurns::carry_out(const Turn& turn,
                            const std::vector<std::function<void()>>& after) const {
  const auto is_change = [](const Effect& effect) {
    return std::holds_alternative<DialogChanged>(effect);
  };
  for (const auto& effect : turn.effects) {
    if (!is_change(effect)) effect_(effect);
  }
  for (const auto& each : after) each();
  // At last: who began to watch a dialog in the very turn that ends it is to be told as well.
  for (const auto& effect : turn.effects) {
    if (is_change(effect)) effect_(effect);
  }
  if (const auto ids = changed_in(turn); changed_ && !ids.empty()) changed_(ids);
}

void CommitTurns::note_storage_failure(const std::string& why) {
  ++counters_.failed_turns;
  ++unsaid_;
  const MonoTime now = read_clocks().mono;
  if (why == said_why_ && now < quiet_until_) return;
  spdlog::error("{} rolled back, nothing was kept: {}",
                unsaid_ == 1 ? "turn" : std::to_string(unsaid_) + " turns", why);
  said_why_ = why;
  quiet_until_ = now + kSayAgain;
  unsaid_ = 0;
}

void CommitTurns::arm_timer() {
  const Now now = read_clocks();
  auto next = broker_.next_tick(now);
  if (first_) next = now.mono;
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
