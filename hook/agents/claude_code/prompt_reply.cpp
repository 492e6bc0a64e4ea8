// What the permission prompt tool answers, for every way in which a dialog can end.
#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/prompt_tool.h"
#include "hook/agents/claude_code/updated_input.h"
#include "hook/agents/claude_code/verdict.h"
#include "shared/rpc/message.h"

namespace afar::hook::claude_code {
namespace {

constexpr const char* kGoOn =
    " Go on with what does not depend on it, or end your turn and say what is missing.";

std::string quoted(const std::string& text) { return rpc::dump(nlohmann::json(text)); }

std::string allow(const std::string& updated_input, const std::string& permissions = "") {
  return R"({"behavior":"allow","updatedInput":)" + updated_input +
         (permissions.empty() ? "" : R"(,"updatedPermissions":)" + permissions) + "}";
}

std::string question_reply(const Ask& ask, const OpenResult& result) {
  if (result.outcome.state == OutcomeState::kDefaulted)
    return prompt_denial(default_in_words(ask, result));
  const auto input = updated_input(ask, result.answers);
  if (const auto* echoed = std::get_if<std::string>(&input)) return allow(*echoed);
  return prompt_denial("The person's answer could not be given" + name_of(result) + ": " +
                       std::get<NotGiven>(input).why + "." + kGoOn);
}

std::string leave_reply(const Ask& ask, const OpenResult& result) {
  const Verdict verdict = verdict_on(ask, result, WordsGo::kIntoPlan);
  if (const auto* allowed = std::get_if<Allowed>(&verdict)) {
    return allow(allowed->input, allowed->permissions);
  }
  if (const auto* refused = std::get_if<Refused>(&verdict)) {
    return prompt_denial(refused->words, refused->stop);
  }
  return prompt_denial(std::get<Unclear>(verdict).words);
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
      return ask.request.kind == DialogKind::kUserQuestion ? question_reply(ask, result)
                                                           : leave_reply(ask, result);
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
