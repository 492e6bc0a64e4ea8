#include "daemon/surfaces/telegram/poll.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/surfaces/nonce.h"

namespace afar::telegram {
namespace {

using nlohmann::json;

// The service holds a poll for 50 s at most; an answer that has not come 15 s later never will.
constexpr int kPollSeconds = 50;
constexpr Milliseconds kPollTimeout = std::chrono::seconds(65);
// The longest rests, in first ones: a minute, as a rule.
constexpr int kRestsMost = 60;
// Another reader of the same bot: each poll of ours ends one of theirs.
constexpr int kConflictRestsMost = 15;
constexpr std::size_t kRecentMax = 1000;

std::int64_t id_of(const json& update) {
  if (!update.is_object()) return -1;
  const auto found = update.find("update_id");
  return found != update.end() && found->is_number_integer() ? found->get<std::int64_t>() : -1;
}

}  // namespace

void Poll::start(const std::string& offset) {
  try {
    if (!offset.empty()) offset_ = std::stoll(offset);
  } catch (const std::exception&) {
    spdlog::warn("{}: the kept offset cannot be read; the queue is read from its start",
                 door_.surface());
  }
  ask();
}

void Poll::stop() {
  stopped_ = true;
  timer_.cancel();
  api_.cancel(std::exchange(ticket_, 0));
}

void Poll::ask() {
  json params{
      {"timeout", kPollSeconds},
      {"allowed_updates", {"message", "edited_message", "callback_query", "my_chat_member"}}};
  if (offset_) params["offset"] = *offset_;
  asked_at_ = std::chrono::steady_clock::now();
  ticket_ = api_.call(
      "getUpdates", params,
      [self = shared_from_this()](const ApiResult& result) {
        self->ticket_ = 0;
        if (!self->stopped_) self->note(result);
      },
      kPollTimeout);
}

void Poll::note(const ApiResult& result) {
  if (result.failure) return note_failure(*result.failure);
  if (!trouble_.empty()) spdlog::info("{}: updates come again", door_.surface());
  trouble_.clear();
  up_ = true;
  failures_ = 0;
  conflicts_in_a_row_ = 0;
  const bool nothing = !result.result->is_array() || result.result->empty();
  if (nothing && std::chrono::steady_clock::now() - asked_at_ < rest_) {
    return ask_after(rest_);  // a server that does not hold polls is not to be worn out
  }
  batch_ = result.result;
  at_ = 0;
  next();
}

void Poll::note_failure(const ApiFailure& failure) {
  using Kind = ApiFailure::Kind;
  std::string trouble = failure.why;
  Milliseconds time = with_jitter(rest_ * std::min(kRestsMost, 1 << std::min(failures_, 6)));
  if (failure.kind == Kind::kConflict && failure.says("webhook")) {
    trouble = "the bot has a webhook, which is being removed";
    give_up_webhook();
  } else if (failure.kind == Kind::kConflict) {
    ++conflicts_;
    ++conflicts_in_a_row_;
    trouble = "another program reads the updates of this bot: a token is for one program";
    time = rest_ * std::min(kConflictRestsMost, conflicts_in_a_row_);
  } else if (failure.kind == Kind::kTooMany) {
    time = std::max(failure.retry_after, rest_);
  } else if (failure.kind == Kind::kToken) {
    trouble = "Telegram knows no bot with this token (" + failure.why + ")";
    time = rest_ * kRestsMost;
  }
  if (trouble != trouble_) spdlog::warn("{}: no updates: {}", door_.surface(), trouble);
  trouble_ = std::move(trouble);
  up_ = false;
  ++failures_;
  ask_after(time);
}

void Poll::give_up_webhook() {
  api_.call("deleteWebhook", json::object(), [](const ApiResult&) {});
}

void Poll::ask_after(Milliseconds time) {
  timer_.expires_after(time);
  timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
    if (!error && !self->stopped_) self->ask();
  });
}

// One after the other: what a person does later is looked at with what they did before.
void Poll::next() {
  if (stopped_) return;
  if (!batch_->is_array() || at_ >= batch_->size()) {
    batch_.reset();
    return ask();
  }
  handle((*batch_)[at_++]);
}

void Poll::handle(const json& update) {
  const std::int64_t id = id_of(update);
  if (id < 0) return next();
  if (is_known(id)) {
    offset_ = id + 1;
    return next();
  }
  ++updates_;
  auto noted = std::make_shared<bool>(false);
  auto note_read = [self = shared_from_this(), id, noted] {
    if (!std::exchange(*noted, true)) self->keep_offset(id);
  };
  handler_(read_update(update), note_read, [self = shared_from_this(), id, note_read] {
    if (self->stopped_) return;
    note_read();
    self->offset_ = id + 1;
    self->next();
  });
}

bool Poll::is_known(std::int64_t id) {
  if (std::find(recent_.begin(), recent_.end(), id) != recent_.end()) return true;
  recent_.push_back(id);
  if (recent_.size() > kRecentMax) recent_.pop_front();
  return false;
}

void Poll::keep_offset(std::int64_t id) { door_.keep_fact(kOffset, std::to_string(id + 1)); }

}  // namespace afar::telegram
