#include "hook/agents/claude_code/verdict.h"

#include "hook/agents/claude_code/permission.h"
#include "hook/agents/claude_code/plan.h"
#include "hook/agents/claude_code/suggestions.h"

namespace afar::hook::claude_code {
namespace {

constexpr const char* kEditsAllowed =
    R"([{"type":"setMode","mode":"acceptEdits","destination":"session"}])";

// "Which cache?" = "SQLite file cache"
std::string in_words(const Content& content, const Answer& answer) {
  std::string words;
  for (const auto& question : content.questions) {
    const auto given = answer.questions.find(question.id);
    if (given == answer.questions.end()) continue;
    std::string chosen;
    for (const auto& id : given->second.options) {
      const Option* option = question.find_option(id);
      chosen += (chosen.empty() ? "" : ", ") + (option == nullptr ? id : option->label);
    }
    if (given->second.text) chosen += (chosen.empty() ? "" : ", ") + *given->second.text;
    words += (words.empty() ? "" : ", ") + ("\"" + question.text + "\" = \"" + chosen + "\"");
  }
  return words;
}

// The one option that was chosen, and what was said with it. Empty: not exactly one.
struct Choice {
  std::string option;
  std::string words;
  std::optional<std::string> edited{};
};

Choice choice_of(const OpenResult& result) {
  const auto& answers = result.answers.questions;
  const auto given = answers.find("q1");
  if (answers.size() != 1 || given == answers.end()) return {};
  if (given->second.options.size() != 1) return {};
  const QuestionAnswer& answer = given->second;
  return {answer.options.front(), answer.text.value_or(answer.note.value_or("")), answer.edited};
}

// A person's no: exactly their words.
Refused no_of(const Choice& choice, const OpenResult& result, const char* verb, bool stop) {
  if (!choice.words.empty()) return {choice.words, stop};
  const std::string& name = result.outcome.by.name;
  return {std::string(verb) + " by " + (name.empty() ? "the person" : name) + ".", stop};
}

Unclear unclear(const OpenResult& result) {
  return {
      "The answer to this could not be understood" + name_of(result) +
      ", so nothing is allowed. Go on with what does not depend on it, or end your turn and say "
      "what is missing."};
}

// An approval with words. Newer clients take no plan from PreToolUse: they read their own file of
// it.
Verdict approved(const Ask& ask, const std::string& permissions, std::string_view title,
                 const std::string& words, WordsGo words_go, const std::string& otherwise) {
  if (words_go == WordsGo::kBeside) {
    return Allowed{ask.input, permissions, std::string(title) + ":\n\n" + words};
  }
  std::string plan = with_section(ask.input, title, words);
  // An allow would lose the words. Refused, the agent has them, and asks again.
  if (plan.empty()) return Refused{otherwise};
  return Allowed{std::move(plan), permissions};
}

Verdict on_plan(const Ask& ask, const OpenResult& result, WordsGo words_go) {
  const bool by_default = result.outcome.state == OutcomeState::kDefaulted;
  const Choice choice = choice_of(result);
  if (choice.option == kReject && !by_default) return no_of(choice, result, "Rejected", false);
  const bool accepts = choice.option == kAccept || choice.option == kAcceptEdits ||
                       choice.option == kAcceptWithFeedback;
  if (!accepts && by_default) return Refused{default_in_words(ask, result)};
  if (!accepts) return unclear(result);
  const std::string permissions = choice.option == kAcceptEdits ? kEditsAllowed : "";
  if (by_default) {
    const std::string words = default_in_words(ask, result);
    const std::string& message = result.outcome.message;
    return approved(ask, permissions, "Approved by a rule, not by the person",
                    message.empty() ? words : message, words_go, words);
  }
  if (choice.edited) {
    std::string edited = with_plan(ask.input, *choice.edited);
    if (!edited.empty()) return Allowed{std::move(edited), permissions};
    return Refused{"The person wants this plan instead; present it as yours:\n\n" + *choice.edited};
  }
  if (choice.words.empty()) return Allowed{ask.input, permissions};
  return approved(ask, permissions, "The person's feedback", choice.words, words_go, choice.words);
}

Verdict on_permission(const Ask& ask, const OpenResult& result) {
  const Choice choice = choice_of(result);
  // A default that allows was named by the operator, for this kind alone by its label.
  if (choice.option == kAllow) return Allowed{ask.input, ""};
  if (is_always(choice.option)) {
    // Asked by another way at the same time, that brings no such rule: the call is allowed all the
    // same.
    if (ask.suggestions.empty()) return Allowed{ask.input, ""};
    const auto rule = suggestion_of(ask.suggestions, choice.option);
    if (!rule) return unclear(result);
    return Allowed{ask.input, "[" + *rule + "]"};
  }
  const bool stop = choice.option == kDenyAndStop;
  if (!stop && choice.option != kDeny) return unclear(result);
  if (result.outcome.state == OutcomeState::kDefaulted) {
    return Refused{default_in_words(ask, result), stop};
  }
  return no_of(choice, result, "Denied", stop);
}

}  // namespace

std::string name_of(const OpenResult& result) {
  return result.id ? " (afar " + *result.id + ")" : "";
}

std::string default_in_words(const Ask& ask, const OpenResult& result) {
  const std::string mark =
      result.outcome.message.empty()
          ? "Not the person's answer: a rule of the operator chose the default."
          : result.outcome.message;
  return mark + " The default to go on with: " + in_words(ask.request.content, result.answers) +
         ".";
}

Verdict verdict_on(const Ask& ask, const OpenResult& result, WordsGo words_go) {
  // Leave to do something is a person's to give, or a rule's.
  if (result.outcome.by.kind == Decider::Kind::kAgent) return unclear(result);
  if (ask.request.kind == DialogKind::kPlanApproval) return on_plan(ask, result, words_go);
  if (ask.request.kind == DialogKind::kPermission) return on_permission(ask, result);
  return unclear(result);
}

}  // namespace afar::hook::claude_code
