// Handlers only enqueue; one posted turn drains the queue: the core decides, one transaction is
// committed, and only then replies are written and effects carried out. Many requests that come at
// once so cost one fsync. Owned by main, used on the loop's thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "daemon/core/broker.h"
#include "daemon/store/store.h"

namespace afar {

// Why a piece of work came to nothing.
enum class WorkFailure {
  kStorageUnavailable,  // the turn was rolled back; nothing was kept
  kInternal,            // the work itself went wrong: a defect
};

class CommitTurns {
 public:
  // One piece of work inside a turn. What is to happen once it is committed goes into `after`.
  struct Job {
    Turn& turn;
    Store& store;
    Broker& broker;
    std::vector<std::function<void()>>& after;
  };
  struct Work {
    // May run again in a second turn when another piece of work broke the first one: it must not
    // use up what it captured.
    std::function<void(Job&)> run;
    std::function<void(WorkFailure, const std::string& why)> failed;
  };
  struct Counters {
    std::uint64_t turns = 0;
    std::uint64_t failed_turns = 0;
  };
  // Carries out the core's effects, after the commit and in their order.
  using EffectHandler = std::function<void(const Effect&)>;
  // Tells a waiter that the disk failed and its time is over.
  using GiveUpHandler = std::function<void(const Waiter&, const std::string& why)>;

  CommitTurns(boost::asio::io_context& loop, Store& store, Broker& broker);
  void on_effect(EffectHandler handler) { effect_ = std::move(handler); }
  void on_give_up(GiveUpHandler handler) { give_up_ = std::move(handler); }

  // What is to be kept together with changes of dialogs: runs in the turn that changed them, before
  // it is committed, with each of them once.
  using ChangeKeeper = std::function<void(Job&, const std::vector<DialogId>&)>;
  void on_changes(ChangeKeeper keeper) { keep_changes_ = std::move(keeper); }
  // What happens once a turn that changed dialogs is committed.
  using ChangeHandler = std::function<void(const std::vector<DialogId>&)>;
  void on_changed(ChangeHandler handler) { changed_ = std::move(handler); }

  // What the first turn begins with. Until it is committed every turn begins with it, and there is
  // a turn from time to time: nothing is kept before it.
  void begin_with(std::function<void(Job&)> first);
  void post(Work work);
  // Work that nobody waits for (a confirmation): goes along with the next turn, or with one of its
  // own a little later, so that it costs no fsync while others are under way.
  void post_lazily(Work work);
  // Commits what is queued now: before the daemon stops.
  void flush();

  const Counters& counters() const { return counters_; }

 private:
  void schedule();
  void run_turn();
  bool try_turn(std::vector<Work>& works);
  void try_without_writing(const Work& work, const std::string& why);
  void carry_out(const Turn& turn, const std::vector<std::function<void()>>& after) const;
  void note_storage_failure(const std::string& why);
  void arm_timer();

  boost::asio::io_context& loop_;
  Store& store_;
  Broker& broker_;
  boost::asio::steady_timer deadline_;
  boost::asio::steady_timer lazy_;
  EffectHandler effect_;
  GiveUpHandler give_up_;
  ChangeKeeper keep_changes_;
  ChangeHandler changed_;
  std::vector<Work> queue_;
  bool scheduled_ = false;
  bool lazy_armed_ = false;
  Counters counters_;
  // What the log was told last of a disk that fails, and until when it is told nothing more of it.
  std::string said_why_;
  MonoTime quiet_until_{};
  std::uint64_t unsaid_ = 0;
  std::function<void(Job&)> first_;  // empty once it is committed
};

}  // namespace afar
