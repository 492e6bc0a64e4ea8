#include "daemon/store/store.h"

#include <stdexcept>

#include "daemon/store/connection.h"
#include "daemon/store/dialog_rows.h"
#include "daemon/store/query.h"

namespace afar {

using store::Query;
using store::Sql;

namespace {

// Equal questions without a call in one session: more than a few are no longer told apart by
// answers.
constexpr int kUnclaimedMax = 8;

std::optional<DialogHead> one_head(Query& query) {
  if (!query.step()) return std::nullopt;
  return store::head_from(query);
}

std::vector<DialogHead> all_heads(Query& query) {
  std::vector<DialogHead> heads;
  while (query.step()) heads.push_back(store::head_from(query));
  return heads;
}

void change_one(Query& query, const DialogId& id) {
  if (query.run() == 0) throw std::logic_error("no dialog " + id + " is on record");
}

}  // namespace

Store::Store(const std::string& path) : connection_(std::make_unique<store::Connection>(path)) {}

Store::~Store() = default;

const std::string& Store::path() const { return connection_->path(); }

void Store::checkpoint_if_due() noexcept { connection_->checkpoint_if_due(); }

Store::Transaction::Transaction(Store& store, Access access) : store_(store) {
  store_.connection_->begin(access == Access::kRead);
}

Store::Transaction::~Transaction() {
  if (open_) store_.connection_->roll_back();
}

void Store::Transaction::commit() {
  store_.connection_->commit();
  open_ = false;
}

bool Store::knows(const DialogId& id) { return Query(*connection_, Sql::kKnows).with(id).step(); }

std::optional<DialogRecord> Store::find(const DialogId& id) {
  Query query(*connection_, Sql::kFindDialog);
  if (!query.with(id).step()) return std::nullopt;
  return store::record_from(query);
}

std::optional<DialogHead> Store::find_head(const DialogId& id) {
  Query query(*connection_, Sql::kFindHead);
  return one_head(query.with(id));
}

std::optional<DialogHead> Store::find_by_call(const SessionKey& session,
                                              const std::string& subagent, const std::string& call,
                                              const std::string& content_hash) {
  Query query(*connection_, Sql::kFindByCall);
  return one_head(query.with(session.agent, session.session, subagent, call, content_hash));
}

std::vector<DialogHead> Store::find_by_content(const SessionKey& session,
                                               const std::string& subagent, const std::string& tool,
                                               const std::string& content_hash) {
  Query query(*connection_, Sql::kFindByContent);
  return all_heads(query.with(session.agent, session.session, subagent, tool, content_hash));
}

std::vector<DialogHead> Store::find_of_tool(const SessionKey& session, const std::string& subagent,
                                            const std::string& tool) {
  Query query(*connection_, Sql::kFindOfTool);
  return all_heads(query.with(session.agent, session.session, subagent, tool));
}

std::vector<DialogHead> Store::open_in_session(const SessionKey& session) {
  Query query(*connection_, Sql::kOpenInSession);
  return all_heads(query.with(session.agent, session.session));
}

std::vector<DialogHead> Store::find_unclaimed(const SessionKey& session,
                                              const std::string& subagent, const std::string& tool,
                                              const std::string& content_hash) {
  Query query(*connection_, Sql::kFindUnclaimed);
  return all_heads(
      query.with(session.agent, session.session, subagent, tool, content_hash, kUnclaimedMax));
}

std::optional<DialogHead> Store::find_answer_to_give(const SessionKey& session,
                                                     const std::string& subagent,
                                                     const std::string& tool,
                                                     const std::string& content_hash) {
  Query query(*connection_, Sql::kFindAnswerToGive);
  return one_head(query.with(session.agent, session.session, subagent, tool, content_hash));
}

std::vector<DialogHead> Store::answers_to_tell(const SessionKey& session, int most) {
  Query query(*connection_, Sql::kAnswersToTell);
  return all_heads(query.with(session.agent, session.session, most));
}

std::vector<DialogHead> Store::expired_at(WallTime now, int most) {
  Query query(*connection_, Sql::kExpiredAt);
  return all_heads(query.with(now, most));
}

std::optional<WallTime> Store::next_expiry() {
  Query query(*connection_, Sql::kNextExpiry);
  if (!query.step()) return std::nullopt;
  return query.time(0);
}

std::int64_t Store::count_open() {
  // Made ready first: a connection that is opened anew forgets the count.
  Query query(*connection_, Sql::kCountOpen);
  if (!connection_->open_count) {
    query.step();
    connection_->open_count = query.integer(0);
  }
  return *connection_->open_count;
}

std::vector<DialogHead> Store::open_dialogs() {
  Query query(*connection_, Sql::kOpenDialogs);
  return all_heads(query);
}

void Store::insert(const DialogRecord& record) {
  store::insert_dialog(*connection_, record);
  note_state(std::nullopt, record.dialog.state);
}

void Store::set_call(const DialogId& id, const std::string& call) {
  Query query(*connection_, Sql::kSetCall);
  change_one(query.with(id, call), id);
}

void Store::set_answers(const DialogId& id, const Answer& answers) {
  Query query(*connection_, Sql::kSetAnswers);
  change_one(query.with(id, store::answers_json(answers)), id);
}

void Store::set_outcome(const DialogId& id, DialogState state, const Outcome& outcome) {
  const auto before = find_head(id);
  store::update_outcome(*connection_, id, state, outcome);
  note_state(before, state);
}

void Store::note_state(const std::optional<DialogHead>& before, DialogState after) {
  if (!connection_->open_count) return;
  if (before && before->state == DialogState::kOpen) --*connection_->open_count;
  if (after == DialogState::kOpen) ++*connection_->open_count;
}

void Store::reopen(const DialogId& id) {
  const auto before = find_head(id);
  Query query(*connection_, Sql::kReopen);
  change_one(query.with(id), id);
  note_state(before, DialogState::kOpen);
}

void Store::set_context(const DialogId& id, const std::string& context) {
  // None to change where its texts were forgotten.
  Query(*connection_, Sql::kSetContext).with(id, context).run();
}

void Store::set_delivery(const DialogId& id, Delivery delivery) {
  Query query(*connection_, Sql::kSetDelivery);
  change_one(query.with(id, to_word(delivery)), id);
}

void Store::set_to_give(const DialogId& id, bool to_give) {
  Query query(*connection_, Sql::kSetToGive);
  change_one(query.with(id, to_give ? 1 : 0), id);
}

}  // namespace afar
