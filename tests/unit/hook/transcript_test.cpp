// The agent's last words, from a transcript that may lag behind, be cut, or hold anything.
#include "hook/agents/claude_code/transcript.h"

#include "support.h"

namespace afar::hook {
namespace {

using claude_code::recall_call;
using nlohmann::json;

const json kInput = {{"questions", {{{"question", "Q"}, {"options", {{{"label", "A"}}}}}}}};

std::string line(const std::string& type, const std::string& message, const json& blocks,
                 const json& more = json::object()) {
  json object = {{"type", type}, {"isSidechain", false}, {"message", {{"content", blocks}}}};
  if (!message.empty()) object["message"]["id"] = message;
  object.update(more);
  return object.dump() + "\n";
}
json text(const std::string& words) { return {{{"type", "text"}, {"text", words}}}; }
json use(const std::string& id, const std::string& name = "AskUserQuestion",
         const json& input = kInput) {
  return {{{"type", "tool_use"}, {"id", id}, {"name", name}, {"input", input}}};
}
json result(const std::string& id) {
  return {{{"type", "tool_result"}, {"tool_use_id", id}, {"content", "done"}}};
}
std::string prompt(const std::string& words) { return line("user", "", words); }

Ask before(const std::string& call) {
  Ask ask = read_ask(pre_tool_use(kInput.dump()));
  ask.request.origin.call = call;
  return ask;
}
Ask beside() {
  Ask ask = before("");
  ask.request.phase = Phase::kBeside;
  return ask;
}

TEST(Transcript, GivesTheWordsOfTheMessageThatAsks) {
  const std::string tail =
      prompt("hello") + line("assistant", "m1", text("earlier words")) +
      line("assistant", "m1", use("t1", "Bash", json::object())) + line("user", "", result("t1")) +
      line("assistant", "m2", text("I need to know a color.")) + line("assistant", "m2", use("t2"));
  const auto recalled = recall_call(before("t2"), tail);
  ASSERT_TRUE(recalled.has_value());
  EXPECT_EQ(recalled->context, "I need to know a color.");
  EXPECT_EQ(recalled->running_calls, std::vector<std::string>{"t2"});
}

TEST(Transcript, SaysNothingWhileTheCallIsNotThereYet) {
  const std::string tail = prompt("hello") + line("assistant", "m1", text("old words")) +
                           line("assistant", "m1", use("t1"));
  EXPECT_FALSE(recall_call(before("t2"), tail).has_value());
  EXPECT_FALSE(recall_call(before("t2"), "").has_value());
  EXPECT_TRUE(recall_call(before("t1"), tail).has_value());
}

TEST(Transcript, NamesTheParallelCallsOfTheSameMessage) {
  std::string tail = prompt("hello") + line("assistant", "m0", use("t0")) +
                     line("user", "", result("t9")) + line("assistant", "m1", text("two things")) +
                     line("assistant", "m1", use("t1")) + line("assistant", "m1", use("t2")) +
                     line("assistant", "m1", use("t3", "Bash", json::object()));
  EXPECT_EQ(recall_call(before("t1"), tail)->running_calls,
            (std::vector<std::string>{"t1", "t2", "t3"}));
  tail += line("user", "", result("t2"));
  EXPECT_EQ(recall_call(before("t1"), tail)->running_calls, (std::vector<std::string>{"t1", "t3"}));
  EXPECT_EQ(recall_call(before("t1"), tail)->context, "two things");
}

TEST(Transcript, FindsACallWithoutAnIdByWhatItAsks) {
  const json other = {{"questions", {{{"question", "Other"}}}}};
  const std::string head = prompt("hello") + line("assistant", "m1", text("words"));
  EXPECT_FALSE(
      recall_call(beside(), head + line("assistant", "m1", use("t1", "AskUserQuestion", other)))
          .has_value());
  EXPECT_FALSE(recall_call(beside(), head + line("assistant", "m1", use("t1")) +
                                         line("user", "", result("t1")))
                   .has_value());
  EXPECT_EQ(recall_call(beside(), head + line("assistant", "m1", use("t1")))->context, "words");
  // Questions that came as a string ask the same.
  const json as_string = {{"questions", kInput["questions"].dump()}};
  EXPECT_EQ(
      recall_call(beside(), head + line("assistant", "m1", use("t1", "AskUserQuestion", as_string)))
          ->running_calls,
      std::vector<std::string>{"t1"});
}

TEST(Transcript, TakesNearbyWordsWhereTheMessageHasNoneButNotFromBeforeThePrompt) {
  const std::string asks = line("assistant", "m2", use("t2"));
  const std::string words = line("assistant", "m1", text("nearby")) +
                            line("assistant", "m1", use("t1")) + line("user", "", result("t1"));
  EXPECT_EQ(recall_call(before("t2"), prompt("hello") + words + asks)->context, "nearby");
  EXPECT_EQ(recall_call(before("t2"), words + prompt("now this") + asks)->context, "");
  // A reminder that the client puts in is no prompt.
  const std::string reminder = line("user", "", "reminder", {{"isMeta", true}});
  EXPECT_EQ(recall_call(before("t2"), prompt("hello") + words + reminder + asks)->context,
            "nearby");
}

TEST(Transcript, OnlyTheAgentsOwnLinesCount) {
  // What the newer client writes after the message, with the person's prompt in blocks that look
  // alike.
  const std::string noise =
      json{{"type", "api-request-blob"}, {"content", text("the person's prompt")}}.dump() + "\n" +
      json{{"type", "api-request-blob"},
           {"message", {{"id", "m1"}, {"content", text("the person's prompt")}}}}
          .dump() +
      "\n" + json{{"type", "mode"}, {"mode", "auto"}}.dump() + "\n" + "not json at all\n\n[1,2]\n" +
      line("assistant", "m1", text("failed"), {{"isApiErrorMessage", true}}) +
      line("assistant", "m9", text("a subagent's words"),
           {{"isSidechain", true}, {"agentId", "a1"}});
  const std::string tail = prompt("hello") + line("assistant", "m1", text("words")) + noise +
                           line("assistant", "m1", use("t1")) + noise;
  EXPECT_EQ(recall_call(before("t1"), tail)->context, "words");
}

TEST(Transcript, ASubagentHasItsOwnLines) {
  Ask ask = before("t1");
  ask.request.origin.subagent = "a1";
  const json of_it = {{"isSidechain", true}, {"agentId", "a1"}};
  const std::string tail = line("assistant", "m1", text("its words"), of_it) +
                           line("assistant", "m1", use("t1"), of_it) +
                           line("assistant", "m2", text("the main agent's words"));
  EXPECT_EQ(recall_call(ask, tail)->context, "its words");
}

TEST(Transcript, AnyCutOfTheTailIsHarmless) {
  const std::string tail = prompt("hello") + line("assistant", "m1", text("say \"hi\"\n\\ 🦊")) +
                           line("assistant", "m1", use("t1"));
  for (std::size_t start = 0; start < tail.size(); ++start) {
    for (const auto& ask : {before("t1"), beside()}) {
      const auto recalled = recall_call(ask, std::string_view(tail).substr(start));
      if (recalled && !recalled->context.empty()) {
        EXPECT_EQ(recalled->context, "say \"hi\"\n\\ 🦊");
      }
    }
  }
  for (std::size_t size = 0; size < tail.size(); ++size) {
    (void)recall_call(before("t1"), std::string_view(tail).substr(0, size));
  }
}

}  // namespace
}  // namespace afar::hook
