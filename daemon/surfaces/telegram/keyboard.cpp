#include "daemon/surfaces/telegram/keyboard.h"

#include <algorithm>
#include <charconv>

#include "daemon/core/answering.h"
#include "daemon/surfaces/telegram/rich_text.h"
#include "daemon/text/printable.h"

namespace afar::telegram {
namespace {

// What a phone shows of a label on a row of its own; the whole stands in the text.
constexpr std::size_t kLabelUnits = 48;
// The service takes 100 buttons; a few are not options. The rest is answered by number or label.
constexpr std::size_t kOptionButtonsMax = 90;
constexpr std::size_t kNonceMax = 32;
constexpr std::string_view kActs = "ctudwgsb";  // in the order of Act

bool says_so(std::string_view label, std::string_view mark) {
  if (label.size() < mark.size()) return false;
  return std::equal(mark.begin(), mark.end(),
                    label.end() - static_cast<std::ptrdiff_t>(mark.size()),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

// A star says it on the button.
std::string short_label(const Option& option) {
  std::string label = printable_line(option.label);
  constexpr std::string_view kMark = "(recommended)";
  if (option.recommended && says_so(label, kMark)) {
    label.resize(label.size() - kMark.size());
    label.erase(label.find_last_not_of(' ') + 1);
  }
  return label.empty() ? option.id : label;
}

class Rows {
 public:
  Rows(const std::string& nonce, std::size_t question) : nonce_(nonce), question_(question) {}

  void row(const std::string& text, Act act, std::size_t option = 0) {
    rows_.push_back({button(text, act, option)});
  }
  void beside(const std::string& text, Act act, std::size_t option = 0) {
    rows_.back().push_back(button(text, act, option));
  }
  std::vector<std::vector<Button>> take() { return std::move(rows_); }

 private:
  Button button(const std::string& text, Act act, std::size_t option) const {
    return {cut_end(text, kLabelUnits), tap_data(nonce_, {act, question_, option})};
  }

  const std::string& nonce_;
  std::size_t question_;
  std::vector<std::vector<Button>> rows_;
};

// Fixed choices of a plan or a permission are known by their words, not by a number.
bool has_numbers(DialogKind kind) {
  return kind == DialogKind::kUserQuestion || kind == DialogKind::kElicitation;
}

void add_options(const Dialog& dialog, const View& view, const Question& question, Rows& rows) {
  const auto ticked = ticked_in(dialog, view, question);
  const std::size_t count = std::min(question.options.size(), kOptionButtonsMax);
  for (std::size_t i = 0; i < count; ++i) {
    const Option& option = question.options[i];
    std::string text = short_label(option);
    if (has_numbers(dialog.kind)) text = std::to_string(i + 1) + ". " + text;
    if (option.recommended) text = "★ " + text;
    if (question.multi_select) {
      const bool on = std::find(ticked.begin(), ticked.end(), option.id) != ticked.end();
      rows.row((on ? "☑ " : "☐ ") + text, on ? Act::kUntick : Act::kTick, i);
    } else if (option_takes_text(option.id) && option.id != "deny_and_stop") {
      rows.row(text + "…", Act::kWrite, i);
      // Words are what it is about, but it may be meant without any.
      if (option.id == "reject") rows.row("Reject", Act::kChoose, i);
    } else {
      rows.row(text, Act::kChoose, i);
    }
  }
  if (question.multi_select) {
    rows.row(ticked.empty() ? "Done" : "Done (" + std::to_string(ticked.size()) + ")", Act::kDone);
  }
}

// Options of other questions that end the whole dialog ("Decline").
void add_ways_out(const Dialog& dialog, const Question& current, const std::string& nonce,
                  std::vector<std::vector<Button>>& rows) {
  const auto& questions = dialog.content.questions;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (questions[i].id == current.id) continue;
    for (std::size_t j = 0; j < questions[i].options.size(); ++j) {
      const Option& option = questions[i].options[j];
      if (!option.closes) continue;
      rows.push_back(
          {{cut_end(short_label(option), kLabelUnits), tap_data(nonce, {Act::kChoose, i, j})}});
    }
  }
}

std::vector<std::vector<Button>> while_writing(const Writing& writing, const Question& question,
                                               const std::string& nonce) {
  Rows rows(nonce, writing.question);
  rows.row("◀ back", Act::kBack);
  const auto& options = question.options;
  const auto option = std::find_if(options.begin(), options.end(),
                                   [&](const Option& each) { return each.id == writing.option; });
  // An approval has a button of its own that needs no words.
  if (option != options.end() && option->id != "reject" && !option_grants(option->id)) {
    rows.beside(short_label(*option) + " without words", Act::kChoose,
                static_cast<std::size_t>(option - options.begin()));
  }
  return rows.take();
}

}  // namespace

std::string tap_data(const std::string& nonce, const Tap& tap) {
  return nonce + ":" + kActs[static_cast<std::size_t>(tap.act)] + std::to_string(tap.question) +
         "." + std::to_string(tap.option);
}

std::optional<TapData> read_tap(std::string_view data) {
  const std::size_t colon = data.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon > kNonceMax) return std::nullopt;
  TapData read{std::string(data.substr(0, colon)), {}};
  data.remove_prefix(colon + 1);
  const std::size_t act = data.empty() ? std::string_view::npos : kActs.find(data.front());
  if (act == std::string_view::npos) return std::nullopt;
  read.tap.act = static_cast<Act>(act);
  const char* const end = data.data() + data.size();
  const auto question = std::from_chars(data.data() + 1, end, read.tap.question);
  if (question.ec != std::errc() || question.ptr == end || *question.ptr != '.')
    return std::nullopt;
  const auto option = std::from_chars(question.ptr + 1, end, read.tap.option);
  if (option.ec != std::errc() || option.ptr != end) return std::nullopt;
  return read;
}

std::vector<std::vector<Button>> keyboard_of(const Dialog& dialog, const View& view,
                                             const std::string& nonce) {
  const auto current = current_question(dialog, view);
  if (dialog.state != DialogState::kOpen || !current) return {};
  const Question& question = dialog.content.questions[*current];
  if (view.writing && view.writing->question == *current) {
    return while_writing(*view.writing, question, nonce);
  }
  Rows rows(nonce, *current);
  add_options(dialog, view, question, rows);
  // A question without options awaits words as it is.
  if (question.allow_free_text && !question.options.empty()) {
    rows.row("✏️ Other", Act::kWrite, question.options.size());
  }
  if (question.expects && question.expects->suggestion) {
    rows.row("Use " + printable_line(*question.expects->suggestion), Act::kSuggest);
  }
  if (!question.required) rows.row("Skip", Act::kSkip);
  if (question_before(dialog, *current)) rows.row("◀ back", Act::kBack);
  auto all = rows.take();
  add_ways_out(dialog, question, nonce, all);
  return all;
}

}  // namespace afar::telegram
