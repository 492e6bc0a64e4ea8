// A surface that is a program of the operator's, with JSON lines to it and from it. It is kept
// running, and each run is told of all that is open. What is said on those lines is the derived
// class's own.
#pragma once
#include <deque>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "daemon/net/child.h"
#include "daemon/surfaces/alive.h"
#include "daemon/surfaces/surface.h"
#include "daemon/surfaces/surfaces.h"

namespace afar {

class ProgramSurface : public Surface {
 public:
  ProgramSurface(SurfaceTools tools, std::string name, const config::ProgramSettings& settings,
                 std::optional<Milliseconds> run_time);

  const std::string& name() const override { return name_; }
  void start() override { child_.start(); }
  void stop() override;
  void show(const Card& card, SentHandler sent) override;
  void update(const Card& card, SentHandler sent) override;
  void close(const Card& card, SentHandler sent) override;
  void remind(const Card& card, SentHandler sent) override;
  nlohmann::json status() const override;

 protected:
  enum class Change { kOpen, kUpdate, kRemind, kClosed };

  // A run began: nothing was said in it. ready() once it can be told of dialogs.
  virtual void begin() = 0;
  // Says it. Only between ready() and the run's end.
  virtual void present(Change change, const Card& card, SentHandler sent) = 0;
  // A line that is a JSON object of bounded depth.
  virtual void take(const nlohmann::json& said) = 0;
  // The run is over.
  virtual void end_run() {}
  // Why no cards can be told now, in words; the run goes on, or ended.
  virtual std::string why_down() const;

  void ready();
  bool is_ready() const { return ready_; }
  void write(const nlohmann::json& message, Child::WrittenHandler written);
  void write(const nlohmann::json& message);
  static Sent shown();
  // What a card comes to whose line was written, or was not.
  Child::WrittenHandler shown_once_written(SentHandler sent) const;
  // This line is dropped. Counted, and a few of them are logged.
  void drop(const std::string& why);
  // Something to know about it that is no failure of a line. A few a minute are logged.
  void complain(const std::string& what);
  void start_again(const std::string& why) { child_.start_again(why); }

  // As the responder of the configuration.
  Decider responder() const;
  // By the broker alone, and only where the dialog is shown here: else as if there were none.
  void answer(const DialogId& id, const Answer& answer, ReplyHandler handler);

  SurfaceTools tools_;
  Alive alive_;

 private:
  struct Held {
    Change change;
    Card card;
    SentHandler sent;
  };

  void tell(Change change, const Card& card, SentHandler sent);
  void take_line(const std::string& line);
  void tell_open_ones();
  void tell_next(std::shared_ptr<std::deque<CardRow>> rows, std::uint64_t run);
  void tell_again(const CardRow& row, const Dialog& dialog, std::function<void()> then);

  const std::string name_;
  const std::string responder_;
  Child child_;
  bool ready_ = false;
  std::uint64_t run_ = 0;
  std::vector<Held> held_;  // until it is ready; as many as the outbox has under way
  std::uint64_t junk_ = 0;
  FewLines few_;
};

}  // namespace afar
