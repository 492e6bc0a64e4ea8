#include "daemon/store/history.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/store/connection.h"
#include "daemon/store/dialog_rows.h"
#include "daemon/store/query.h"

namespace afar {
namespace {

using store::Connection;
using store::Query;
using store::Sql;

constexpr std::size_t kDialogsMax = 50;
constexpr std::size_t kPageBytesMax = std::size_t{512} * 1024;
// Each is read and masked: about a tenth of a millisecond.
constexpr int kLookedAtMax = 2000;

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool contains(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(),
                     [](char one, char other) { return lower(one) == lower(other); }) != text.end();
}

std::vector<std::string_view> texts_of(const Dialog& dialog) {
  std::vector<std::string_view> texts{
      dialog.id,           dialog.content.title,  dialog.content.body,   dialog.content.context,
      dialog.origin.agent, dialog.origin.project, dialog.origin.session, dialog.origin.host};
  for (const auto& question : dialog.content.questions) {
    texts.insert(texts.end(), {question.header, question.text});
    for (const auto& option : question.options) {
      texts.insert(texts.end(), {option.label, option.description});
    }
  }
  for (const auto& [id, answer] : dialog.answers.questions) {
    if (answer.text) texts.push_back(*answer.text);
    if (answer.note) texts.push_back(*answer.note);
  }
  if (dialog.answers.response) texts.push_back(*dialog.answers.response);
  if (dialog.outcome) {
    texts.insert(texts.end(), {dialog.outcome->by.name, dialog.outcome->by.rule});
  }
  return texts;
}

// What SQLite looks for before a record is read at all: the longest word, as it stands in JSON.
std::string pattern_for(const std::vector<std::string>& words) {
  const auto longest = std::max_element(
      words.begin(), words.end(),
      [](const auto& one, const auto& other) { return one.size() < other.size(); });
  if (longest == words.end()) return "";
  const std::string json =
      nlohmann::json(*longest).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string pattern = "%";
  for (const char each : json.substr(1, json.size() - 2)) {
    if (each == '%' || each == '_' || each == '!') pattern += '!';
    pattern += each;
  }
  return pattern + "%";
}

}  // namespace

bool says_all(const Dialog& dialog, const std::vector<std::string>& words) {
  const auto texts = texts_of(dialog);
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::any_of(texts.begin(), texts.end(),
                       [&](std::string_view text) { return contains(text, word); });
  });
}

HistoryPage read_history(const std::string& path, const HistoryWanted& wanted,
                         const HistoryView& view) {
  Connection connection(path, Connection::Access::kRead);
  Query query(connection, Sql::kListEnded);
  query.with(wanted.before, wanted.state ? std::string(to_word(*wanted.state)) : std::string(),
             pattern_for(wanted.words));
  HistoryPage page;
  std::size_t bytes = 0;
  std::int64_t last = wanted.before;
  for (int looked_at = 0; query.step(); ++looked_at) {
    bytes += store::record_bytes(query, 1);
    const bool is_full = page.dialogs.size() == kDialogsMax || bytes > kPageBytesMax;
    if ((is_full && !page.dialogs.empty()) || looked_at == kLookedAtMax) {
      page.next = last;
      break;
    }
    last = query.integer(0);
    auto dialog = view(store::record_from(query, 1));
    if (dialog && says_all(*dialog, wanted.words)) {
      page.dialogs.push_back(std::move(*dialog));
    } else {
      bytes -= store::record_bytes(query, 1);
    }
  }
  return page;
}

}  // namespace afar
