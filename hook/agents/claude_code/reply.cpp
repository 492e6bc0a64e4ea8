#include "hook/agents/claude_code/reply.h"

#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/updated_input.h"
#include "hook/agents/claude_code/verdict.h"
#include "shared/rpc/message.h"

namespace afar::hook::claude_code {
namespace {

// Stand in where a rule gave no words: the model must never be left to guess who decided.
constexpr const char* kDeniedWithoutWords =
    "afar: a rule of the operator refused this; the person has not seen it. Go on with what does "
    "not "
    "depend on it, or stop and say what is missing.";
constexpr const char* kDefaultedWithoutWords =
    "afar: not the person's answer. A rule of the operator answered with the defaults.";

std::string quoted(const std::string& text) { return rpc::dump(nlohmann::json(text)); }

std::string words_or(const Outcome& outcome, const std::string& otherwise) {
  return outcome.message.empty() ? otherwise : outcome.message;
}

// PreToolUse and PermissionRequest say the same things in two forms.
class Form {
 public:
  virtual ~Form() = default;
  // `permissions`: a JSON array of changes to the permissions; empty: none.
  virtual std::string allow(const std::string& updated_input,
                            const std::string& permissions = "") const = 0;
  virtual std::string deny(const std::string& message, bool stop) const = 0;
  // A person's refusal that ends the agent's turn.
  virtual std::string stop(const std::string& message) const = 0;
  // Words for the model go with it: the mark of a default, say. A refusal with these words where
  // the form has no place for them.
  virtual std::string allow_with(const std::string& updated_input,
                                 const std::string& words) const = 0;
  virtual std::string defer() const = 0;

 protected:
  static std::string wrap(std::string_view event, const std::string& rest) {
    return R"({"hookSpecificOutput":{"hookEventName":")" + std::string(event) + "\"," + rest + "}}";
  }
};

class PreToolUseForm final : public Form {
 public:
  std::string allow(const std::string& updated_input, const std::string&) const override {
    // It takes no changes to the permissions (2.1.197 and 2.1.332 ignore them); none is offered.
    return wrap("PreToolUse", R"("permissionDecision":"allow","updatedInput":)" + updated_input);
  }
  std::string deny(const std::string& message, bool) const override {
    // Nothing in this event ends the turn: the daemon's words ask for it.
    return wrap("PreToolUse",
                R"("permissionDecision":"deny","permissionDecisionReason":)" + quoted(message));
  }
  std::string allow_with(const std::string& updated_input,
                         const std::string& words) const override {
    return wrap("PreToolUse", R"("permissionDecision":"allow","additionalContext":)" +
                                  quoted(words) + R"(,"updatedInput":)" + updated_input);
  }
  std::string stop(const std::string& message) const override {
    // 2.1.332 ends the turn by it; 2.1.197 passes over it, and the call is refused.
    return R"({"continue":false,"stopReason":)" + quoted(message) + "," +
           deny(message, true).substr(1);
  }
  std::string defer() const override {
    return wrap("PreToolUse", R"("permissionDecision":"defer")");
  }
};

class PermissionRequestForm final : public Form {
 public:
  std::string allow(const std::string& updated_input,
                    const std::string& permissions) const override {
    return decision(R"("behavior":"allow","updatedInput":)" + updated_input +
                    (permissions.empty() ? "" : R"(,"updatedPermissions":)" + permissions));
  }
  std::string deny(const std::string& message, bool stop) const override {
    return decision(R"("behavior":"deny","message":)" + quoted(message) +
                    (stop ? R"(,"interrupt":true)" : ""));
  }
  std::string allow_with(const std::string&, const std::string& words) const override {
    return deny(words, false);
  }
  std::string stop(const std::string& message) const override { return deny(message, true); }
  std::string defer() const override { return ""; }

 private:
  static std::string decision(const std::string& rest) {
    return wrap("PermissionRequest", R"("decision":{)" + rest + "}");
  }
};

Reply question_reply(const Form& form, const Ask& ask, const OpenResult& result) {
  auto input = updated_input(ask, result.answers);
  if (const auto* not_given = std::get_if<NotGiven>(&input)) {
    return {"", "the answer was not given to the agent: " + not_given->why};
  }
  const auto& echoed = std::get<std::string>(input);
  if (result.outcome.state == OutcomeState::kAnswered) return {form.allow(echoed), ""};
  return {form.allow_with(echoed, words_or(result.outcome, kDefaultedWithoutWords)), ""};
}

// Of a plan or a permission.
Reply leave_reply(const Form& form, const Ask& ask, const OpenResult& result) {
  const bool beside = ask.request.phase == Phase::kBeside;
  const Outcome& outcome = result.outcome;
  const bool plan_by_default =
      ask.request.kind == DialogKind::kPlanApproval && outcome.state == OutcomeState::kDefaulted;
  if (beside && plan_by_default) {
    return {form.deny(words_or(outcome, default_in_words(ask, result)), false), ""};
  }
  const Verdict verdict = verdict_on(ask, result, beside ? WordsGo::kIntoPlan : WordsGo::kBeside);
  if (const auto* allowed = std::get_if<Allowed>(&verdict)) {
    // Only PreToolUse has a place for words.
    if (!allowed->words.empty()) return {form.allow_with(allowed->input, allowed->words), ""};
    return {form.allow(allowed->input, allowed->permissions), ""};
  }
  if (const auto* refused = std::get_if<Refused>(&verdict)) {
    return {refused->stop ? form.stop(refused->words) : form.deny(refused->words, false), ""};
  }
  const std::string why = "the answer was not given to the agent: it is not understood";
  // The client's own dialog is on screen. Where there is none yet, there may never be one: the
  // client may run the tool without asking.
  return beside ? Reply{"", why} : Reply{form.deny(std::get<Unclear>(verdict).words, false), why};
}

Reply answer_reply(const Form& form, const Ask& ask, const OpenResult& result) {
  switch (ask.request.kind) {
    case DialogKind::kUserQuestion:
      return question_reply(form, ask, result);
    case DialogKind::kPlanApproval:
    case DialogKind::kPermission:
      return leave_reply(form, ask, result);
    case DialogKind::kPlanEntry:
    case DialogKind::kElicitation:
      break;
  }
  return {"", "the answer was not given to the agent: nobody is asked about this"};
}

}  // namespace

Reply reply_to(const Ask& ask, const OpenResult& result) {
  const PreToolUseForm before;
  const PermissionRequestForm beside;
  const Form& form = ask.request.phase == Phase::kBefore ? static_cast<const Form&>(before)
                                                         : static_cast<const Form&>(beside);
  const Outcome& outcome = result.outcome;
  switch (outcome.state) {
    case OutcomeState::kAnswered:
      // The agent has it already: it was given in its own dialog.
      if (outcome.by.kind == Decider::Kind::kTerminal) return {};
      [[fallthrough]];
    case OutcomeState::kDefaulted:
      return answer_reply(form, ask, result);
    case OutcomeState::kDenied:
      return {form.deny(words_or(outcome, kDeniedWithoutWords), outcome.stop), ""};
    case OutcomeState::kCancelled:
      // A person dismissed it from afar: their agent is to know that nobody answers. Without words
      // the agent's own end of it stands.
      if (outcome.message.empty()) return {};
      return {form.deny(outcome.message, outcome.stop), ""};
    case OutcomeState::kDeferred:
      return {form.defer(), ""};
    case OutcomeState::kLeft:
    case OutcomeState::kExpired:
      return {};
  }
  return {};
}

}  // namespace afar::hook::claude_code
