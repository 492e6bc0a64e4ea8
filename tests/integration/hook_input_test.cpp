// Goal: no event, however broken, makes the hook say anything but one valid decision or nothing,
// end with another code than 0 (1 for wrong options), or hurt the daemon. Method: every kind of
// broken text, and every field of the real events with every wrong type.
#include <gmock/gmock.h>

#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using ::testing::HasSubstr;

class HookInputTest : public ::testing::Test {
 protected:
  void SetUp() override {
    stage_.start_daemon();
    person_.emplace(stage_.connect());
  }

  // Runs the hook; what it opens is answered with first options.
  HookEnd run(Agent& agent, const std::string& input) {
    Hook hook = agent.hook(input);
    const bool over = until("the hook ends or asks", [&] {
      if (hook.has_ended()) return true;
      const auto dialogs = person_->open_dialogs();
      for (const auto& dialog : dialogs) answer(dialog);
      return !dialogs.empty();
    });
    return over ? hook.end() : HookEnd{};
  }
  void answer(const nlohmann::json& dialog) {
    ++asked_;
    nlohmann::json answers = nlohmann::json::object();
    for (const auto& question : dialog.at("questions")) {
      nlohmann::json& given = answers[question.at("id").get<std::string>()];
      if (question.at("options").empty()) {
        given["text"] = "words";
      } else {
        given["options"] = {question["options"][0]["id"]};
      }
    }
    person_->call("dialog.answer", {{"id", dialog.at("id")}, {"answers", answers}});
  }
  // The one object that was printed; null where nothing was.
  Event expect_one_decision_or_nothing(const HookEnd& end, const std::string& input) {
    const std::string shown = input.substr(0, 300);
    EXPECT_EQ(end.exit, (Exit{0, 0})) << shown;
    if (end.out.empty()) return nullptr;
    Event output = Event::parse(end.out, nullptr, /*allow_exceptions=*/false);
    EXPECT_TRUE(output.is_object()) << shown << ": " << end.out;
    EXPECT_EQ(end.out.find('\n'), end.out.size() - 1) << end.out;
    expect_no_empty_allow(output, shown);
    return output;
  }
  // Never an allow without an answer to every question.
  static void expect_no_empty_allow(const Event& output, const std::string& shown) {
    const std::string text = output.dump();
    if (text.find("\"allow\"") == std::string::npos) return;
    const Event& decision = output.at("hookSpecificOutput");
    const Event& input = decision.contains("decision") ? decision["decision"]["updatedInput"]
                                                       : decision["updatedInput"];
    ASSERT_FALSE(input.at("questions").empty()) << shown;
    for (const auto& question : input.at("questions")) {
      const std::string answer = input.at("answers").at(question.at("question"));
      EXPECT_FALSE(answer.empty()) << shown;
    }
  }
  void expect_daemon_alive() { EXPECT_EQ(person_->call("ping"), nlohmann::json::object()); }

  Stage stage_;
  Agent interactive_{stage_};
  Agent headless_{stage_, Agent::Kind::kHeadless};
  std::optional<Operator> person_;
  int asked_ = 0;
};

// Inserted where the question's text stands. A session for each: a question that comes again has
// its answer already.
std::string with_raw_question(const std::string& raw, int session = 1) {
  std::string text = before("s-" + std::to_string(session), "toolu_1").dump();
  const std::string place = "\"Which color?\"";
  return text.replace(text.find(place), place.size(), "\"" + raw + "\"");
}

