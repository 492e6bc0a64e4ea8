// Goal: one winner, whoever answers at the same moment, and each of many waiting hooks gets its own
// answer. Method: two people in two threads; as many hooks as the build bears.
#include <gtest/gtest.h>

#include <barrier>
#include <thread>

#include "tests/integration/agent.h"
#include "tests/integration/scale.h"

namespace afar::test {
namespace {

using nlohmann::json;

class ContestTest : public ::testing::Test {
 protected:
  void SetUp() override { stage_.start_daemon(); }

  // Hooks of as many sessions, all waiting. Their dialogs' ids by session.
  std::vector<Hook> start_hooks(std::size_t count) {
    std::vector<Hook> hooks;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      hooks.push_back(agent_.hook(before("s-" + number, "toolu_" + number)));
    }
    return hooks;
  }
  static std::size_t number_in(const json& dialog) {
    return std::stoul(dialog.at("origin").at("session").get<std::string>().substr(2));
  }

  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
};

// What one of two people got for each dialog.
struct Tried {
  bool won = false;
  std::string error;
  json ended;  // how the dialog ended, where the other was first
};

void try_all(Operator& person, const std::vector<std::string>& ids, const char* option,
             std::barrier<>& together, std::vector<Tried>& tried) {
  for (const auto& id : ids) {
    together.arrive_and_wait();
    Tried one;
    try {
      one.won = person.client().call("dialog.answer", choice(id, {option}), kGuard).at("complete");
    } catch (const rpc::CallFailed& failed) {
      one.error = rpc::to_word(failed.code());
      one.ended = json::parse(failed.data()).value("dialog", json());
    } catch (const std::exception& error) {
      one.error = error.what();
    }
    tried.push_back(one);
  }
}

TEST_F(ContestTest, OfTwoWhoAnswerAtTheSameMomentOneWinsAndTheOtherIsTold) {
  std::vector<Hook> hooks = start_hooks(kContests);
  Operator ann = stage_.connect();
  Operator bob = stage_.connect();
  std::vector<std::string> ids(kContests);
  for (const auto& dialog : ann.until_open(kContests)) ids[number_in(dialog)] = dialog.at("id");
  std::barrier together(2);
  std::vector<Tried> by_ann;
  std::vector<Tried> by_bob;
  std::thread other([&] { try_all(bob, ids, "o2", together, by_bob); });
  try_all(ann, ids, "o1", together, by_ann);
  other.join();
  for (std::size_t i = 0; i < kContests; ++i) {
    ASSERT_NE(by_ann[i].won, by_bob[i].won) << ids[i];
    const Tried& loser = by_ann[i].won ? by_bob[i] : by_ann[i];
    const std::string winners = by_ann[i].won ? "o1" : "o2";
    EXPECT_EQ(loser.error, "already_ended");
    EXPECT_EQ(loser.ended.at("answers").at("q1").at("options"), json::array({winners}));
    const std::string label = by_ann[i].won ? "Red" : "Blue";
    EXPECT_EQ(hooks[i].end().out, allowed_before(before("", ""), {{"Which color?", label}}));
  }
  EXPECT_EQ(ann.counter("answered"), kContests);
}

TEST_F(ContestTest, OfManyHooksThatWaitEachGetsItsOwnAnswer) {
  std::vector<Hook> hooks = start_hooks(kManyHooks);
  Operator person = stage_.connect();
  for (const auto& dialog : person.until_open(kManyHooks)) {
    const std::string words = "answer to " + std::to_string(number_in(dialog));
    person.call("dialog.answer",
                {{"id", dialog.at("id")}, {"answers", {{"q1", {{"text", words}}}}}});
  }
  for (std::size_t i = 0; i < kManyHooks; ++i) {
    const std::string words = "answer to " + std::to_string(i);
    ASSERT_EQ(hooks[i].end().out, allowed_before(before("", ""), {{"Which color?", words}}));
  }
  EXPECT_EQ(person.counter("opened"), kManyHooks);
  EXPECT_EQ(person.counter("joined"), 0u);
  EXPECT_EQ(person.counter("waiters"), 0u);
}

}  // namespace
}  // namespace afar::test
