#include "hook/agents/claude_code/terminal_answer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/permission.h"
#include "hook/agents/claude_code/plan.h"

namespace afar::hook::claude_code {
namespace {

using nlohmann::json;

constexpr std::string_view kBetweenChoices = ", ";
// Stands where the person wrote a note and chose nothing.
constexpr std::string_view kNotesOnly = "(notes only)";
// What the client puts in the person's place when its picker closes by itself. Newer clients also
// set afkTimeoutMs, "absent on every human-resolved path".
constexpr std::string_view kIdleText = "No response after ";
constexpr std::string_view kIdleTextGoesOn = "may be away from keyboard";

bool is_idle_text(const json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return text.rfind(kIdleText, 0) == 0 && text.find(kIdleTextGoesOn) != std::string::npos;
}

// Whether the client closed the picker itself. It may keep the choices made so far, but nobody sent
// them off.
bool ended_by_itself(const json& told) {
  if (is_idle_text(told)) return true;
  if (!told.is_object()) return false;
  if (told.contains("afkTimeoutMs") || is_idle_text(told.value("response", json()))) return true;
  const auto answers = told.find("answers");
  return answers != told.end() && answers->is_object() &&
         std::any_of(answers->begin(), answers->end(), is_idle_text);
}

const json* object_in(const json& told, const char* name) {
  if (!told.is_object()) return nullptr;
  const auto found = told.find(name);
  return found != told.end() && found->is_object() && !found->empty() ? &*found : nullptr;
}

// The answer as one text: multi-select has been seen as an array as well.
std::string written_answer(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  std::string joined;
  if (!value.is_array()) return joined;
  for (const auto& part : value) {
    if (!part.is_string()) continue;
    if (!joined.empty()) joined += kBetweenChoices;
    joined += part.get_ref<const std::string&>();
  }
  return joined;
}

std::optional<std::string> note_for(const json* annotations, const std::string& question) {
  if (annotations == nullptr) return std::nullopt;
  const json* annotation = object_in(*annotations, question.c_str());
  if (annotation == nullptr || !annotation->contains("notes")) return std::nullopt;
  const json& note = (*annotation)["notes"];
  if (!note.is_string() || note.get_ref<const std::string&>().empty()) return std::nullopt;
  return note.get<std::string>();
}

// The label that `rest` starts with, the longest one ("Auth, later" before "Auth"), as a whole: at
// its end, or before the next choice.
const Option* leading_label(const Question& question, std::string_view rest,
                            const std::vector<std::string>& taken) {
  const Option* longest = nullptr;
  for (const auto& option : question.options) {
    const std::string_view label = option.label;
    if (label.empty() || rest.rfind(label, 0) != 0) continue;
    const std::string_view behind = rest.substr(label.size());
    if (!behind.empty() && behind.rfind(kBetweenChoices, 0) != 0) continue;
    if (std::find(taken.begin(), taken.end(), option.id) != taken.end()) continue;
    if (longest == nullptr || label.size() > longest->label.size()) longest = &option;
  }
  return longest;
}

Answer answer_in(const Content& content, const json* answers, const json* annotations) {
  Answer answer;
  for (const auto& question : content.questions) {
    QuestionAnswer given;
    if (answers != nullptr && answers->contains(question.text)) {
      given = parse_choice(question, written_answer((*answers)[question.text]));
    }
    given.note = note_for(annotations, question.text);
    if (given.gives_something() || given.note) answer.questions[question.id] = std::move(given);
  }
  return answer;
}

Answer granted(std::string_view option) {
  Answer answer;
  answer.questions["q1"].options = {std::string(option)};
  return answer;
}

}  // namespace

QuestionAnswer parse_choice(const Question& question, const std::string& written) {
  QuestionAnswer answer;
  if (written.empty() || written == kNotesOnly) return answer;
  std::string_view rest = written;
  while (!rest.empty()) {
    const Option* option = leading_label(question, rest, answer.options);
    // A single choice is a whole label or the person's own words.
    const bool whole = option != nullptr && option->label.size() == rest.size();
    if (option == nullptr || (!question.multi_select && !whole)) break;
    answer.options.push_back(option->id);
    rest.remove_prefix(whole ? rest.size() : option->label.size() + kBetweenChoices.size());
  }
  if (!rest.empty()) answer.text = std::string(rest);
  return answer;
}

std::optional<Answer> terminal_answer(DialogKind kind, const Content& content, const json& event) {
  if (kind == DialogKind::kPermission) return granted(kAllow);
  if (kind == DialogKind::kPlanApproval) {
    const bool edits = event.value("permission_mode", json()) == "acceptEdits";
    return granted(edits ? kAcceptEdits : kAccept);
  }
  static const json kAbsent;
  const auto part = [&](const char* name) -> const json& {
    const auto found = event.find(name);
    return found == event.end() ? kAbsent : *found;
  };
  // The client puts the answers into the tool's input; its response repeats them.
  const json& input = part("tool_input");
  const json& response = part("tool_response");
  if (ended_by_itself(input) || ended_by_itself(response)) return std::nullopt;
  const json* answers = object_in(input, "answers");
  if (answers == nullptr) answers = object_in(response, "answers");
  const json* annotations = object_in(input, "annotations");
  if (annotations == nullptr) annotations = object_in(response, "annotations");

  Answer answer = answer_in(content, answers, annotations);
  for (const json* told : {&input, &response}) {
    if (!told->is_object() || !told->contains("response")) continue;
    const json& words = (*told)["response"];
    if (words.is_string() && !words.get_ref<const std::string&>().empty()) {
      answer.response = words.get<std::string>();
      break;
    }
  }
  if (answer.questions.empty() && !answer.response) return std::nullopt;
  return answer;
}

}  // namespace afar::hook::claude_code
