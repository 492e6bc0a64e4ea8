#include "daemon/surfaces/plugin/messages.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/surfaces/card_words.h"
#include "daemon/text/printable.h"
#include "daemon/text/utf8.h"
#include "shared/dialog/dialog_json.h"
#include "shared/dialog/expected.h"

namespace afar::plugin {
namespace {

using nlohmann::json;

constexpr std::size_t kHead = 2500;
constexpr std::size_t kTail = kPreviewMax - kHead;

// "1,517"
std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

// Where each code point begins, and the end.
std::vector<std::size_t> code_points_of(const std::string& text) {
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < text.size();) {
    starts.push_back(at);
    at += first_code_point(std::string_view(text).substr(at)).bytes;
  }
  starts.push_back(text.size());
  return starts;
}

bool is_answered(const Dialog& dialog, const Question& question) {
  const auto found = dialog.answers.questions.find(question.id);
  return found != dialog.answers.questions.end() && found->second.gives_something();
}

std::size_t index_of(const Dialog& dialog, const Question& question) {
  return static_cast<std::size_t>(&question - dialog.content.questions.data());
}

bool is_one_of_several(const Dialog& dialog) { return dialog.content.questions.size() > 1; }

json metadata_of(const Dialog& dialog, const Question& question, const std::string& url) {
  json metadata = {{"agent", dialog.origin.agent},
                   {"project", dialog.origin.project},
                   {"cwd", dialog.origin.cwd},
                   {"session", dialog.origin.session}};
  if (is_one_of_several(dialog)) {
    metadata["question"] = {{"index", index_of(dialog, question) + 1},
                            {"count", dialog.content.questions.size()},
                            {"id", question.id}};
  }
  if (question.multi_select) metadata["multi_select"] = true;
  if (!question.header.empty()) metadata["header"] = question.header;
  const std::string expected = expected_in_words(question);
  if (!expected.empty()) metadata["expected"] = expected;
  for (const auto& link : question.links) {
    metadata["links"].push_back({{"title", link.title}, {"url", link.url}});
  }
  if (!url.empty()) metadata["url"] = url;
  return metadata;
}

json offer_json(const Offer& offer) {
  if (offer.option == nullptr) return {{"id", offer.id}, {"label", "Leave out"}};
  json option = {{"id", offer.id}, {"label", offer.option->label}};
  if (!offer.option->description.empty()) option["description"] = offer.option->description;
  if (!offer.option->preview.empty()) option["preview"] = offer.option->preview;
  if (offer.option->recommended) option["is_default"] = true;
  return option;
}

std::string line_of(std::size_t number, const Option& option) {
  std::string line = std::to_string(number) + ". " + printable_line(option.label);
  if (option.recommended && line.find("(Recommended)") == std::string::npos) {
    line += " (recommended)";
  }
  if (!option.description.empty()) line += " — " + printable_line(option.description);
  return line + "\n";
}

std::string how_to_answer(const Dialog& dialog, const Question& question) {
  const std::string& id = dialog.id;
  const std::string words = "\"" + id + " your own words\"";
  const std::string leave =
      is_one_of_several(dialog) && !question.required ? " \"" + id + " -\" leaves it out." : "";
  if (question.options.empty()) return "Answer with " + words + "." + leave;
  const std::string number = question.multi_select ? "1,2" : "1";
  std::string how = "Answer with \"" + id + " " + number + "\"";
  if (!wants_name(dialog)) how += ", or just \"" + number + "\"";
  if (question.allow_free_text) how += ", or with " + words;
  return how + "." + leave;
}

}  // namespace

std::string preview_of(const std::string& text) {
  const auto starts = code_points_of(text);
  const std::size_t count = starts.size() - 1;
  if (count <= kPreviewMax) return text;
  return text.substr(0, starts[kHead]) + "\n[... " + grouped(count - kPreviewMax) +
         " characters are left out here ...]\n" + text.substr(starts[count - kTail]);
}

const Question* next_question(const Dialog& dialog, const std::set<std::string>& passed_over) {
  for (const auto& question : dialog.content.questions) {
    if (!is_answered(dialog, question) && !passed_over.contains(question.id)) return &question;
  }
  return nullptr;
}

