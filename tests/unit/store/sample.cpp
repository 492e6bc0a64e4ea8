#include "tests/unit/store/sample.h"

#include <nlohmann/json.hpp>

#include "shared/dialog/dialog_json.h"

namespace afar {

using namespace std::string_literals;

WallTime at_ms(std::int64_t milliseconds) { return WallTime(Milliseconds(milliseconds)); }

DialogId id_of(int number) {
  static constexpr std::string_view kLetters = "abcdefghijkmnopqrstuvwxyz";
  DialogId id(5, 'a');
  for (auto letter = id.rbegin(); letter != id.rend(); ++letter) {
    *letter = kLetters[static_cast<std::size_t>(number) % kLetters.size()];
    number /= static_cast<int>(kLetters.size());
  }
  return id;
}

DialogRecord plain_record(const DialogId& id) {
  DialogRecord record;
  record.dialog.id = id;
  record.dialog.content.title = "Cache";
  Question question;
  question.id = "q1";
  question.text = "Which cache?";
  question.options = {{"o1", "Redis", "", "", true}, {"o2", "SQLite", "", "", false}};
  record.dialog.content.questions.push_back(question);
  record.dialog.origin.agent = "claude-code";
  record.dialog.origin.session = "s1";
  record.dialog.origin.call = "c1";
  record.dialog.created_at = at_ms(1'000);
  record.dialog.expires_at = at_ms(2'000);
  record.content_hash = "h1";
  record.tool = "AskUserQuestion";
  return record;
}

DialogRecord full_record(const DialogId& id) {
  const std::string awkward = "a\0b \"q\" \\ \x01\x1f\x7f \r\n\t \xf0\x9f\x98\x80 '; --"s;
  DialogRecord record;
  Dialog& dialog = record.dialog;
  dialog.id = id;
  dialog.kind = DialogKind::kElicitation;
  dialog.state = DialogState::kLeft;
  dialog.content = {
      awkward + "title", std::string(200'000, 'x') + awkward, awkward + "context", {}};
  Question question{"q1", awkward + "header", awkward + "text", true, false, false, {}, {}};
  question.options.push_back({"o1", awkward, awkward + "d", awkward + "p", true});
  question.options.push_back({awkward, "label", "", "", false});
  question.links.push_back({awkward + "link", "https://example.org/"});
  dialog.content.questions = {question, question};
  dialog.content.questions[1].id = "q2";
  dialog.origin = {"agent" + awkward, "1.2.3",       "host", "project",
                   "/tmp/" + awkward, "s" + awkward, 7,      "c" + awkward,
                   "sub" + awkward,   "acceptEdits", false};
  dialog.created_at = at_ms(1'796'047'323'004);
  dialog.expires_at = at_ms(-1);
  dialog.answers.questions["q1"] = {{"o1", awkward}, awkward + "text", awkward + "note"};
  dialog.answers.questions["q2"] = {{}, "", std::nullopt};
  dialog.answers.response = awkward + "response";
  Outcome outcome;
  outcome.state = OutcomeState::kLeft;
  outcome.by = {Decider::Kind::kTerminal, awkward + "name", "terminal", awkward + "rule"};
  outcome.at = at_ms(1'796'047'323'999);
  outcome.delivery = Delivery::kUndelivered;
  outcome.message = awkward + "message";
  outcome.stop = true;
  dialog.outcome = outcome;
  record.content_hash = std::string(64, 'f');
  record.tool = "tool" + awkward;
  record.phase = Phase::kBeside;
  record.rule = "rule" + awkward;
  return record;
}

Outcome outcome_of(OutcomeState state, Decider::Kind by) {
  Outcome outcome;
  outcome.state = state;
  outcome.by.kind = by;
  outcome.by.name = "ann";
  outcome.by.surface = "cli";
  outcome.at = at_ms(1'500);
  outcome.delivery = Delivery::kPending;
  return outcome;
}

AuditEntry entry_of(const std::string& kind, const std::string& body) {
  AuditEntry entry;
  entry.at = at_ms(1'796'047'323'004);
  entry.kind = kind;
  entry.dialog = "tbxkq";
  entry.actor = {Decider::Kind::kPerson, "ann", "cli", ""};
  entry.body = body;
  return entry;
}

void put(Store& store, const DialogRecord& record) {
  Store::Transaction transaction(store);
  store.insert(record);
  transaction.commit();
}

void end(Store& store, const DialogId& id, OutcomeState state) {
  Store::Transaction transaction(store);
  store.set_outcome(id, state_after(state), outcome_of(state));
  transaction.commit();
}

void append(Store& store, const AuditEntry& entry) {
  Store::Transaction transaction(store);
  store.append_audit(entry);
  transaction.commit();
}

std::string in_words(const DialogRecord& record) {
  nlohmann::json json = to_json(record.dialog);
  json["content_hash"] = record.content_hash;
  json["tool"] = record.tool;
  json["phase"] = to_word(record.phase);
  json["rule"] = record.rule;
  return json.dump(1);
}

}  // namespace afar