TEST_F(HookInputTest, TextThatIsNoEventIsSilentlyLetGo) {
  const std::string whole = before("s-1", "toolu_1").dump();
  const std::vector<std::string> inputs{
      "",
      "\n",
      "no JSON",
      "{",
      "}",
      "[]",
      "[" + whole + "]",
      "null",
      "7",
      "\"text\"",
      "{}",
      "{} {}",
      whole.substr(0, whole.size() - 1),
      whole.substr(0, whole.size() / 2),
      whole + "x",
      std::string(1, '\0'),
      std::string(200'000, '['),
      std::string(200'000, '[') + std::string(200'000, ']'),
      R"({"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":)" +
          std::string(200'000, '[') + std::string(200'000, ']') + "}",
      R"({"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","x":)" +
          std::string(200'000, '{'),
      R"({"hook_event_name":"NoSuchEvent","session_id":"s-1"})",
      R"({"hook_event_name":5,"session_id":"s-1"})",
      R"({"session_id":"s-1"})",
      "\xEF\xBB\xBF" + std::string("{"),
      "\xFF\xFE\x00\x01"};
  for (const auto& input : inputs) {
    const HookEnd end = run(headless_, input);
    EXPECT_EQ(end.out, "") << input.substr(0, 100);
    EXPECT_EQ(end.exit, (Exit{0, 0})) << input.substr(0, 100);
    EXPECT_LE(std::count(end.err.begin(), end.err.end(), '\n'), 1) << end.err;
    EXPECT_LT(end.err.size(), 1000u);
  }
  EXPECT_EQ(asked_, 0);
  expect_daemon_alive();
}

TEST_F(HookInputTest, AnEventOverTheLimitIsLetGoAndSaidToBe) {
  Event event = before("s-1", "toolu_1");
  event["tool_input"]["questions"][0]["question"] = std::string(9u << 20, 'x');
  const HookEnd end = run(headless_, event.dump());
  EXPECT_EQ(end.out, "");
  EXPECT_EQ(end.exit, (Exit{0, 0}));
  EXPECT_THAT(end.err, HasSubstr("8 MiB"));
  EXPECT_EQ(asked_, 0);
  expect_daemon_alive();
}

TEST_F(HookInputTest, ALargeEventIsAskedWhole) {
  Event event = before("s-1", "toolu_1");
  const std::string question(1u << 20, 'x');
  event["tool_input"]["questions"][0]["question"] = question;
  const HookEnd end = run(headless_, event.dump());
  EXPECT_EQ(end.out, allowed_before(event, {{question, "Red"}}));
  expect_daemon_alive();
}

// Raw bytes in the question's text: what can be asked is echoed byte for byte.
TEST_F(HookInputTest, OddTextIsAskedAndEchoedByteForByteOrLetGo) {
  const std::vector<std::string> odd{R"(\ud800)",
                                     R"(a\udc00z)",
                                     R"(\udc00\ud800)",
                                     R"(\ud83e\udd8a)",
                                     R"(\u0000)",
                                     R"(a\u0000z)",
                                     R"(\u001b[31m\u0007)",
                                     R"(\\ \" \/ \b\f\n\r\t)",
                                     "\xE6\x97\xA5\xE6\x9C\xAC",
                                     "\xF0\x9F\xA6\x8A"};
  for (const auto& raw : odd) {
    const std::string input = with_raw_question(raw, asked_);
    const HookEnd end = run(headless_, input);
    EXPECT_EQ(end.exit, (Exit{0, 0})) << raw;
    const std::size_t start = input.find("\"questions\"");
    const std::string questions = input.substr(start, input.find("},\"tool_use_id\"") - start);
    EXPECT_THAT(end.out, HasSubstr(questions + ",\"answers\":{\"" + raw + "\":\"Red\"}"))
        << raw << ": " << end.err;
  }
  EXPECT_EQ(asked_, static_cast<int>(odd.size()));
  expect_daemon_alive();
}

TEST_F(HookInputTest, BytesThatAreNoJsonTextAreLetGo) {
  for (const std::string& raw :
       {std::string("\xFF"), std::string("\xC3"), std::string("\xED\xA0\x80"), std::string("a\nb"),
        std::string("a\x01z"), std::string("a\x1Bz"), std::string("a\0z", 3), std::string("\\x"),
        std::string("\\u12"), std::string("\\ud8")}) {
    const HookEnd end = run(headless_, with_raw_question(raw));
    EXPECT_EQ(end.out, "") << end.out;
    EXPECT_EQ(end.exit, (Exit{0, 0}));
    EXPECT_THAT(end.err, HasSubstr("afar-hook: "));
  }
  EXPECT_EQ(asked_, 0);
  expect_daemon_alive();
}

void collect(const Event& value, const Event::json_pointer& at,
             std::vector<Event::json_pointer>& places) {
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      places.push_back(at / key);
      collect(member, at / key, places);
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      places.push_back(at / i);
      collect(value[i], at / i, places);
    }
  }
}

TEST_F(HookInputTest, EveryFieldWithEveryWrongTypeIsADecisionOrNothing) {
  const std::vector<Event> wrong{Event(nullptr), Event(7),        Event(""),           Event("x"),
                                 Event::array(), Event::object(), Event::parse("[[]]")};
  int session = 0;
  for (const Event& event : {before("s", "toolu_1"), beside("s"), after("s", "toolu_1", "Red"),
                             prompt("s", "hello"), stop("s"), session_end("s")}) {
    std::vector<Event::json_pointer> places;
    collect(event, Event::json_pointer(), places);
    for (const auto& place : places) {
      // All types at once would hide one behind another: one by one, on a headless agent where the
      // event waits, so that the way back is tried as well.
      for (const Event& value : wrong) {
        Event changed = event;
        changed["session_id"] = "s-" + std::to_string(++session);
        changed[place] = value;
        const std::string input = changed.dump();
        expect_one_decision_or_nothing(run(headless_, input), input);
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GT(session, 400);
  EXPECT_GT(asked_, 40);
  expect_daemon_alive();
  EXPECT_EQ(person_->counter("failed_turns"), 0u);
}

TEST_F(HookInputTest, QuestionsAsAStringAreUnderstoodOrLetGo) {
  Event event = before("s-1", "toolu_1");
  event["tool_input"]["questions"] = event["tool_input"]["questions"].dump();
  EXPECT_EQ(run(headless_, event.dump()).out,
            allowed_before(before("", ""), {{"Which color?", "Red"}}));
  for (const std::string& questions :
       {std::string(), std::string("[]"), std::string("{}"), std::string("[{]"),
        std::string(100'000, '['), std::string("[{\"question\":5}]")}) {
    event["tool_input"]["questions"] = questions;
    const HookEnd end = run(headless_, event.dump());
    EXPECT_EQ(end.out, "") << questions.substr(0, 50);
    EXPECT_EQ(end.exit, (Exit{0, 0}));
  }
  expect_daemon_alive();
}

TEST_F(HookInputTest, WrongOptionsAreOneLineAndExitOne) {
  const std::string input = before("s-1", "toolu_1").dump();
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{"--no-such-option"},
                                             {"--host-timeout", "soon"},
                                             {"--host-timeout", "0"},
                                             {"--host-timeout", "-5"},
                                             {"--host-timeout"},
                                             {"--if-unavailable", "perhaps"},
                                             {"--if-unavailable="},
                                             {"--agent", "nobody"},
                                             {"--no-start=yes"},
                                             {"word"},
                                             {"--host-timeout", "99999999999999999999"}}) {
    const HookEnd end = interactive_.run(input, {options, {}});
    EXPECT_EQ(end.exit, (Exit{1, 0})) << options[0];
    EXPECT_EQ(end.out, "") << options[0];
    EXPECT_EQ(std::count(end.err.begin(), end.err.end(), '\n'), 1) << end.err;
  }
  EXPECT_EQ(person_->counter("stayed_out"), 0u);
}

TEST_F(HookInputTest, VersionAndHelpNeedNoDaemonAndNoEvent) {
  Stage empty;
  Agent agent(empty);
  const HookEnd version = agent.run(std::string(), {{"--version"}, {}});
  EXPECT_THAT(version.out, HasSubstr("afar-hook "));
  EXPECT_THAT(version.out, HasSubstr("protocol 1"));
  EXPECT_EQ(version.exit, (Exit{0, 0}));
  EXPECT_THAT(agent.run(std::string(), {{"--help"}, {}}).out, HasSubstr("--host-timeout"));
  EXPECT_EQ(empty.living_daemon(), 0);
}

}  // namespace
}  // namespace afar::test
