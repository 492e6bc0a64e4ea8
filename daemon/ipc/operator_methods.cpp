// What the person at this machine may call.
#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

#include "daemon/ipc/methods.h"
#include "daemon/ipc/person.h"
#include "daemon/store/audit_verify.h"
#include "daemon/store/refused.h"
#include "shared/dialog/dialog_json.h"

namespace afar {
namespace {

using nlohmann::json;

[[noreturn]] void refuse_unknown(const DialogId& id) {
  throw CallRefused(rpc::ErrorCode::kNotFound, "there is no dialog " + id);
}

void fail_ended(const CommitTurns::Job& job, const Call& call, const Dialog& dialog) {
  const json data = {{"dialog", dialog_json(job.broker, dialog)}};
  job.after.emplace_back([call, data, id = dialog.id] {
    call.fail(rpc::ErrorCode::kAlreadyEnded, id + " has ended already", data);
  });
}

void list(Desk& desk, const Call& call) {
  const Fields fields(call.params());
  const ListScope scope = fields.boolean_or("all", false) ? ListScope::kAll : ListScope::kOpen;
  const auto after = fields.optional_integer("after").value_or(0);
  desk.turns.post(call.work([call, scope, after](CommitTurns::Job& job) {
    const auto page = job.store.list(scope, after);
    json dialogs = json::array();
    for (const auto& dialog : page.dialogs) dialogs.push_back(dialog_json(job.broker, dialog));
    const json result = {{"dialogs", std::move(dialogs)},
                         {"next", page.next ? json(*page.next) : json(nullptr)}};
    job.after.emplace_back([call, result] { call.reply(result); });
  }));
}

void get(Desk& desk, const Call& call) {
  const DialogId id = dialog_id_param(call);
  desk.turns.post(call.work([call, id](CommitTurns::Job& job) {
    const auto record = job.store.find(id);
    if (!record) refuse_unknown(id);
    const json result = dialog_json(job.broker, record->dialog);
    job.after.emplace_back([call, result] { call.reply(result); });
  }));
}

void wait(Desk& desk, const Call& call) {
  const DialogId id = dialog_id_param(call);
  desk.turns.post(call.work([call, id, &desk](CommitTurns::Job& job) {
    const auto record = job.store.find(id);
    if (!record) refuse_unknown(id);
    if (record->dialog.state == DialogState::kOpen) {
      job.after.emplace_back([call, id, &desk] { desk.watchers.add(id, call.waiter()); });
      return;
    }
    const json result = dialog_json(job.broker, record->dialog);
    job.after.emplace_back([call, result] { call.reply(result); });
  }));
}

void answer(Desk& desk, const Call& call) {
  const DialogId id = dialog_id_param(call);
  const Answer given = answer_from(Fields(call.params()));
  desk.turns.post(for_person(call, id, [call, id, given](CommitTurns::Job& job) {
    auto result = job.broker.answer(job.turn, id, given, owner_at_cli());
    if (std::holds_alternative<NoSuchDialog>(result)) refuse_unknown(id);
    if (const auto* not_allowed = std::get_if<NotAllowed>(&result)) {
      throw CallRefused(rpc::ErrorCode::kNotAllowed, not_allowed->why);
    }
    if (const auto* refused = std::get_if<AnswerRefused>(&result)) {
      throw CallRefused(rpc::ErrorCode::kInvalidAnswer, refused->why);
    }
    if (const auto* ended = std::get_if<AlreadyEnded>(&result)) {
      fail_ended(job, call, ended->dialog);
      return;
    }
    const auto& done = std::get<AnswerDone>(result);
    const json reply = {{"dialog", to_json(done.dialog)},
                        {"complete", done.complete},
                        {"late", done.late},
                        {"missing", done.missing}};
    job.after.emplace_back([call, reply] { call.reply(reply); });
  }));
}

void dismiss(Desk& desk, const Call& call) {
  const DialogId id = dialog_id_param(call);
  desk.turns.post(for_person(call, id, [call, id](CommitTurns::Job& job) {
    const auto result = job.broker.dismiss(job.turn, id, owner_at_cli());
    if (std::holds_alternative<NoSuchDialog>(result)) refuse_unknown(id);
    if (const auto* not_allowed = std::get_if<NotAllowed>(&result)) {
      throw CallRefused(rpc::ErrorCode::kNotAllowed, not_allowed->why);
    }
    if (const auto* ended = std::get_if<AlreadyEnded>(&result)) {
      fail_ended(job, call, ended->dialog);
      return;
    }
    const json reply = {{"dialog", dialog_json(job.broker, std::get<Dialog>(result))}};
    job.after.emplace_back([call, reply] { call.reply(reply); });
  }));
}

void list_sessions(Desk& desk, const Call& call) {
  desk.turns.post(call.work([call](CommitTurns::Job& job) {
    json sessions = json::array();
    for (const auto& each : job.store.sessions()) {
      sessions.push_back(
          {{"agent", each.key.agent},
           {"session", each.key.session},
           {"generation", each.generation},
           {"cwd", each.cwd},
           {"project", each.project},
           {"last_event", each.last_event},
           {"last_event_at", to_rfc3339(each.last_event_at)},
           {"last_prompt_at",
            each.last_prompt_at ? json(to_rfc3339(*each.last_prompt_at)) : json(nullptr)}});
    }
    const json result = {{"sessions", std::move(sessions)}};
    job.after.emplace_back([call, result] { call.reply(result); });
  }));
}

json event_json(const AuditEvent& event) {
  return {{"seq", event.seq},
          {"at", to_rfc3339(event.at)},
          {"kind", event.kind},
          {"dialog", event.dialog ? json(*event.dialog) : json(nullptr)},
          {"actor", to_json(event.actor)},
          {"body", event.body ? json::parse(*event.body, nullptr, false) : json(nullptr)},
          {"hash", to_hex(event.hash)}};
}

void audit_query(Desk& desk, const Call& call) {
  const Fields fields(call.params());
  AuditFilter filter;
  if (const auto since = fields.optional_string("since")) {
    filter.since = from_rfc3339(*since);
    if (!filter.since) fields.refuse("since", "expected a time like 2026-11-30T14:02:03Z");
  }
  filter.dialog = fields.optional_string("dialog");
  filter.after = fields.optional_integer("after").value_or(0);
  desk.turns.post(call.work([call, filter](CommitTurns::Job& job) {
    const auto page = job.store.audit_query(filter);
    json events = json::array();
    for (const auto& event : page.events) events.push_back(event_json(event));
    const json result = {{"events", std::move(events)},
                         {"next", page.next ? json(*page.next) : json(nullptr)}};
    job.after.emplace_back([call, result] { call.reply(result); });
  }));
}

void audit_head(Desk& desk, const Call& call) {
  desk.turns.post(call.work([call](CommitTurns::Job& job) {
    const auto head = job.store.audit_head();
    const json result = {{"count", head.count}, {"hash", to_hex(head.hash)}};
    job.after.emplace_back([call, result] { call.reply(result); });
  }));
}

json check_json(const AuditCheck& check) {
  return {{"ok", check.ok},
          {"count", check.count},
          {"removed", check.removed},
          {"hash", to_hex(check.hash)},
          {"problem", check.problem ? json(*check.problem) : json(nullptr)},
          {"seq", check.seq ? json(*check.seq) : json(nullptr)}};
}

void forget(Desk& desk, const Call& call) {
  const DialogId id = dialog_id_param(call);
  desk.turns.post(for_person(call, id, [call, id](CommitTurns::Job& job) {
    switch (job.store.forget(id)) {
      case Forgotten::kNotFound:
        refuse_unknown(id);
      case Forgotten::kNotEnded:
        throw CallRefused(rpc::ErrorCode::kInvalidParams,
                          id + " has not ended: answer or dismiss it first");
      case Forgotten::kDone:
        break;
    }
    job.store.append_audit({job.turn.now.wall, "forgotten", id, owner_at_cli(), "{}"});
    job.after.emplace_back([call, id] { call.reply({{"id", id}}); });
  }));
}

// On the reader thread, so that a long record does not hold up the loop.
void audit_verify(Desk& desk, const Call& call) {
  boost::asio::post(desk.readers, [call, &loop = desk.loop, database = desk.database] {
    try {
      const json result = check_json(verify_audit(database));
      boost::asio::post(loop, [call, result] { call.reply(result); });
    } catch (const std::exception& error) {
      boost::asio::post(loop, [call, why = std::string(error.what())] {
        call.fail(rpc::ErrorCode::kStorageUnavailable, why);
      });
    }
  });
}

}  // namespace

std::vector<Method> operator_methods() {
  return {{"dialog.list", false, true, list},      {"dialog.get", false, true, get},
          {"dialog.wait", false, true, wait},      {"dialog.answer", false, true, answer},
          {"dialog.cancel", false, true, dismiss}, {"session.list", false, true, list_sessions},
          {"dialog.forget", false, true, forget},  {"audit.query", false, true, audit_query},
          {"audit.head", false, true, audit_head}, {"audit.verify", false, true, audit_verify}};
}

}  // namespace afar
