#include "hook/dialog_wait.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hook/spawn.h"
#include "hook/streams.h"
#include "shared/rpc/find_daemon.h"

namespace afar::hook {
namespace {

using std::chrono::steady_clock;

// Between attempts to connect again: soon enough that a restart goes unnoticed, and at most this
// idle.
constexpr Milliseconds kRestMin(20);
constexpr Milliseconds kRestMax(1000);
// Pings that a daemon may leave without an answer before it counts as hanging.
constexpr int kUnansweredPingsMax = 2;
// Enough for the last words and a turn's parallel calls, and read in no time before the dialog is
// opened.
constexpr std::size_t kTailBytes = 64u * 1024;
// While it waits anyway: newer clients write whole prompts behind the agent's words.
constexpr std::size_t kLongTailBytes = 512u * 1024;

}  // namespace

Waited DialogWait::run() {
  first_try_ = steady_clock::now();
  recalled_ = recall(kTailBytes);
  Milliseconds rest = kRestMin;
  for (;;) {
    Connected connected = connect();
    if (watch_.sign() != AgentWatch::Sign::kNone) return {};
    if (connected.status == ConnectStatus::kConnected) {
      if (!first_connected_) first_connected_ = steady_clock::now();
      try {
        OpenRequest& request = ask_.request;
        request.limit = std::max(
            Milliseconds(0),
            std::chrono::floor<Milliseconds>(terms_.deadlines.limit - steady_clock::now()));
        if (opened_) request.id = opened_->id;
        DialogCall call(std::move(connected.fd), request,
                        rpc::initialize_params(terms_.program, terms_.role, terms_.from_agent));
        if (auto end = listen(call)) {
          if (end->end == Waited::End::kDecided) end->call = std::move(call);
          return std::move(*end);
        }
        if (call.opened()) rest = kRestMin;
      } catch (const rpc::ConnectionLost& lost) {
        why_ = lost.what();
      }
    } else {
      why_ = connected.why;
      const bool may_come = first_connected_ || connected.status == ConnectStatus::kBusy;
      if (!may_come) return give_up();
    }
    const MonoTime now = steady_clock::now();
    if (now >= last_moment()) return give_up();
    watch_.wait(-1, std::min(last_moment(), now + rest));
    if (watch_.sign() != AgentWatch::Sign::kNone) return {};
    rest = std::min(rest * 2, kRestMax);
  }
}

Connected DialogWait::connect() {
  const auto limit = connect_limit(last_moment());
  Connected connected = rpc::connect_to_daemon(terms_.paths, limit);
  if (connected.status != ConnectStatus::kNobody || !terms_.may_start) return connected;
  return start_daemon(terms_.paths, watch_, last_moment());
}

std::optional<Waited> DialogWait::listen(DialogCall& call) {
  MonoTime next_ping = steady_clock::now() + terms_.ping_every;
  for (;;) {
    MonoTime until = std::min(last_moment(), next_ping);
    // The daemon takes the context for a dialog that it has told on this connection.
    const bool looks = next_look_ && call.opened();
    if (looks) until = std::min(until, *next_look_);
    const auto seen = watch_.wait(call.fd(), until);
    if (seen.sign != AgentWatch::Sign::kNone) return call_off(call);
    if (seen.readable) {
      if (auto end = take(call)) return end;
      if (!why_.empty()) return std::nullopt;
    }
    const MonoTime now = steady_clock::now();
    if (now >= last_moment()) {
      why_ = opened_ ? "the daemon decided nothing before the host's limit"
                     : "the daemon took the connection and said nothing";
      return give_up();
    }
    if (looks && now >= *next_look_) look_again(call, now);
    if (now >= next_ping) {
      if (call.unanswered_pings() >= kUnansweredPingsMax) {
        why_ = "the daemon does not answer";
        return std::nullopt;
      }
      call.ping();
      next_ping = now + terms_.ping_every;
    }
  }
}

std::optional<Waited> DialogWait::take(DialogCall& call) {
  auto taken = call.take();
  why_.clear();
  if (call.opened()) {
    if (!opened_ && !recalled_) {
      const MonoTime now = steady_clock::now();
      last_look_ = now + terms_.look_for;
      next_look_ = now + terms_.look_every;
    }
    opened_ = call.opened();
  }
  if (auto* done = std::get_if<DialogCall::Done>(&taken)) {
    return Waited{Waited::End::kDecided, std::move(done->result), "", std::nullopt};
  }
  if (const auto* refused = std::get_if<DialogCall::Refused>(&taken)) {
    why_ = refused->why;
    return give_up();
  }
  if (const auto* lost = std::get_if<DialogCall::Lost>(&taken)) why_ = lost->why;
  return std::nullopt;
}

Waited DialogWait::call_off(DialogCall& call) {
  const bool gone = watch_.sign() == AgentWatch::Sign::kGone;
  try {
    // No lingering: the agent may be ending itself, and waits for us.
    call.cancel(gone ? "agent_gone" : "interrupted");
  } catch (const rpc::ConnectionLost&) {
    // Without the word the daemon sees the connection's end, and waits 5 s for us to come back.
  }
  return {};
}

Waited DialogWait::give_up() const {
  if (!opened_) return {Waited::End::kUnavailable, {}, why_, std::nullopt};
  return {Waited::End::kFellBack, opened_->fallback, why_, std::nullopt};
}

MonoTime DialogWait::last_moment() const {
  const MonoTime guard = terms_.deadlines.guard;
  if (opened_) return guard;
  if (first_connected_) return std::min(guard, *first_connected_ + terms_.first_word);
  return std::min(guard, first_try_ + terms_.start);
}

bool DialogWait::recall(std::size_t tail_bytes) {
  if (ask_.transcript.empty()) return true;
  auto recalled = agent_.recall(ask_, read_tail(ask_.transcript, tail_bytes));
  if (!recalled) return false;
  ask_.request.content.context = std::move(recalled->context);
  ask_.request.running_calls = std::move(recalled->running_calls);
  return true;
}

void DialogWait::look_again(DialogCall& call, MonoTime now) {
  recalled_ = recall(kLongTailBytes);
  next_look_.reset();
  if (recalled_) {
    call.add_context({ask_.request.content.context, ask_.request.running_calls});
  } else if (now < last_look_) {
    next_look_ = now + terms_.look_every;
  }
}

}  // namespace afar::hook
