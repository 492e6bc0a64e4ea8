// What the permission prompt tool answers, for every way in which a dialog can end.
#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/permission.h"
#include "hook/agents/claude_code/plan.h"
#include "hook/agents/claude_code/prompt_tool.h"
#include "hook/agents/claude_code/updated_input.h"
#include "shared/rpc/message.h"

namespace afar::hook::claude_code {
namespace {

constexpr const char* kGoOn =
    " Go on with what does not depend on it, or end your turn and say what is missing.";
constexpr const char* kEditsAllowed =
    R"("updatedPermissions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}])";

std::string quoted(const std::string& text) { return rpc::dump(nlohmann::json(text)); }

std::string allow(const std::string& updated_input, const std::string& more = "") {
  return R"({"behavior":"allow","updatedInput":)" + updated_input +
         (more.empty() ? "" : "," + more) + "}";
}

std::string name_of(const OpenResult& result) {
  return result.id ? " (afar " + *result.id + ")" : "";
}

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

// There is no place for a mark beside an allow, and a default must never look like the person's
// answer: so it is told as a denial that names the default to go on with.
std::string marked(const Ask& ask, const OpenResult& result) {
  const std::string mark =
      result.outcome.message.empty()
          ? "Not the person's answer: a rule of the operator chose the default."
          : result.outcome.message;
  return mark + " The default to go on with: " + in_words(ask.request.content, result.answers) +
         ".";
}

// The one option that was chosen, and what was said with it. Empty: not exactly one.
struct Choice {
  std::string option;
  std::string words;
};

Choice choice_of(const OpenResult& result) {
  const auto given = result.answers.questions.find("q1");
  if (given == result.answers.questions.end() || given->second.options.size() != 1) return {};
  const QuestionAnswer& answer = given->second;
  return {answer.options.front(), answer.text.value_or(answer.note.value_or(""))};
}

// A person's no: exactly their words.
std::string no_of(const Choice& choice, const OpenResult& result, const char* verb, bool stop) {
  if (!choice.words.empty()) return prompt_denial(choice.words, stop);
  const std::string& name = result.outcome.by.name;
  return prompt_denial(std::string(verb) + " by " + (name.empty() ? "the person" : name) + ".",
                       stop);
}

std::string unclear(const OpenResult& result) {
  return prompt_denial("The answer to this could not be understood" + name_of(result) +
                       ", so nothing is allowed." + kGoOn);
}

std::string question_reply(const Ask& ask, const OpenResult& result) {
  if (result.outcome.state == OutcomeState::kDefaulted) return prompt_denial(marked(ask, result));
  const auto input = updated_input(ask, result.answers);
  if (const auto* echoed = std::get_if<std::string>(&input)) return allow(*echoed);
  return prompt_denial("The person's answer could not be given" + name_of(result) + ": " +
                       std::get<NotGiven>(input).why + "." + kGoOn);
}

std::string plan_reply(const Ask& ask, const OpenResult& result) {
  const bool by_default = result.outcome.state == OutcomeState::kDefaulted;
  const Choice choice = choice_of(result);
  if (choice.option == kReject && !by_default) return no_of(choice, result, "Rejected", false);
  const bool accepts = choice.option == kAccept || choice.option == kAcceptEdits ||
                       choice.option == kAcceptWithFeedback;
  if (!accepts) return by_default ? prompt_denial(marked(ask, result)) : unclear(result);
  const std::string more = choice.option == kAcceptEdits ? kEditsAllowed : "";
  if (by_default) {
    const std::string plan =
        with_section(ask.input, "Approved by a rule, not by the person", result.outcome.message);
    return plan.empty() ? prompt_denial(marked(ask, result)) : allow(plan, more);
  }
  if (choice.words.empty()) return allow(ask.input, more);
  const std::string plan = with_section(ask.input, "The person's feedback", choice.words);
  // An allow would lose the words. As a denial the agent has them, and asks again.
  return plan.empty() ? prompt_denial(choice.words) : allow(plan, more);
}

std::string permission_reply(const Ask& ask, const OpenResult& result) {
  const Choice choice = choice_of(result);
  // A default that allows was named by the operator, for this kind alone by its label.
  if (choice.option == kAllow) return allow(ask.input);
  const bool stop = choice.option == kDenyAndStop;
  if (!stop && choice.option != kDeny) return unclear(result);
  if (result.outcome.state == OutcomeState::kDefaulted) {
    return prompt_denial(marked(ask, result), stop);
  }
  return no_of(choice, result, "Denied", stop);
}

std::string answer_reply(const Ask& ask, const OpenResult& result) {
  if (ask.request.kind == DialogKind::kUserQuestion) return question_reply(ask, result);
  // Leave to do something is a person's to give, or a rule's.
  if (result.outcome.by.kind == Decider::Kind::kAgent) return unclear(result);
  switch (ask.request.kind) {
    case DialogKind::kPlanApproval:
      return plan_reply(ask, result);
    case DialogKind::kPermission:
      return permission_reply(ask, result);
    case DialogKind::kUserQuestion:
    case DialogKind::kPlanEntry:
    case DialogKind::kElicitation:
      break;  // never asked through this tool
  }
  return unclear(result);
}

std::string left_in_words(const OpenResult& result) {
  if (result.id) {
    return "Nobody answered this" + name_of(result) + ", and there is no terminal to ask in." +
           kGoOn;
  }
  const std::string& rule = result.outcome.by.rule;
  return nobody_was_asked(rule.empty() ? "afar leaves it to the terminal"
                                       : "the rule \"" + rule + "\" leaves it to the terminal");
}

// The daemon's own words where it has some.
std::string words_or(const OpenResult& result, const std::string& otherwise) {
  return result.outcome.message.empty() ? otherwise : result.outcome.message;
}

}  // namespace

std::string prompt_denial(const std::string& message, bool stop) {
  return R"({"behavior":"deny","message":)" + quoted(message) +
         (stop ? R"(,"interrupt":true)" : "") + "}";
}

std::string nobody_was_asked(const std::string& why) {
  return "Nobody was asked about this: " + why + ", and there is no terminal to fall back to." +
         kGoOn;
}

std::string prompt_reply(const Ask& ask, const OpenResult& result) {
  const Outcome& outcome = result.outcome;
  const auto denied = [&](const std::string& words) { return prompt_denial(words, outcome.stop); };
  switch (outcome.state) {
    case OutcomeState::kAnswered:
    case OutcomeState::kDefaulted:
      return answer_reply(ask, result);
    case OutcomeState::kDenied:
      return denied(words_or(result, "A rule of the operator refused this" + name_of(result) +
                                         "; the person has not seen it." + kGoOn));
    case OutcomeState::kCancelled:
      return denied(words_or(
          result, "This was called off before anybody answered" + name_of(result) + "." + kGoOn));
    case OutcomeState::kDeferred:
      return denied(words_or(result, "Nobody has answered this yet" + name_of(result) +
                                         "; it stays open for the person to answer later." +
                                         kGoOn));
    case OutcomeState::kExpired:
      return denied(words_or(
          result, "Nobody answered this before it expired" + name_of(result) + "." + kGoOn));
    case OutcomeState::kLeft:
      return denied(left_in_words(result));
  }
  return denied(left_in_words(result));
}

}  // namespace afar::hook::claude_code
