// Which of the lasting rules that the client proposes are offered to the person.
#include "hook/agents/claude_code/suggestions.h"

#include "support.h"

namespace afar::hook {
namespace {

constexpr const char* kRule =
    R"({"type":"addRules", "rules":[{"toolName":"Bash","ruleContent":"make deploy *"}],)"
    R"("behavior":"allow","destination":"localSettings"})";

struct Proposal {
  std::string text;
  std::vector<std::string> labels;
};

// Nobody can agree to what cannot be said.
TEST(Suggestions, OnlyWhatCanBeSaidIsOffered) {
  const std::string rule = kRule;
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = rule;
    text.replace(text.find(from), from.size(), to);
    return "[" + text + "]";
  };
  const std::vector<Proposal> proposals{
      {"", {}},
      {"null", {}},
      {"{}", {}},
      {"[]", {}},
      {"[7,null,{}]", {}},
      {"[" + rule + "]", {"Always: Bash(make deploy *)"}},
      {with("\"allow\"", "\"deny\""), {}},
      {with("localSettings", "somewhere"), {}},
      {with("addRules", "removeRules"), {}},
      {with("\"Bash\"", "\"\""), {}},
      {with("\"make deploy *\"", "7"), {}},
      {with(",\"ruleContent\":\"make deploy *\"", ""), {"Always: Bash"}},
      {R"([{"type":"setMode","mode":"bypassPermissions","destination":"session"}])", {}},
      {R"([{"type":"addDirectories","directories":["/a","/b"],"destination":"session"}])",
       {"Always in /a, /b"}},
      {R"([{"type":"addDirectories","directories":[],"destination":"session"}])", {}},
  };
  for (const auto& each : proposals) {
    std::vector<std::string> labels;
    for (const auto& option : claude_code::always_options(each.text))
      labels.push_back(option.label);
    EXPECT_EQ(labels, each.labels) << each.text;
  }
}

}  // namespace
}  // namespace afar::hook
