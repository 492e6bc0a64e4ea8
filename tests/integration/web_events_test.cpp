// Goal: open pages hear of every change, however many they are, and none that is slow or gone
// holds up anybody. Method: many real streams, changes made over the socket and the API.
#include "tests/integration/scale.h"
#include "tests/integration/wait.h"
#include "tests/integration/web_stage.h"

namespace afar::test {
namespace {

using nlohmann::json;

class WebEventsTest : public WebTest {};

TEST_F(WebEventsTest, APageGetsWhatIsOpenAndThenWhatChanges) {
  start();
  const std::string first = open({}, "s-1");
  WebClient page(stage_);
  EventStream events(page);
  const json open_one = events.next();
  EXPECT_EQ(open_one.at("event"), "open");
  EXPECT_EQ(open_one.at("dialog"), page.get(api(first)).json());
  const std::string second =
      open({{"questions",
             {{{"id", "q1"}, {"text", "One?"}, {"options", {{{"id", "o1"}, {"label", "Yes"}}}}},
              {{"id", "q2"}, {"text", "Two?"}, {"options", {{{"id", "o1"}, {"label", "Yes"}}}}}}}},
           "s-2");
  const json opened = events.next();
  EXPECT_EQ(opened.at("event"), "open");
  EXPECT_EQ(opened.at("dialog").at("id"), second);
  page.post(api(second, "/answer"), choosing("o1", "q1"));
  const json updated = events.next();
  EXPECT_EQ(updated.at("event"), "update");
  EXPECT_TRUE(updated.at("dialog").at("answers").contains("q1"));
  stage_.connect().answer(first, {"o2"});
  const json closed = events.next();
  EXPECT_EQ(closed.at("event"), "closed");
  EXPECT_EQ(closed.at("dialog").at("id"), first);
  EXPECT_EQ(closed.at("dialog").at("outcome").at("by").at("surface"), "cli");
}

TEST_F(WebEventsTest, FiftyPagesEachGetEachChange) {
  start();
  WebClient page(stage_);
  std::vector<EventStream> streams;
  for (int i = 0; i < 50; ++i) streams.emplace_back(page);
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) ids.push_back(open({}, "s-" + std::to_string(i)));
  for (const auto& id : ids) page.post(api(id, "/answer"), choosing("o1"));
  for (auto& stream : streams) {
    std::vector<std::string> opened;
    std::vector<std::string> closed;
    while (opened.size() < ids.size() || closed.size() < ids.size()) {
      const json change = stream.next();
      ASSERT_TRUE(change.is_object());
      const std::string id = change.at("dialog").at("id");
      if (change.at("event") == "open") opened.push_back(id);
      if (change.at("event") == "closed") closed.push_back(id);
    }
    EXPECT_EQ(opened, ids);
    EXPECT_EQ(closed, ids);
  }
}

TEST_F(WebEventsTest, AThousandOpenQuestionsAreListedAndAnswered) {
  start();
  WebClient page(stage_);
  EventStream events(page);
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < kManyHooks; ++i) {
    ids.push_back(open({{"title", "Number " + std::to_string(i)}}, "s-" + std::to_string(i)));
  }
  const json listed = page.get("/api/dialogs").json();
  ASSERT_EQ(listed.size(), ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    EXPECT_EQ(listed[i].at("id"), ids[i]);
    EXPECT_EQ(events.next().at("dialog").at("id"), ids[i]);
  }
  EventStream late(page);
  for (const auto& id : ids) EXPECT_EQ(late.next().at("dialog").at("id"), id);
  for (const auto& id : ids) EXPECT_EQ(page.post(api(id, "/answer"), choosing("o1")).status, 200);
  EXPECT_EQ(page.get("/api/dialogs").json(), json::array());
  EXPECT_EQ(page.get("/api/dialogs?all=1").json().size(), ids.size());
}

TEST_F(WebEventsTest, APageThatLeftOrReadsNothingIsNoTrouble) {
  start();
  WebClient page(stage_);
  { const EventStream gone(page); }
  RawHttp stuck(page.port(), 4096);
  stuck.send(page.request("GET", "/api/events", ""));
  stuck.read_until("\r\n\r\n");
  EventStream reads(page);
  Operator person = stage_.connect();
  const auto streams = [&] { return page.get("/api/status").json().at("web").at("streams"); };
  ASSERT_TRUE(until("the one that left is forgotten", [&] { return streams() == 2; }));
  for (int i = 0; i < 12; ++i) {
    const std::string id =
        open({{"body", std::string(1024 * 1024, 'x')}}, "s-" + std::to_string(i));
    EXPECT_EQ(reads.next().at("dialog").at("id"), id);
  }
  ASSERT_TRUE(until("the one that reads nothing is cut off", [&] { return streams() == 1; }));
  EXPECT_EQ(page.get("/api/status").json().at("web").at("cut_off"), 1);
}

TEST_F(WebEventsTest, WhenTheDaemonStopsTheStreamsEnd) {
  start();
  WebClient page(stage_);
  EventStream events(page);
  stage_.end_daemon(SIGTERM);
  EXPECT_TRUE(events.ends());
}

}  // namespace
}  // namespace afar::test
