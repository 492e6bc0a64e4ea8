// Goal: what an agent's side sends, and what it is told, goes over the wire whole. Method: every
// field set, read, looked at, and written again.
#include <gmock/gmock.h>

#include "shared/dialog/dialog_json.h"
#include "tests/unit/shared/sample.h"

namespace afar {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

TEST(RequestJsonTest, AnOpenRequestIsReadAndWrittenBack) {
  const json written = sample::open_request();
  const OpenRequest request = open_request_from(written);
  EXPECT_EQ(request.kind, DialogKind::kPlanApproval);
  EXPECT_EQ(request.content.context, "I need to know.");
  EXPECT_EQ(request.tool, "ExitPlanMode");
  EXPECT_EQ(request.input, "{\"a\":1}");
  EXPECT_EQ(request.phase, Phase::kBeside);
  EXPECT_TRUE(request.can_race);
  EXPECT_TRUE(request.can_defer);
  EXPECT_TRUE(request.must_ask);
  EXPECT_TRUE(request.relay);
  EXPECT_TRUE(request.unasked);
  EXPECT_FALSE(request.wait);
  EXPECT_EQ(request.limit, Milliseconds(595000));
  EXPECT_EQ(request.agent_pid, 4242);
  EXPECT_EQ(request.id, "mfvqz");
  EXPECT_THAT(request.running_calls, ElementsAre("toolu_1", "toolu_2"));
  EXPECT_EQ(to_json(request), written);
}

TEST(RequestJsonTest, AnOpenRequestMayBeShort) {
  const OpenRequest request = open_request_from(json::parse(R"({"kind": "user_question",
      "questions": [{"id": "q1", "text": "?"}], "origin": {"agent": "a", "session": "s"}})"));
  EXPECT_EQ(request.phase, Phase::kBefore);
  EXPECT_FALSE(request.can_race);
  EXPECT_FALSE(request.can_defer);
  EXPECT_FALSE(request.must_ask);
  EXPECT_FALSE(request.relay);
  EXPECT_FALSE(request.unasked);
  EXPECT_TRUE(request.wait);
  EXPECT_FALSE(request.limit);
  EXPECT_FALSE(request.id);
  EXPECT_EQ(request.agent_pid, 0);
  EXPECT_TRUE(request.running_calls.empty());
}

TEST(RequestJsonTest, ALimitIsATimeThatCanBeCountedDown) {
  json request = sample::open_request();
  request["limit_ms"] = 0;
  EXPECT_EQ(open_request_from(request).limit, Milliseconds(0));
  // A year, the longest that a hook is given.
  request["limit_ms"] = 366LL * 24 * 3600 * 1000;
  EXPECT_EQ(open_request_from(request).limit, std::chrono::hours(366 * 24));
  // Added to a clock that counts nanoseconds these would be times in the past.
  for (const std::int64_t limit : {-1LL, INT64_MAX / 1'000'000LL, INT64_MAX + 0LL}) {
    request["limit_ms"] = limit;
    EXPECT_THROW(open_request_from(request), BadField) << limit;
  }
}

TEST(RequestJsonTest, WordsThatNobodyKnowsAreRefused) {
  for (const auto& [field, word] : std::vector<std::pair<const char*, const char*>>{
           {"kind", "question"}, {"phase", "after"}, {"phase", ""}, {"wait", "forever"}}) {
    json request = sample::open_request();
    request[field] = word;
    try {
      open_request_from(request);
      ADD_FAILURE() << field << " " << word << " was taken";
    } catch (const BadField& bad) {
      EXPECT_EQ(std::string(bad.what()).rfind(std::string(field) + ": ", 0), 0u) << bad.what();
    }
  }
}

TEST(RequestJsonTest, AResultIsReadAndWrittenBack) {
  const OpenResult result = open_result_from(sample::open_result());
  EXPECT_EQ(result.id, "tbxkq");
  EXPECT_EQ(result.outcome.state, OutcomeState::kAnswered);
  EXPECT_EQ(result.answers.response, "to all of it");
  EXPECT_EQ(to_json(result), sample::open_result());
  json nothing_opened = sample::open_result();
  nothing_opened["id"] = nullptr;
  EXPECT_FALSE(open_result_from(nothing_opened).id);
  EXPECT_EQ(to_json(open_result_from(nothing_opened)), nothing_opened);
}

TEST(RequestJsonTest, OpenedIsReadAndWrittenBack) {
  const Opened opened = opened_from(sample::opened());
  EXPECT_EQ(opened.id, "tbxkq");
  EXPECT_EQ(opened.fallback.outcome.message, "words");
  EXPECT_EQ(to_json(opened), sample::opened());
}

TEST(RequestJsonTest, ASettleRequestIsReadAndWrittenBack) {
  const SettleRequest request = settle_request_from(sample::settle_request());
  ASSERT_TRUE(request.answers);
  EXPECT_EQ(request.answers->questions.at("q1").note, "a note");
  EXPECT_EQ(to_json(request), sample::settle_request());
}

// The agent's dialog ended and did not say how: that is not an empty answer.
TEST(RequestJsonTest, ASettleRequestWithoutAnswersHasNone) {
  json written = sample::settle_request();
  written.erase("answers");
  EXPECT_TRUE(settle_request_from(written).answers);  // a response is an answer
  written.erase("response");
  const SettleRequest request = settle_request_from(written);
  EXPECT_FALSE(request.answers);
  EXPECT_EQ(to_json(request), written);
}

TEST(RequestJsonTest, EverySessionEventIsReadAndWrittenBack) {
  for (const char* word : {"start", "prompt", "stop", "end", "idle", "needs_input"}) {
    json written = sample::session_event();
    written["event"] = word;
    EXPECT_EQ(to_json(session_event_from(written)), written);
    written["takes_context"] = true;
    written["delivers"] = "tbxkq";
    EXPECT_EQ(to_json(session_event_from(written)), written);
  }
  json unknown = sample::session_event();
  unknown["event"] = "pause";
  EXPECT_THROW(session_event_from(unknown), BadField);
  json short_one = sample::session_event();
  short_one.erase("by_person");
  EXPECT_FALSE(session_event_from(short_one).by_person);
}

}  // namespace
}  // namespace afar