std::vector<Offer> offers_of(const Dialog& dialog, const Question& question) {
  const bool several = is_one_of_several(dialog);
  const auto id_of = [&](const Question& of, const std::string& option) {
    return several ? of.id + ":" + option : option;
  };
  std::vector<Offer> offers;
  for (const auto& option : question.options) {
    offers.push_back({id_of(question, option.id), &question, &option});
  }
  if (!several) return offers;
  if (!question.required) offers.push_back({id_of(question, "none"), &question, nullptr});
  for (const auto& other : dialog.content.questions) {
    if (other.id == question.id) continue;
    for (const auto& option : other.options) {
      if (option.closes) offers.push_back({id_of(other, option.id), &other, &option});
    }
  }
  return offers;
}

json dialog_request(const Dialog& dialog, const Question& question, const std::string& url,
                    const std::string& refused) {
  json options = json::array();
  for (const auto& offer : offers_of(dialog, question)) options.push_back(offer_json(offer));
  const bool takes_text = question.allow_free_text || dialog.kind == DialogKind::kPlanApproval ||
                          dialog.kind == DialogKind::kPermission;
  const std::string& title = question.text.empty() ? dialog.content.title : question.text;
  json request = {{"request_id", dialog.id},
                  {"dialog_type", to_word(dialog.kind)},
                  {"title", title},
                  {"description", dialog.content.context},
                  {"options", std::move(options)},
                  {"allows_free_text", takes_text},
                  {"metadata", metadata_of(dialog, question, url)}};
  if (!dialog.content.body.empty()) request["content_preview"] = dialog.content.body;
  if (dialog.content.title != title) request["metadata"]["title"] = dialog.content.title;
  if (!refused.empty()) request["metadata"]["refused"] = refused;
  return request;
}

json ask_question_request(const Dialog& dialog) {
  json questions = json::array();
  for (const auto& question : dialog.content.questions) {
    json options = json::array();
    for (const auto& option : question.options) {
      json each = {{"label", option.label}};
      if (!option.description.empty()) each["description"] = option.description;
      if (!option.preview.empty()) each["preview"] = option.preview;
      options.push_back(std::move(each));
    }
    questions.push_back({{"question", question.text},
                         {"header", question.header},
                         {"multiSelect", question.multi_select},
                         {"options", std::move(options)}});
  }
  return {{"request_id", dialog.id}, {"questions", std::move(questions)}};
}

json permission_request(const Dialog& dialog) {
  const std::string& title = dialog.content.title;
  const auto& questions = dialog.content.questions;
  return {{"request_id", dialog.id},
          {"tool_name", title.substr(0, title.find(": "))},
          {"description", preview_of(questions.empty() ? title : questions.front().text)},
          {"input_preview", preview_of(dialog.content.body)}};
}

json dialog_closed(const Dialog& dialog, WallTime now) {
  return {{"request_id", dialog.id},
          {"outcome", to_word(dialog.state)},
          {"by", dialog.outcome ? to_json(dialog.outcome->by) : json(nullptr)},
          {"text", ending_line(dialog, now)}};
}

bool wants_name(const Dialog& dialog) {
  return dialog.kind == DialogKind::kPermission || dialog.kind == DialogKind::kPlanApproval;
}

std::string plain_text(const Dialog& dialog, const Question& question) {
  std::string text = dialog.id + " · " + who_asks_line(dialog) + "\n";
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += printable_block(preview_of(part), "") + "\n";
  };
  if (dialog.content.title != question.text) add(dialog.content.title);
  add(dialog.content.body);
  if (is_one_of_several(dialog)) {
    text += "Question " + std::to_string(index_of(dialog, question) + 1) + " of " +
            std::to_string(dialog.content.questions.size()) + ": ";
  }
  add(question.text);
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    text += line_of(i + 1, question.options[i]);
  }
  for (const auto& link : question.links) text += printable_line(link.url) + "\n";
  const std::string expected = expected_in_words(question);
  if (!expected.empty()) text += "Wanted: " + printable_line(expected) + "\n";
  return text + how_to_answer(dialog, question);
}

std::string plain_ending(const Dialog& dialog, WallTime now) {
  return dialog.id + " " + ending_line(dialog, now);
}

}  // namespace afar::plugin
