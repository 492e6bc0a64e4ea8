// A program with lines to and from it that is kept running: started again with backoff whenever a
// run of it ends. Everything is called, and calls, on the loop.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "daemon/net/child_run.h"

namespace afar {

class Child {
 public:
  struct Limits {
    ChildRun::Limits run = {};
    std::optional<Milliseconds> run_time = {};  // how long one run may take
    Milliseconds backoff_min = std::chrono::seconds(1);
    Milliseconds backoff_max = std::chrono::seconds(60);  // a run this long was a good one
  };
  struct Events {
    std::function<void()> started;          // a run: it knows nothing of what was written before
    std::function<void(std::string)> line;  // that it printed; at most 1 MiB
    std::function<void()> ended;            // this run did, or could not be started
  };
  struct State {
    bool running = false;
    std::string why;  // the last run ended, or could not be started
    std::uint64_t starts = 0;
    ChildLines::Dropped dropped;
  };
  using WrittenHandler = ChildRun::WrittenHandler;

  // `name`: in the log, before what it prints on its standard error.
  Child(boost::asio::io_context& loop, std::string name, Program program, Limits limits,
        Events events);
  ~Child() { stop(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void start();
  // No handler is called after it. The program is asked to end: its standard input closes; TERM
  // after 2 s, KILL after 2 more.
  void stop();
  // The handler comes later: whether the program was given the line whole, in this very run.
  void write(std::string line, WrittenHandler written);
  // This run is no good: it ends, and another one starts with backoff.
  void start_again(const std::string& why);
  State state() const;

 private:
  void run();
  void take_end(const std::string& how);
  void complain(const std::string& line);
  void at(MonoTime time, std::function<void()> what);
  std::function<void()> while_we_live(std::function<void()> what);

  boost::asio::io_context& loop_;
  const std::string name_;
  const Program program_;
  const Limits limits_;
  const Events events_;
  boost::asio::steady_timer timer_;  // of the run's time, or until the next one
  std::shared_ptr<ChildRun> run_;
  State state_;  // of runs that have ended
  MonoTime started_{};
  Milliseconds backoff_;
  FewLines few_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace afar
