// One run of a program that lines go to and come from, on the loop. Owns itself from start() until
// the program has ended.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "daemon/net/child_lines.h"
#include "daemon/net/child_process.h"

namespace afar {

class ChildRun : public std::enable_shared_from_this<ChildRun> {
 public:
  struct Limits {
    ChildLines::Limits lines = {};
    // Lines that wait to be read by it: a few of the largest dialogs.
    std::size_t waiting_bytes = 64 * 1024 * 1024;
    // How long it may leave a line unread. A script may show a window and wait for its person.
    Milliseconds unread = std::chrono::minutes(10);
    Milliseconds grace = ChildProcess::kGrace;
  };
  struct Events {
    std::function<void(std::string)> line;              // that it printed
    std::function<void(const std::string&)> complaint;  // a line on its standard error
    std::function<void(const std::string& how)> ended;  // once, the last one
  };
  // true: it went into the program's pipe whole. false: it did not, and never will.
  using WrittenHandler = std::function<void(bool)>;

  // Throws std::runtime_error. No event comes before it returned.
  static std::shared_ptr<ChildRun> start(boost::asio::io_context& loop, const Program& program,
                                         const Limits& limits, Events events);
  ChildRun(boost::asio::io_context& loop, const Program& program, const Limits& limits,
           Events events);

  // `line` without its end. The handler is called later.
  void write(std::string line, WrittenHandler written);
  // Asks it to end: the end of its input, TERM, KILL.
  void end(const std::string& why);
  // Nothing is told any more. It is still seen to its end.
  void forget() { events_ = {}; }
  const ChildLines::Dropped& dropped() const { return lines_.dropped(); }

 private:
  struct Line {
    std::string text;
    WrittenHandler written;
  };
  struct Stream {
    boost::asio::posix::stream_descriptor pipe;
    boost::asio::steady_timer rest;  // while it is too much
    char bytes[16 * 1024] = {};
  };
  using Take = void (ChildRun::*)(std::string_view);

  void watch();
  void look();
  void read(Stream& stream, Take take, const ChildLines& lines);
  void drain(Stream& stream, Take take);
  void take_output(std::string_view bytes);
  void take_errors(std::string_view bytes);
  void write_next();
  void wait_for_reader();
  void press();
  void finish(const std::string& how);

  boost::asio::io_context& loop_;
  const Limits limits_;
  Events events_;
  boost::asio::signal_set children_;  // before the process: it may end at once
  ChildProcess process_;
  boost::asio::posix::stream_descriptor in_;
  Stream out_;
  Stream err_;
  ChildLines lines_;
  ChildLines complaints_;
  std::deque<Line> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::size_t written_ = 0;  // of the first line that waits
  bool writing_ = false;
  boost::asio::steady_timer unread_;
  boost::asio::steady_timer end_;
  std::string why_;  // it was asked to end
  bool finished_ = false;
};

}  // namespace afar
