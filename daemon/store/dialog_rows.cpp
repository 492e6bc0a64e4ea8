#include "daemon/store/dialog_rows.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "daemon/store/connection.h"
#include "daemon/store/query.h"
#include "daemon/store/showing_json.h"
#include "shared/dialog/dialog_json.h"

namespace afar::store {
namespace {

using nlohmann::json;

// Columns by which a dialog is found or which change stand for themselves; the rest of the origin
// is JSON, so that it may grow without a new schema.
std::string content_json(const Content& content) {
  json questions = json::array();
  for (const Question& question : content.questions) questions.push_back(to_json(question));
  return json{{"title", content.title}, {"body", content.body}, {"questions", std::move(questions)}}
      .dump();
}

// A word that this version does not know: somebody else wrote here.
template <typename From>
auto word(const Query& row, int column, From from) {
  const auto value = from(row.text(column));
  if (!value) throw std::runtime_error("cannot read a dialog: its record has an unknown word");
  return *value;
}

std::optional<Phase> phase_from(std::string_view text) {
  if (text == to_word(Phase::kBefore)) return Phase::kBefore;
  if (text == to_word(Phase::kBeside)) return Phase::kBeside;
  return std::nullopt;
}

std::optional<Late> late_from(std::string_view text) {
  for (const Late late : kLates) {
    if (text == to_word(late)) return late;
  }
  return std::nullopt;
}

// The columns from outcome_state to outcome_message, `delivery` standing before them.
std::optional<Outcome> outcome_of(const Query& row, int first) {
  const int state = first + 1;
  if (row.is_null(state)) return std::nullopt;
  Outcome outcome;
  outcome.delivery = word(row, first, delivery_from);
  outcome.state = word(row, state, outcome_state_from);
  outcome.at = row.time(first + 2);
  outcome.by.kind = word(row, first + 3, decider_kind_from);
  outcome.by.name = row.text(first + 4);
  outcome.by.surface = row.text(first + 5);
  outcome.by.rule = row.text(first + 6);
  outcome.stop = row.integer(first + 7) != 0;
  outcome.message = row.text(first + 8);
  return outcome;
}

}  // namespace

DialogHead head_from(const Query& row) {
  DialogHead head;
  head.id = row.text(0);
  head.kind = word(row, 1, dialog_kind_from);
  head.state = word(row, 2, dialog_state_from);
  head.delivery = word(row, 3, delivery_from);
  if (!row.is_null(4)) head.ended_by = word(row, 4, decider_kind_from);
  head.parked = head.state == DialogState::kOpen && !row.is_null(5);
  head.call = row.text(6);
  head.subagent = row.text(7);
  head.tool = row.text(8);
  head.content_hash = row.text(9);
  head.generation = row.integer(10);
  head.phase = word(row, 11, phase_from);
  head.created_at = row.time(12);
  head.expires_at = row.time(13);
  head.deferred = row.integer(14) != 0;
  head.to_give = row.integer(15) != 0;
  return head;
}

DialogRecord record_from(const Query& row, int first) {
  DialogRecord record;
  Dialog& dialog = record.dialog;
  dialog.id = row.text(first);
  dialog.kind = word(row, first + 1, dialog_kind_from);
  dialog.state = word(row, first + 2, dialog_state_from);
  dialog.created_at = row.time(first + 3);
  dialog.expires_at = row.time(first + 4);
  record.tool = row.text(first + 7);
  record.phase = word(row, first + 8, phase_from);
  record.content_hash = row.text(first + 9);
  record.rule = row.text(first + 10);
  const json origin = json::parse(row.text(first + 11));
  dialog.origin = origin_from(Fields(origin));
  dialog.origin.call = row.text(first + 5);
  dialog.origin.generation = row.integer(first + 6);
  dialog.outcome = outcome_of(row, first + 12);
  if (const auto answers = row.optional_text(first + 21)) {
    const json parsed = json::parse(*answers);
    dialog.answers = answer_from(Fields(parsed));
  }
  if (const auto content = row.optional_text(first + 22)) {
    const json parsed = json::parse(*content);
    dialog.content = content_from(Fields(parsed));
    dialog.content.context = row.text(first + 23);
  }
  record.approvers = json::parse(row.text(first + 24)).get<std::vector<std::string>>();
  record.late = word(row, first + 25, late_from);
  record.showing = showing_from(row.text(first + 26));
  return record;
}

std::size_t record_bytes(const Query& row, int first) {
  std::size_t bytes = 0;
  for (const int column : {11, 20, 21, 22, 23}) bytes += row.bytes(first + column);
  return bytes;
}

void insert_dialog(Connection& connection, const DialogRecord& record) {
  const Dialog& dialog = record.dialog;
  const Origin& origin = dialog.origin;
  Query(connection, Sql::kInsertDialog)
      .with(dialog.id, to_word(dialog.kind), to_word(dialog.state), dialog.created_at,
            dialog.expires_at, origin.agent, origin.session, origin.subagent, origin.call,
            origin.generation, record.tool, to_word(record.phase), record.content_hash, record.rule,
            to_json(origin).dump(), answers_json(dialog.answers), json(record.approvers).dump(),
            to_word(record.late), showing_text(record.showing))
      .run();
  Query(connection, Sql::kInsertText)
      .with(dialog.id, content_json(dialog.content), dialog.content.context)
      .run();
  if (dialog.outcome) update_outcome(connection, dialog.id, dialog.state, *dialog.outcome);
}

void update_outcome(Connection& connection, const DialogId& id, DialogState state,
                    const Outcome& outcome) {
  const Decider& by = outcome.by;
  Query query(connection, Sql::kSetOutcome);
  query.with(id, to_word(state), to_word(outcome.state), outcome.at, to_word(by.kind), by.name,
             by.surface, by.rule, outcome.stop ? 1 : 0, outcome.message, to_word(outcome.delivery));
  if (query.run() == 0) throw std::logic_error("no dialog " + id + " is on record");
}

std::string answers_json(const Answer& answers) {
  return json{{"answers", to_json(answers.questions)},
              {"response", answers.response ? json(*answers.response) : json(nullptr)}}
      .dump();
}

}  // namespace afar::store
