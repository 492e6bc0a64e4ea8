#include "daemon/net/child.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>

#include "daemon/text/printable.h"

namespace afar {
namespace {

constexpr std::size_t kComplaintShown = 500;

}  // namespace

Child::Child(boost::asio::io_context& loop, std::string name, Program program, Limits limits,
             Events events)
    : loop_(loop),
      name_(std::move(name)),
      program_(std::move(program)),
      limits_(std::move(limits)),
      events_(std::move(events)),
      timer_(loop),
      backoff_(limits_.backoff_min) {}

void Child::start() {
  boost::asio::post(loop_, while_we_live([this] { run(); }));
}

void Child::run() {
  started_ = std::chrono::steady_clock::now();
  ++state_.starts;
  try {
    run_ = ChildRun::start(loop_, program_, limits_.run,
                           {[this](std::string line) { events_.line(std::move(line)); },
                            [this](const std::string& line) { complain(line); },
                            [this](const std::string& how) { take_end(how); }});
  } catch (const std::exception& error) {
    return take_end(error.what());
  }
  if (limits_.run_time) {
    at(started_ + *limits_.run_time, [this] { start_again("its time was over"); });
  }
  events_.started();
}

void Child::take_end(const std::string& how) {
  state_.why = how;
  state_.dropped = state().dropped;
  run_.reset();
  if (std::chrono::steady_clock::now() - started_ >= limits_.backoff_max) {
    backoff_ = limits_.backoff_min;
  }
  spdlog::warn("{} ended ({}); it starts again in {} s", name_, printable_line(how),
               std::chrono::duration<double>(backoff_).count());
  at(std::chrono::steady_clock::now() + backoff_, [this] { run(); });
  backoff_ = std::min(backoff_ * 2, limits_.backoff_max);
  events_.ended();
}

void Child::stop() {
  alive_.reset();
  timer_.cancel();
  if (!run_) return;
  run_->forget();
  run_->end("it is not needed any more");
  state_.dropped = state().dropped;
  run_.reset();
}

void Child::write(std::string line, WrittenHandler written) {
  auto handler = [weak = std::weak_ptr<bool>(alive_), written = std::move(written)](bool whole) {
    if (!weak.expired()) written(whole);
  };
  if (run_) return run_->write(std::move(line), std::move(handler));
  boost::asio::post(loop_, [handler = std::move(handler)] { handler(false); });
}

void Child::start_again(const std::string& why) {
  if (run_) run_->end(why);
}

Child::State Child::state() const {
  State state = state_;
  state.running = run_ != nullptr;
  if (run_) {
    state.dropped.too_long += run_->dropped().too_long;
    state.dropped.too_many += run_->dropped().too_many;
  }
  return state;
}

void Child::complain(const std::string& line) {
  std::uint64_t unsaid = 0;
  const bool said = few_.allow(std::chrono::steady_clock::now(), unsaid);
  if (unsaid > 0) spdlog::info("{}: {} more lines that are not shown", name_, unsaid);
  if (said) spdlog::info("{}: {}", name_, printable_line(line.substr(0, kComplaintShown)));
}

void Child::at(MonoTime time, std::function<void()> what) {
  timer_.expires_at(time);
  timer_.async_wait(
      [what = while_we_live(std::move(what))](const boost::system::error_code& error) {
        if (!error) what();
      });
}

std::function<void()> Child::while_we_live(std::function<void()> what) {
  return [weak = std::weak_ptr<bool>(alive_), what = std::move(what)] {
    if (!weak.expired()) what();
  };
}

}  // namespace afar
