#include "daemon/delivery/resumes.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/core/record.h"
#include "shared/os/paths.h"
#include "shared/rpc/message.h"

namespace afar {
namespace {

using nlohmann::json;
using std::chrono::minutes;
using std::chrono::seconds;

// After the n-th attempt that failed; after the last one a person has to look.
constexpr seconds kRests[] = {seconds(10), minutes(1), minutes(10), minutes(60)};
constexpr int kAttemptsMax = static_cast<int>(std::size(kRests)) + 1;
// Whether a run that an earlier daemon started has ended is told by its lock alone, and whether one
// that was deferred has ended by nothing.
constexpr seconds kLookAgain(1);
constexpr int kRowsMax = 200;

// Another question of that session is waited for, so its run has not ended yet: it would be started
// beside itself.
bool still_asks(CommitTurns::Job& job, const Origin& origin) {
  const auto open = job.store.open_in_session(session_of(origin));
  return std::any_of(open.begin(), open.end(), [&](const DialogHead& each) {
    return job.broker.waiters().count(each.id) > 0;
  });
}

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

}  // namespace

Resumes::Resumes(boost::asio::io_context& loop, CommitTurns& turns,
                 const config::Configuration& configuration, Places places)
    : loop_(loop),
      turns_(turns),
      configuration_(configuration),
      places_(std::move(places)),
      timer_(loop) {}

void Resumes::look() {
  if (busy_) return;
  busy_ = true;
  turns_.post({[this](CommitTurns::Job& job) { look_in_turn(job); },
               [this](WorkFailure, const std::string&) {
                 busy_ = false;
                 look_at(read_clocks().wall + kLookAgain);
               }});
}

void Resumes::look_in_turn(CommitTurns::Job& job) {
  std::optional<WallTime> next;
  for (auto& row : job.store.resumes(kRowsMax)) {
    if (is_over(job, row)) continue;
    const auto record = job.store.find(row.dialog);
    const auto& how = configuration_.settings().delivery;
    const auto agent = how.find(record->dialog.origin.agent);
    if (agent == how.end() || !agent->second.resume) continue;
    const bool runs =
        row.state == ResumeRow::State::kRunning && agent_run_lives(places_.runs, row.dialog);
    const bool early = row.due_at > job.turn.now.wall;
    if (runs || early || still_asks(job, record->dialog.origin)) {
      // One at a time: while one runs nothing else is started.
      const WallTime again = early ? row.due_at : job.turn.now.wall + kLookAgain;
      next = next ? std::min(*next, again) : again;
      if (runs) break;
      continue;
    }
    start(job, row, record->dialog.origin);
    return;
  }
  job.after.emplace_back([this, next] {
    busy_ = false;
    if (next) look_at(*next);
  });
}

// Nothing is left to do: the agent has its answer, or must not get it any more.
bool Resumes::is_over(CommitTurns::Job& job, ResumeRow& row) {
  const auto head = job.store.find_head(row.dialog);
  if (head && head->state == DialogState::kAnswered && head->delivery != Delivery::kDelivered &&
      head->delivery != Delivery::kStale) {
    return false;
  }
  // A run that is still going on counts until it has ended.
  if (row.state == ResumeRow::State::kRunning && agent_run_lives(places_.runs, row.dialog)) {
    return false;
  }
  if (row.state == ResumeRow::State::kRunning && head->delivery == Delivery::kDelivered) {
    // It was started by a daemon that has ended since.
    job.store.append_audit({job.turn.now.wall, "resumed", row.dialog, by_policy(""),
                            rpc::dump({{"attempt", row.attempts}, {"run", nullptr}})});
  }
  row.state = ResumeRow::State::kDone;
  job.store.set_resume(row);
  return true;
}

void Resumes::start(CommitTurns::Job& job, ResumeRow row, const Origin& origin) {
  row.state = ResumeRow::State::kRunning;
  ++row.attempts;
  job.store.set_resume(row);
  RunJob run{row.dialog,   row.attempts,
             origin,       configuration_.settings().delivery.at(origin.agent),
             places_.runs, ""};
  // A run that was not ended for it makes no call that could be answered: it is told in words.
  if (!job.store.find_head(row.dialog)->deferred) {
    run.text = job.broker.words_for_resume(job.turn, row.dialog);
  }
  job.after.emplace_back([this, run, row] {
    spdlog::info("resuming the session of {} (attempt {})", row.dialog, row.attempts);
    make_private_folder_of(places_.runs + "/run");
    AgentRun::start(loop_, places_.afar_agent, places_.log, run,
                    [this, row](const RunReceipt& receipt) { finish(row, receipt); });
  });
}

void Resumes::finish(const ResumeRow& row, const RunReceipt& receipt) {
  turns_.post({[this, row, receipt](CommitTurns::Job& job) {
                 record_end(job, row, receipt);
                 job.after.emplace_back([this] {
                   busy_ = false;
                   look();
                 });
               },
               [this](WorkFailure, const std::string&) {
                 // It stands as running; its lock tells that it has ended.
                 busy_ = false;
                 look_at(read_clocks().wall + kLookAgain);
               }});
}

void Resumes::record_end(CommitTurns::Job& job, ResumeRow row, const RunReceipt& receipt) {
  const auto head = job.store.find_head(row.dialog);
  if (!head) return;
  // Its hook tells that the words arrived, where it has one.
  if (!head->deferred) job.broker.settle_resumed(job.turn, row.dialog, receipt.ok);
  const auto record = job.store.find(row.dialog);
  const Decider actor = by_policy(record->rule);
  json body = {{"attempt", row.attempts}, {"run", text_or_null(receipt.run)}};
  const auto& outcome = record->dialog.outcome;
  const bool delivered = outcome && outcome->delivery == Delivery::kDelivered;
  if (delivered) {
    row.state = ResumeRow::State::kDone;
    row.why.clear();
    job.store.append_audit({job.turn.now.wall, "resumed", row.dialog, actor, rpc::dump(body)});
  } else {
    row.why =
        !receipt.why.empty() ? receipt.why : "the agent ran to its end and did not take the answer";
    const bool again = !receipt.hopeless && row.attempts < kAttemptsMax;
    row.state = again ? ResumeRow::State::kDue : ResumeRow::State::kFailed;
    if (again) row.due_at = job.turn.now.wall + kRests[row.attempts - 1];
    body["why"] = row.why;
    body["again_at"] = again ? json(to_rfc3339(row.due_at)) : json(nullptr);
    spdlog::warn("the session of {} was not resumed: {}", row.dialog, row.why);
    job.store.append_audit(
        {job.turn.now.wall, "resume_failed", row.dialog, actor, rpc::dump(body)});
  }
  job.store.set_resume(row);
}

void Resumes::look_at(WallTime time) {
  timer_.expires_after(std::max<Milliseconds>(Milliseconds(0), time - read_clocks().wall));
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) look();
  });
}

}  // namespace afar
