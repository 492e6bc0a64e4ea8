// What a hook told its agent, read as strictly as a careful agent would.
#pragma once
#include <map>
#include <string>

#include "tests/integration/events.h"
#include "tests/integration/hook.h"

namespace afar::test {

enum class Told { kNothing, kAnswered, kDefaulted, kDenied, kDeferred };

struct Decision {
  Told told = Told::kNothing;
  std::map<std::string, std::string> answers{};  // by the question's text
  std::string words{};
};

// Of an AskUserQuestion event. Fails the test where the hook did not end well, or allows without an
// answer to every question.
Decision decision_of(const Event& event, const HookEnd& end);

// The four questions of one call.
Event four(const std::string& session);
// The answers to them where each question was answered with the option of this number.
std::map<std::string, std::string> labels(const Event& event, const std::map<int, int>& choices);

}  // namespace afar::test
