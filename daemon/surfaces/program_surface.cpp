#include "daemon/surfaces/program_surface.h"

#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>

#include "daemon/surfaces/card_url.h"
#include "daemon/text/printable.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/message.h"
#include "shared/rpc/nesting.h"

namespace afar {
namespace {

using nlohmann::json;

// What the outbox keeps of a card here: a program knows its dialogs by their ids.
constexpr char kHandle[] = "told";

Child::Limits limits_with(std::optional<Milliseconds> run_time, const Outbox::Rests& rests) {
  Child::Limits limits;
  limits.run_time = run_time;
  limits.backoff_min = rests.first;
  limits.backoff_max = rests.most;
  return limits;
}

}  // namespace

ProgramSurface::ProgramSurface(SurfaceTools tools, std::string name,
                               const config::ProgramSettings& settings,
                               std::optional<Milliseconds> run_time)
    : tools_(tools),
      name_(std::move(name)),
      responder_(settings.responder),
      child_(tools.loop, name_, {settings.argv, settings.cwd, settings.env},
             limits_with(run_time, tools.rests),
             {[this] {
                ++run_;
                begin();
              },
              [this](const std::string& line) { take_line(line); },
              [this] {
                ready_ = false;
                end_run();
              }}) {}

void ProgramSurface::stop() {
  alive_.end();
  child_.stop();
  held_.clear();
}

void ProgramSurface::show(const Card& card, SentHandler sent) {
  tell(Change::kOpen, card, std::move(sent));
}

void ProgramSurface::update(const Card& card, SentHandler sent) {
  tell(Change::kUpdate, card, std::move(sent));
}

void ProgramSurface::remind(const Card& card, SentHandler sent) {
  tell(Change::kRemind, card, std::move(sent));
}

void ProgramSurface::close(const Card& card, SentHandler sent) {
  tell(Change::kClosed, card, std::move(sent));
}

void ProgramSurface::tell(Change change, const Card& card, SentHandler sent) {
  if (ready_) return present(change, card, std::move(sent));
  held_.push_back({change, card, std::move(sent)});
}

void ProgramSurface::ready() {
  if (ready_) return;
  ready_ = true;
  tell_open_ones();
  for (auto& each : std::exchange(held_, {})) {
    present(each.change, each.card, std::move(each.sent));
  }
}

// One after the other, each when the one before it went into the program's pipe: there may be
// thousands.
void ProgramSurface::tell_open_ones() {
  tools_.reception.open_cards(
      name_, alive_.guard([this, run = run_](const std::vector<CardRow>& rows) {
        tell_next(std::make_shared<std::deque<CardRow>>(rows.begin(), rows.end()), run);
      }));
}

void ProgramSurface::tell_next(std::shared_ptr<std::deque<CardRow>> rows, std::uint64_t run) {
  if (rows->empty() || run != run_ || !ready_) return;
  const CardRow row = rows->front();
  rows->pop_front();
  auto next = [this, rows, run] { tell_next(rows, run); };
  tools_.reception.find(name_, row.dialog,
                        alive_.guard([this, row, run, next](const std::optional<Dialog>& dialog) {
                          if (run != run_ || !ready_) return;
                          if (!dialog || dialog->state != DialogState::kOpen) return next();
                          tell_again(row, *dialog, next);
                        }));
}

void ProgramSurface::tell_again(const CardRow& row, const Dialog& dialog,
                                std::function<void()> then) {
  Card card;
  card.dialog = dialog;
  card.nonce = row.nonce;
  card.handle = row.handle;
  card.url = card_url(tools_.configuration.settings().surfaces.web, row.dialog);
  present(Change::kOpen, card, alive_.guard([then](const Sent&) { then(); }));
}

void ProgramSurface::take_line(const std::string& line) {
  if (!rpc::nests_within(line, rpc::kNestingMax)) return drop("a line nests too deep");
  const json said = json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!said.is_object()) return drop("a line is no JSON object: " + line.substr(0, 100));
  take(said);
}

void ProgramSurface::drop(const std::string& why) {
  ++junk_;
  complain(why);
}

void ProgramSurface::complain(const std::string& what) {
  std::uint64_t unsaid = 0;
  const bool said = few_.allow(std::chrono::steady_clock::now(), unsaid);
  if (unsaid > 0) spdlog::warn("{}: {} more like it", name_, unsaid);
  if (said) spdlog::warn("{}: {}", name_, printable_line(what));
}

void ProgramSurface::write(const json& message, Child::WrittenHandler written) {
  child_.write(rpc::dump(message), std::move(written));
}

void ProgramSurface::write(const json& message) {
  write(message, [](bool) {});
}

Sent ProgramSurface::shown() { return Shown{kHandle}; }

Child::WrittenHandler ProgramSurface::shown_once_written(SentHandler sent) const {
  return [this, sent = std::move(sent)](bool written) {
    if (written) return sent(shown());
    sent(TryAgain{why_down(), {}});
  };
}

std::string ProgramSurface::why_down() const {
  const Child::State state = child_.state();
  if (state.running) return "it has just been started";
  return state.why.empty() ? "it has not been started yet" : "it ended: " + state.why;
}

json ProgramSurface::status() const {
  const Child::State state = child_.state();
  return {{"state", ready_ ? "up" : "down"},
          {"why", ready_ ? json(nullptr) : json(why_down())},
          {"starts", state.starts},
          {"dropped",
           {{"junk", junk_},
            {"too_long", state.dropped.too_long},
            {"too_many", state.dropped.too_many}}}};
}

Decider ProgramSurface::responder() const {
  return {Decider::Kind::kPerson, responder_, name_, ""};
}

void ProgramSurface::answer(const DialogId& id, const Answer& given, ReplyHandler handler) {
  tools_.reception.find(
      name_, id, alive_.guard([this, id, given, handler](const std::optional<Dialog>& dialog) {
        if (!dialog) return handler(NoSuchDialog{});
        tools_.reception.answer(id, given, responder(), alive_.guard(handler));
      }));
}

}  // namespace afar
