#include "hook/agents/claude_code/reply.h"

#include <nlohmann/json.hpp>

#include "hook/agents/claude_code/updated_input.h"
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

std::string words_or(const Outcome& outcome, const char* otherwise) {
  return outcome.message.empty() ? otherwise : outcome.message;
}

// PreToolUse and PermissionRequest say the same things in two forms.
class Form {
 public:
  virtual ~Form() = default;
  virtual std::string allow(const std::string& updated_input) const = 0;
  virtual std::string deny(const std::string& message, bool stop) const = 0;
  // The defaults are given as answers, marked; `deny` where the form has no place for the mark.
  virtual std::string default_to(const std::string& updated_input,
                                 const std::string& mark) const = 0;
  virtual std::string defer() const = 0;

 protected:
  static std::string wrap(std::string_view event, const std::string& rest) {
    return R"({"hookSpecificOutput":{"hookEventName":")" + std::string(event) + "\"," + rest + "}}";
  }
};

class PreToolUseForm final : public Form {
 public:
  std::string allow(const std::string& updated_input) const override {
    return wrap("PreToolUse", R"("permissionDecision":"allow","updatedInput":)" + updated_input);
  }
  std::string deny(const std::string& message, bool) const override {
    // Nothing in this event ends the turn: the daemon's words ask for it.
    return wrap("PreToolUse",
                R"("permissionDecision":"deny","permissionDecisionReason":)" + quoted(message));
  }
  std::string default_to(const std::string& updated_input, const std::string& mark) const override {
    return wrap("PreToolUse", R"("permissionDecision":"allow","additionalContext":)" +
                                  quoted(mark) + R"(,"updatedInput":)" + updated_input);
  }
  std::string defer() const override {
    return wrap("PreToolUse", R"("permissionDecision":"defer")");
  }
};

class PermissionRequestForm final : public Form {
 public:
  std::string allow(const std::string& updated_input) const override {
    return decision(R"("behavior":"allow","updatedInput":)" + updated_input);
  }
  std::string deny(const std::string& message, bool stop) const override {
    return decision(R"("behavior":"deny","message":)" + quoted(message) +
                    (stop ? R"(,"interrupt":true)" : ""));
  }
  std::string default_to(const std::string&, const std::string& mark) const override {
    return deny(mark, false);
  }
  std::string defer() const override { return ""; }

 private:
  static std::string decision(const std::string& rest) {
    return wrap("PermissionRequest", R"("decision":{)" + rest + "}");
  }
};

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
    case OutcomeState::kDefaulted: {
      auto input = updated_input(ask, result.answers);
      if (const auto* not_given = std::get_if<NotGiven>(&input)) {
        return {"", "the answer was not given to the agent: " + not_given->why};
      }
      const auto& echoed = std::get<std::string>(input);
      if (outcome.state == OutcomeState::kAnswered) return {form.allow(echoed), ""};
      return {form.default_to(echoed, words_or(outcome, kDefaultedWithoutWords)), ""};
    }
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
