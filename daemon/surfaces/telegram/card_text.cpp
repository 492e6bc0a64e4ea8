#include "daemon/surfaces/telegram/card_text.h"

#include <algorithm>

#include "daemon/surfaces/card_words.h"
#include "daemon/text/printable.h"
#include "daemon/text/words.h"
#include "shared/dialog/expected.h"

namespace afar::telegram {
namespace {

// How much room each part may take, in UTF-16 units. The body has what the others leave.
constexpr std::size_t kHeadUnits = 200;
constexpr std::size_t kQuestionUnits = 900;
constexpr std::size_t kLabelUnits = 200;
constexpr std::size_t kDescriptionUnits = 240;
constexpr std::size_t kOptionsUnits = 1500;
constexpr std::size_t kContextUnits = 900;
constexpr std::size_t kContextUnitsMin = 240;
constexpr std::size_t kReserveUnits = 60;  // line breaks between the parts
constexpr std::size_t kChosenUnits = 160;

// A text that may have to be cut, which is noted.
std::string fitting(const std::string& text, std::size_t units, bool& cut) {
  std::string shown = cut_end(text, units);
  cut = cut || shown.size() != text.size();
  return shown;
}

// Behind a number: its further lines below the first one.
std::string hanging(const std::string& text) {
  constexpr std::size_t kIndent = 3;
  return printable_block(text, std::string(kIndent, ' ')).substr(kIndent);
}

const char* sign_of(const Dialog& dialog) {
  if (dialog.state != DialogState::kOpen) return "⚪";
  switch (dialog.kind) {
    case DialogKind::kPermission:
      return "🔐";
    case DialogKind::kPlanApproval:
    case DialogKind::kPlanEntry:
      return "📋";
    case DialogKind::kElicitation:
      return "📝";
    case DialogKind::kUserQuestion:
      break;
  }
  return "🔵";
}

bool says_recommended(const std::string& label) {
  constexpr std::string_view kWord = "ecommended";
  return label.find(kWord) != std::string::npos;
}

RichText option_line(const Option& option, std::size_t number, std::size_t description_units,
                     bool& cut) {
  RichText line;
  line.plain(std::to_string(number) + ". " + fitting(hanging(option.label), kLabelUnits, cut));
  if (option.recommended && !says_recommended(option.label)) line.plain(" (recommended)");
  if (!option.description.empty() && description_units > 0) {
    line.plain(" — " + fitting(hanging(option.description), description_units, cut));
  } else if (!option.description.empty()) {
    cut = true;
  }
  cut = cut || !option.preview.empty();
  return line;
}

// All options with as much of their descriptions as there is room for.
RichText options_text(const Question& question, std::size_t units, bool& cut) {
  for (const std::size_t description : {kDescriptionUnits, std::size_t{80}, std::size_t{0}}) {
    RichText text;
    bool cut_here = false;
    for (std::size_t i = 0; i < question.options.size(); ++i) {
      text.new_line().add(option_line(question.options[i], i + 1, description, cut_here));
    }
    if (text.units() <= units) {
      cut = cut || cut_here;
      return text;
    }
  }
  cut = true;
  RichText text;
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    bool ignored = false;
    const RichText line = option_line(question.options[i], i + 1, 0, ignored);
    if (text.units() + line.units() + kReserveUnits > units) {
      return text.new_line().plain("… and " + std::to_string(question.options.size() - i) +
                                   " more: answer with a number.");
    }
    text.new_line().add(line);
  }
  return text;
}

// What was answered in the other questions: "1. Cache: Redis".
RichText answered_before(const Dialog& dialog, std::size_t current) {
  RichText text;
  const auto& questions = dialog.content.questions;
  for (std::size_t i = 0; i < questions.size() && text.units() < kQuestionUnits; ++i) {
    const auto found = dialog.answers.questions.find(questions[i].id);
    if (i == current || found == dialog.answers.questions.end()) continue;
    const std::string chosen = chosen_in_words(questions[i], found->second);
    if (chosen.empty()) continue;
    const std::string& name = questions[i].header.empty() ? questions[i].text : questions[i].header;
    text.new_line().plain("✓ " + cut_end(printable_line(name), kChosenUnits / 2) + ": " +
                          cut_end(chosen, kChosenUnits));
  }
  return text;
}

RichText question_text(const Dialog& dialog, std::size_t index, bool& cut) {
  const Question& question = dialog.content.questions[index];
  RichText text;
  const Step step = step_of(dialog, index);
  if (step.of > 1) {
    text.marked("bold", std::to_string(step.number) + " of " + std::to_string(step.of)).plain(" ");
  }
  const std::string asked = fitting(printable_block(question.text, ""), kQuestionUnits, cut);
  if (!question.header.empty() && question.header != question.text) {
    text.plain(cut_end(printable_line(question.header), kChosenUnits) + " — ");
  }
  text.marked("bold", asked);
  if (question.multi_select) text.plain(" (several can be chosen)");
  if (!question.required) text.plain(" (need not be answered)");
  const std::string expected = expected_in_words(question);
  if (!expected.empty()) {
    text.new_line().plain("Wanted: " + cut_end(printable_line(expected), kChosenUnits));
  }
  for (const auto& link : question.links) {
    text.new_line().plain(printable_line(link.title) + " " + printable_line(link.url));
  }
  return text;
}

// What the person is to do where no button does it.
RichText how_to_write(const Dialog& dialog, const View& view, std::size_t index) {
  const Question& question = dialog.content.questions[index];
  RichText text;
  if (view.writing && view.writing->question == index) {
    const Option* option = question.find_option(view.writing->option);
    const std::string what =
        option == nullptr ? "your answer" : "your words (" + printable_line(option->label) + ")";
    return text.plain("✏️ Reply to this message with " + what + ".");
  }
  if (question.options.empty() && question.allow_free_text) {
    text.plain("✏️ Reply to this message with your answer.");
  }
  return text;
}

RichText context_text(const Dialog& dialog, std::size_t units) {
  RichText text;
  const std::string context = printable_block(dialog.content.context, "");
  if (context.empty() || units < kContextUnitsMin / 2) return text;
  // The last words are the nearest to the question.
  text.marked("expandable_blockquote", cut_start(context, std::min(units, kContextUnits)));
  return text;
}

// The dialog's title, where no other part says it.
RichText title_text(const Dialog& dialog, bool& cut) {
  RichText text;
  const Content& content = dialog.content;
  const bool said = !content.questions.empty() && content.questions[0].text == content.title;
  if (content.title.empty() || said || dialog.kind == DialogKind::kPermission) return text;
  return text.marked("bold", fitting(printable_line(content.title), kQuestionUnits / 2, cut));
}

struct Parts {
  RichText title, before, question, options, footer;
};

Parts parts_of(const Dialog& dialog, const View& view, bool& cut) {
  Parts parts;
  parts.title = title_text(dialog, cut);
  const auto current = current_question(dialog, view);
  if (!current) return parts;
  parts.before = answered_before(dialog, *current);
  parts.question = question_text(dialog, *current, cut);
  const Question& question = dialog.content.questions[*current];
  const bool numbered =
      dialog.kind == DialogKind::kUserQuestion || dialog.kind == DialogKind::kElicitation;
  if (numbered) parts.options = options_text(question, kOptionsUnits, cut);
  parts.footer = how_to_write(dialog, view, *current);
  return parts;
}

void add_paragraph(RichText& text, const RichText& part) {
  if (!part.empty()) text.new_paragraph().add(part);
}

RichText link_text(const std::string& url) {
  RichText text;
  if (!url.empty()) text.marked("text_link", "Open on the web page", url);
  return text;
}

CardText open_text(const Dialog& dialog, const View& view, const std::string& url) {
  CardText card;
  const Parts parts = parts_of(dialog, view, card.cut);
  const RichText link = link_text(url);
  card.text = head_line(dialog);
  std::size_t used = card.text.units() + parts.title.units() + parts.before.units() +
                     parts.question.units() + parts.options.units() + parts.footer.units() +
                     link.units() + kReserveUnits;
  const std::size_t room = kTextUnitsMax > used ? kTextUnitsMax - used : 0;
  const std::string body = printable_block(dialog.content.body, "");
  const std::size_t for_body = dialog.content.context.empty() || room < 2 * kContextUnitsMin
                                   ? room
                                   : room - kContextUnitsMin;
  const RichText shown = with_code_blocks(body, for_body, card.cut);
  const RichText context = context_text(dialog, room - std::min(room, shown.units()));
  const bool body_first = dialog.kind == DialogKind::kPermission;
  add_paragraph(card.text, parts.title);
  if (body_first) add_paragraph(card.text, shown);
  add_paragraph(card.text, context);
  if (!body_first) add_paragraph(card.text, shown);
  add_paragraph(card.text, parts.before);
  add_paragraph(card.text, parts.question);
  if (!parts.options.empty()) card.text.new_line().add(parts.options);
  add_paragraph(card.text, parts.footer);
  add_paragraph(card.text, link);
  return card;
}

CardText ended_text(const Dialog& dialog, const std::string& url, WallTime now) {
  CardText card;
  card.text = head_line(dialog);
  bool cut = false;
  const std::string ending = cut_end(ending_line(dialog, now), kQuestionUnits);
  const RichText link = link_text(url);
  add_paragraph(card.text, title_text(dialog, cut));
  const auto& questions = dialog.content.questions;
  RichText asked;
  for (const auto& question : questions) {
    if (!is_step(question) || asked.units() > kQuestionUnits) continue;
    asked.new_line().plain(cut_end(printable_block(question.text, ""), kQuestionUnits / 2));
  }
  const std::size_t used =
      card.text.units() + asked.units() + units_of(ending) + link.units() + kReserveUnits;
  const std::string body = printable_block(dialog.content.body, "");
  add_paragraph(card.text,
                with_code_blocks(body, std::min(kOptionsUnits, kTextUnitsMax - used), cut));
  add_paragraph(card.text, asked);
  card.text.new_paragraph().marked("bold", ending);
  add_paragraph(card.text, link);
  return card;
}

}  // namespace

