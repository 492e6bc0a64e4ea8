// Cards: what each surface still has to show or change; and small facts of the surfaces' own.
#include <stdexcept>

#include "daemon/store/query.h"
#include "daemon/store/store.h"

namespace afar {
namespace {

using store::Query;
using store::Sql;

constexpr CardRow::State kStates[] = {CardRow::State::kWaiting, CardRow::State::kShown,
                                      CardRow::State::kClosed, CardRow::State::kGivenUp};

CardRow::State state_from(const std::string& word) {
  for (const auto state : kStates) {
    if (word == to_word(state)) return state;
  }
  throw std::runtime_error("a card has the state " + word);
}

CardRow row_of(const Query& query) {
  CardRow row;
  row.surface = query.text(0);
  row.dialog = query.text(1);
  row.nonce = query.text(2);
  row.state = state_from(query.text(3));
  row.wanted = query.integer(4);
  row.shown = query.integer(5);
  row.attempts = static_cast<int>(query.integer(6));
  if (!query.is_null(7)) row.due_at = query.time(7);
  row.escalated = query.integer(8) != 0;
  row.handle = query.text(9);
  row.why = query.text(10);
  return row;
}

std::optional<CardRow> one_row(Query& query) {
  if (!query.step()) return std::nullopt;
  return row_of(query);
}

std::vector<CardRow> all_rows(Query& query) {
  std::vector<CardRow> rows;
  while (query.step()) rows.push_back(row_of(query));
  return rows;
}

}  // namespace

std::string_view to_word(CardRow::State state) {
  switch (state) {
    case CardRow::State::kWaiting:
      return "waiting";
    case CardRow::State::kShown:
      return "shown";
    case CardRow::State::kClosed:
      return "closed";
    case CardRow::State::kGivenUp:
      return "given_up";
  }
  return "";
}

void Store::insert_card(const CardRow& row) {
  Query(*connection_, Sql::kInsertCard)
      .with(row.surface, row.dialog, row.nonce, to_word(row.state), row.wanted, row.shown,
            row.attempts, row.due_at, row.escalated ? 1 : 0, row.handle, row.why)
      .run();
}

void Store::set_card(const CardRow& row) {
  Query(*connection_, Sql::kSetCard)
      .with(row.surface, row.dialog, to_word(row.state), row.wanted, row.shown, row.attempts,
            row.due_at, row.escalated ? 1 : 0, row.handle, row.why)
      .run();
}

void Store::remove_card(const std::string& surface, const DialogId& id) {
  Query(*connection_, Sql::kRemoveCard).with(surface, id).run();
}

std::optional<CardRow> Store::find_card(const std::string& surface, const DialogId& id) {
  Query query(*connection_, Sql::kFindCard);
  return one_row(query.with(surface, id));
}

std::optional<CardRow> Store::find_card_by_nonce(const std::string& surface,
                                                 const std::string& nonce) {
  Query query(*connection_, Sql::kFindCardByNonce);
  return one_row(query.with(surface, nonce));
}

std::vector<CardRow> Store::cards_of(const DialogId& id) {
  Query query(*connection_, Sql::kCardsOfDialog);
  return all_rows(query.with(id));
}

std::vector<CardRow> Store::due_cards(const std::string& surface, int most) {
  Query query(*connection_, Sql::kDueCards);
  return all_rows(query.with(surface, most));
}

std::vector<CardRow> Store::open_cards(const std::string& surface) {
  Query query(*connection_, Sql::kOpenCards);
  return all_rows(query.with(surface));
}

CardCounts Store::count_cards(const std::string& surface) {
  CardCounts counts;
  Query query(*connection_, Sql::kCountCards);
  query.with(surface);
  while (query.step()) {
    const auto state = state_from(query.text(0));
    const std::int64_t count = query.integer(2);
    counts.due += query.integer(1);
    if (state == CardRow::State::kShown) counts.shown += count;
    if (state == CardRow::State::kGivenUp) counts.given_up += count;
    if (counts.last_failure.empty()) counts.last_failure = query.text(3);
  }
  return counts;
}

std::optional<std::string> Store::find_fact(const std::string& surface, const std::string& key) {
  Query query(*connection_, Sql::kFindFact);
  if (!query.with(surface, key).step()) return std::nullopt;
  return query.text(0);
}

std::vector<std::pair<std::string, std::string>> Store::facts(const std::string& surface,
                                                              const std::string& prefix) {
  std::vector<std::pair<std::string, std::string>> found;
  Query query(*connection_, Sql::kListFacts);
  query.with(surface, prefix);
  while (query.step()) found.emplace_back(query.text(0), query.text(1));
  return found;
}

void Store::save_fact(const std::string& surface, const std::string& key,
                      const std::optional<std::string>& value) {
  if (value) {
    Query(*connection_, Sql::kSaveFact).with(surface, key, *value).run();
  } else {
    Query(*connection_, Sql::kRemoveFact).with(surface, key).run();
  }
}

}  // namespace afar
