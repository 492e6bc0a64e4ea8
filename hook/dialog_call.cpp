#include "hook/dialog_call.h"

#include <nlohmann/json.hpp>

#include "shared/dialog/dialog_json.h"

namespace afar::hook {
namespace {

// Ids of our requests, as JSON text; pings count on from there.
constexpr const char* kInitialize = "1";
constexpr const char* kOpen = "2";
constexpr int kOpenNumber = 2;

DialogCall::Taken failure_of(const rpc::Incoming& message) {
  const rpc::CallFailed error(*message.body);
  if (error.code() == rpc::ErrorCode::kRestarting) return DialogCall::Lost{error.what()};
  return DialogCall::Refused{std::string("the daemon says ") +
                             std::string(rpc::to_word(error.code())) + ": " + error.what()};
}

}  // namespace

DialogCall::DialogCall(UniqueFd connected, const OpenRequest& request,
                       const nlohmann::json& first_call)
    : client_(std::move(connected)) {
  client_.send(rpc::request_line(kInitialize, "initialize", first_call) +
               rpc::request_line(kOpen, "dialog.open", to_json(request)));
}

DialogCall::Taken DialogCall::take() {
  std::string lost;
  try {
    client_.pump();
  } catch (const rpc::ConnectionLost& end) {
    // What came before the end still counts: an outcome may be the daemon's last words.
    lost = end.what();
  }
  try {
    while (const auto message = client_.next()) {
      Taken taken = take_message(*message);
      if (!std::holds_alternative<GoOn>(taken)) return taken;
    }
  } catch (const std::exception& bad) {
    return Refused{std::string("the daemon sent something unreadable: ") + bad.what()};
  }
  if (!lost.empty()) return Lost{lost};
  return GoOn{};
}

DialogCall::Taken DialogCall::take_message(const rpc::Incoming& message) {
  switch (message.kind) {
    case rpc::Incoming::Kind::kNotification:
      if (message.method == "dialog.opened") opened_ = opened_from(*message.body);
      return GoOn{};
    case rpc::Incoming::Kind::kResult:
      if (message.id == kOpen) return Done{open_result_from(*message.body)};
      if (message.id != kInitialize) unanswered_pings_ = 0;
      return GoOn{};
    case rpc::Incoming::Kind::kError:
      // A ping that is refused is an answer as well.
      if (message.id == kOpen || message.id == kInitialize) return failure_of(message);
      unanswered_pings_ = 0;
      return GoOn{};
    case rpc::Incoming::Kind::kRequest:
      return GoOn{};
  }
  return GoOn{};
}

void DialogCall::ping() {
  ++unanswered_pings_;
  client_.send(
      rpc::request_line(std::to_string(kOpenNumber + ++pings_), "ping", nlohmann::json::object()));
}

void DialogCall::add_context(const Recalled& recalled) {
  client_.notify("dialog.context", {{"id", opened_->id},
                                    {"context", recalled.context},
                                    {"running_calls", recalled.running_calls}});
}

void DialogCall::cancel(std::string_view reason) {
  // By the request, not by the dialog: its id may not have come yet, and of two equal questions the
  // daemon may have moved this call from one to the other since.
  client_.send(rpc::request_line("\"cancel\"", "dialog.cancel",
                                 {{"request", kOpenNumber}, {"reason", reason}}));
}

void DialogCall::confirm(const DialogId& id) { client_.notify("dialog.delivered", {{"id", id}}); }

}  // namespace afar::hook