RichText head_line(const Dialog& dialog) {
  RichText line;
  line.plain(std::string(sign_of(dialog)) + " " + cut_end(who_asks_line(dialog), kHeadUnits) + " ");
  return line.marked("code", dialog.id);
}

CardText card_text(const Dialog& dialog, const View& view, const std::string& url, WallTime now) {
  return dialog.state == DialogState::kOpen ? open_text(dialog, view, url)
                                            : ended_text(dialog, url, now);
}

std::string whole_text(const Dialog& dialog) {
  std::string text = dialog.id + "  " + who_asks_line(dialog) + "\n";
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += "\n" + printable_block(part, "") + "\n";
  };
  const Content& content = dialog.content;
  add(content.title);
  add(content.body);
  if (!content.context.empty()) add("The agent said before it asked:\n" + content.context);
  for (std::size_t i = 0; i < content.questions.size(); ++i) {
    const Question& question = content.questions[i];
    add(question.header.empty() ? question.text : question.header + " — " + question.text);
    for (std::size_t j = 0; j < question.options.size(); ++j) {
      const Option& option = question.options[j];
      text += std::to_string(j + 1) + ". " + printable_line(option.label);
      if (!option.description.empty()) text += " — " + hanging(option.description);
      text += "\n";
      if (!option.preview.empty()) text += printable_block(option.preview, "     ") + "\n";
    }
  }
  return text;
}

DialogId dialog_named_in(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  const std::size_t space = line.find_last_of(' ');
  const std::string word = line.substr(space == std::string::npos ? 0 : space + 1);
  return looks_like_dialog_id(word) ? word : "";
}

}  // namespace afar::telegram
