// What an agent's side may call: open, wait, settle, tell. Never answer.
#include <nlohmann/json.hpp>

#include "daemon/ipc/methods.h"
#include "shared/dialog/dialog_json.h"

namespace afar {
namespace {

using nlohmann::json;

// Bounds that a person and a surface can still bear; an agent's own limits are far below.
void check_asked(const OpenRequest& request) {
  constexpr std::size_t kQuestionsMax = 32;
  constexpr std::size_t kOptionsMax = 256;
  const auto refuse = [](const std::string& why) {
    throw CallRefused(rpc::ErrorCode::kInvalidParams, why);
  };
  const auto& questions = request.content.questions;
  if (request.origin.agent.empty()) refuse("origin.agent: is empty");
  if (request.origin.session.empty()) refuse("origin.session: is empty");
  if (questions.empty()) refuse("questions: a dialog needs at least one");
  if (questions.size() > kQuestionsMax) {
    refuse("questions: at most " + std::to_string(kQuestionsMax));
  }
  for (const auto& question : questions) {
    if (question.options.size() > kOptionsMax) {
      refuse("question " + question.id + ": at most " + std::to_string(kOptionsMax) + " options");
    }
    if (question.options.empty() && !question.allow_free_text) {
      refuse("question " + question.id + ": there is no way to answer it");
    }
    if (request.content.find_question(question.id) != &question) {
      refuse("questions: the id \"" + question.id + "\" stands twice");
    }
    for (const auto& option : question.options) {
      if (question.find_option(option.id) != &option) {
        refuse("question " + question.id + ": the option id \"" + option.id + "\" stands twice");
      }
    }
  }
}

void open(Desk& desk, const Call& call) {
  const auto request = open_request_from(call.params());
  check_asked(request);
  if (call.waiter().request.empty()) {
    throw CallRefused(rpc::ErrorCode::kInvalidRequest, "dialog.open needs an id");
  }
  desk.turns.post(call.work([call, request](CommitTurns::Job& job) {
    if (job.broker.waiters().has(call.waiter())) {
      throw CallRefused(rpc::ErrorCode::kInvalidRequest, "a call with this id waits already");
    }
    if (job.broker.open(job.turn, request, call.waiter()) == OpenStatus::kTooMany) {
      throw CallRefused(rpc::ErrorCode::kTooMany,
                        "as many dialogs are open as are allowed at once; answer or dismiss some");
    }
  }));
}

void settle(Desk& desk, const Call& call) {
  const auto request = settle_request_from(call.params());
  desk.turns.post(call.work([call, request](CommitTurns::Job& job) {
    const auto id = job.broker.settle(job.turn, request);
    job.after.emplace_back([call, id] { call.reply({{"id", id ? json(*id) : json(nullptr)}}); });
  }));
}

// What the operator wants to hear of besides dialogs.
void give_notice(Desk& desk, const SessionEvent& event) {
  if (!event.origin.subagent.empty()) return;
  const auto& notices = desk.configuration.settings().notices;
  const std::string who =
      event.origin.agent + " · " + (event.origin.project.empty() ? "?" : event.origin.project);
  switch (event.what) {
    case SessionEvent::What::kStop:
      if (notices.finished) desk.people.notice(who + " has finished its turn");
      break;
    case SessionEvent::What::kIdle:
      if (notices.idle) desk.people.notice(who + " waits for a prompt");
      break;
    case SessionEvent::What::kNeedsInput:
      if (notices.idle) desk.people.notice(who + " needs its person");
      break;
    case SessionEvent::What::kStart:
    case SessionEvent::What::kPrompt:
    case SessionEvent::What::kEnd:
      break;
  }
}

void session_event(Desk& desk, const Call& call) {
  const auto event = session_event_from(call.params());
  desk.turns.post(call.work([call, event, &desk](CommitTurns::Job& job) {
    const auto told = job.broker.session_event(job.turn, event, call.connection().id());
    job.after.emplace_back([call, told, event, &desk] {
      json result = to_json(told.words);
      result["generation"] = told.generation;
      call.reply(result);
      give_notice(desk, event);
    });
  }));
}

void wait_for_late(Desk& desk, const Call& call) {
  const Origin origin = origin_from(Fields(call.params()).object("origin"));
  if (call.waiter().request.empty()) {
    throw CallRefused(rpc::ErrorCode::kInvalidRequest, "session.wait needs an id");
  }
  desk.turns.post(call.work([call, origin](CommitTurns::Job& job) {
    job.broker.wait_for_late(job.turn, origin, call.waiter());
  }));
}

// How the parameters name one of this connection's waiters: by its dialog or by its own request.
struct WaiterName {
  std::string dialog;
  std::string request;  // as JSON text
};

WaiterName waiter_name(const Call& call) {
  const Fields fields(call.params());
  WaiterName name{fields.string_or("id", ""), ""};
  if (fields.has("request")) name.request = rpc::dump(call.params().at("request"));
  return name;
}

std::vector<Waiter> named_waiters(const CommitTurns::Job& job, const Call& call,
                                  const WaiterName& name) {
  std::vector<Waiter> named;
  for (const auto& waiter : job.broker.waiters().of_connection(call.connection().id())) {
    if (waiter.dialog == name.dialog ||
        (!name.request.empty() && waiter.id.request == name.request)) {
      named.push_back(waiter);
    }
  }
  return named;
}

void cancel(Desk& desk, const Call& call) {
  const std::string reason = Fields(call.params()).string("reason");
  if (reason != "interrupted" && reason != "agent_gone") {
    throw CallRefused(rpc::ErrorCode::kInvalidParams, "reason: expected interrupted or agent_gone");
  }
  const WaiterName name = waiter_name(call);
  desk.turns.post(call.work([call, reason, name](CommitTurns::Job& job) {
    const auto waiters = named_waiters(job, call, name);
    if (waiters.empty()) {
      throw CallRefused(rpc::ErrorCode::kNotFound, "this connection waits for no such dialog");
    }
    for (const auto& waiter : waiters) {
      if (reason == "interrupted") {
        job.broker.host_ended_call(job.turn, waiter);
      } else {
        job.broker.agent_gone(job.turn, waiter);
      }
    }
    const auto record = job.store.find(waiters.front().dialog);
    const json dialog = record ? dialog_json(job.broker, record->dialog) : json(nullptr);
    job.after.emplace_back([call, dialog] { call.reply({{"dialog", dialog}}); });
  }));
}

void context(Desk& desk, const Call& call) {
  const Fields fields(call.params());
  const std::string text = fields.string_or("context", "");
  const auto running = fields.strings_or_none("running_calls");
  const WaiterName name = waiter_name(call);
  desk.turns.post(call.work([call, text, running, name](CommitTurns::Job& job) {
    for (const auto& waiter : named_waiters(job, call, name)) {
      job.broker.add_context(job.turn, waiter, text, running);
    }
  }));
}

void delivered(Desk& desk, const Call& call) {
  const std::string id = dialog_id_param(call);
  desk.turns.post_lazily(call.work([call, id](CommitTurns::Job& job) {
    job.broker.delivered(job.turn, call.connection().id(), id);
  }));
}

}  // namespace

std::vector<Method> agent_methods() {
  return {
      {"dialog.open", true, false, open},           {"dialog.settle", true, false, settle},
      {"dialog.cancel", true, false, cancel},       {"dialog.context", true, false, context},
      {"dialog.delivered", true, false, delivered}, {"session.event", true, false, session_event},
      {"session.wait", true, false, wait_for_late}};
}

}  // namespace afar
