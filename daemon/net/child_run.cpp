#include "daemon/net/child_run.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <csignal>

namespace afar {
namespace {

using boost::system::error_code;

// Lines for people; what is longer is none.
constexpr ChildLines::Limits kComplaints{16 * 1024, 1000, 1024 * 1024};

}  // namespace

std::shared_ptr<ChildRun> ChildRun::start(boost::asio::io_context& loop, const Program& program,
                                          const Limits& limits, Events events) {
  auto run = std::make_shared<ChildRun>(loop, program, limits, std::move(events));
  run->watch();
  run->read(run->out_, &ChildRun::take_output, run->lines_);
  run->read(run->err_, &ChildRun::take_errors, run->complaints_);
  return run;
}

ChildRun::ChildRun(boost::asio::io_context& loop, const Program& program, const Limits& limits,
                   Events events)
    : loop_(loop),
      limits_(limits),
      events_(std::move(events)),
      children_(loop, SIGCHLD),
      process_(program, limits.grace),
      in_(loop, process_.take_input().release()),
      out_{{loop, process_.take_output().release()}, boost::asio::steady_timer(loop)},
      err_{{loop, process_.take_errors().release()}, boost::asio::steady_timer(loop)},
      lines_(limits.lines),
      complaints_(kComplaints),
      unread_(loop),
      end_(loop) {
  in_.non_blocking(true);
  out_.pipe.non_blocking(true);
  err_.pipe.non_blocking(true);
}

void ChildRun::watch() {
  children_.async_wait([self = shared_from_this()](const error_code& error, int) {
    if (!error) self->look();
  });
}

// A signal tells of some child, and one signal may tell of several.
void ChildRun::look() {
  if (const auto how = process_.ended()) {
    drain(out_, &ChildRun::take_output);
    drain(err_, &ChildRun::take_errors);
    finish(why_.empty() ? *how : why_);
  } else {
    watch();
  }
}

void ChildRun::read(Stream& stream, Take take, const ChildLines& lines) {
  stream.pipe.async_read_some(
      boost::asio::buffer(stream.bytes), [self = shared_from_this(), &stream, take, &lines](
                                             const error_code& error, std::size_t size) {
        if (error || self->finished_) return;  // it closed the stream; its end is told by a signal
        ((*self).*take)({stream.bytes, size});
        const auto until = lines.pause(std::chrono::steady_clock::now());
        if (!until) return self->read(stream, take, lines);
        stream.rest.expires_at(*until);
        stream.rest.async_wait([self, &stream, take, &lines](const error_code& cancelled) {
          if (!cancelled) self->read(stream, take, lines);
        });
      });
}

// What it said last is in the pipe. The pipe's end may never come: others may hold it.
void ChildRun::drain(Stream& stream, Take take) {
  for (int i = 0; i < 64; ++i) {
    error_code error;
    const std::size_t size = stream.pipe.read_some(boost::asio::buffer(stream.bytes), error);
    if (error) return;
    (this->*take)({stream.bytes, size});
  }
}

void ChildRun::take_output(std::string_view bytes) {
  lines_.append(bytes, std::chrono::steady_clock::now(), [this](std::string line) {
    const auto handler = events_.line;  // a copy: it may make us forget
    if (handler) handler(std::move(line));
  });
}

void ChildRun::take_errors(std::string_view bytes) {
  complaints_.append(bytes, std::chrono::steady_clock::now(), [this](std::string line) {
    const auto handler = events_.complaint;
    if (handler) handler(line);
  });
}

void ChildRun::write(std::string line, WrittenHandler written) {
  if (finished_ || !why_.empty()) {
    boost::asio::post(loop_, [written = std::move(written)] { written(false); });
    return;
  }
  line.push_back('\n');
  waiting_bytes_ += line.size();
  waiting_.push_back({std::move(line), std::move(written)});
  if (waiting_bytes_ > limits_.waiting_bytes) return end("it does not read what it is told");
  if (writing_) return;
  wait_for_reader();
  write_next();
}

void ChildRun::write_next() {
  if (writing_ || waiting_.empty() || !why_.empty()) return;
  writing_ = true;
  in_.async_write_some(boost::asio::buffer(waiting_.front().text) + written_,
                       [self = shared_from_this()](const error_code& error, std::size_t size) {
                         self->writing_ = false;
                         if (self->finished_ || !self->why_.empty()) return;
                         if (error) return self->end("it closed its standard input");
                         self->written_ += size;
                         if (self->written_ == self->waiting_.front().text.size()) {
                           const auto line = std::move(self->waiting_.front());
                           self->waiting_.pop_front();
                           self->waiting_bytes_ -= line.text.size();
                           self->written_ = 0;
                           line.written(true);
                         }
                         self->wait_for_reader();
                         self->write_next();
                       });
}

void ChildRun::wait_for_reader() {
  unread_.cancel();
  if (waiting_.empty() || !why_.empty()) return;
  unread_.expires_after(limits_.unread);
  unread_.async_wait([self = shared_from_this()](const error_code& error) {
    if (!error) self->end("it does not read what it is told");
  });
}

void ChildRun::end(const std::string& why) {
  if (finished_ || !why_.empty()) return;
  why_ = why;
  unread_.cancel();
  error_code ignored;
  in_.close(ignored);
  process_.asked_to_end();
  press();
}

void ChildRun::press() {
  if (finished_) return;
  end_.expires_at(process_.press());
  end_.async_wait([self = shared_from_this()](const error_code& error) {
    if (!error) self->press();
  });
}

void ChildRun::finish(const std::string& how) {
  finished_ = true;
  error_code ignored;
  for (auto* pipe : {&in_, &out_.pipe, &err_.pipe}) pipe->close(ignored);
  for (auto* timer : {&out_.rest, &err_.rest, &unread_, &end_}) timer->cancel();
  for (const auto& line : std::exchange(waiting_, {})) line.written(false);
  if (events_.ended) events_.ended(how);
}

}  // namespace afar
