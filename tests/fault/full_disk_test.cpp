// Goal: on a disk that fills up nothing is lost that anybody was told, no agent gets less than its
// operator chose, and service goes on by itself once there is space. Method: the state on a small
// disk with 256 KiB left, real hooks and commands until it is full.
#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <optional>
#include <sstream>

#include "tests/fault/decision.h"
#include "tests/fault/machine.h"
#include "tests/fault/person.h"
#include "tests/fault/revive.h"
#include "tests/fault/small_disk.h"
#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using nlohmann::json;
using std::chrono::steady_clock;
using ::testing::HasSubstr;

constexpr std::size_t kDiskBytes = 4 * 1024 * 1024;
constexpr std::size_t kLeftBytes = 256 * 1024;
constexpr std::chrono::seconds kHostLimit(60);
constexpr const char* kChoices[] = {"local", "deny", "default"};

// A hook that waits for its dialog.
struct Waiting {
  Hook hook;
  Event event;
  std::string id;
};

class FullDiskTest : public ::testing::Test {
 protected:
  void SetUp() override {
    need_mounts();
    if (IsSkipped() || HasFatalFailure()) return;
    disk_.emplace(kDiskBytes);
    stage_.emplace(disk_->path());
    stage_->start_daemon();
    agent_.emplace(*stage_, Agent::Kind::kHeadless);
    person_.emplace(*stage_);
  }

  // Asks four questions; nothing where the hook could not be served, and so fell back.
  std::optional<Waiting> ask(const std::string& session, const std::string& if_unavailable) {
    const Event event = four(session);
    const auto started = steady_clock::now();
    Hook hook = agent_->hook(event, {{"--host-timeout", std::to_string(kHostLimit.count()),
                                      "--if-unavailable", if_unavailable},
                                     {}});
    std::string id;
    EXPECT_TRUE(until("the hook waits or has ended", [&] {
      if (hook.has_ended()) return true;
      const auto dialogs = person_->list();
      const auto found = dialogs ? of_session(*dialogs, session) : std::nullopt;
      if (found) id = found->at("id");
      return found.has_value();
    }));
    if (!hook.has_ended()) return Waiting{std::move(hook), event, id};
    const HookEnd end = hook.end();
    EXPECT_LT(steady_clock::now(), started + kHostLimit);
    EXPECT_THAT(end.err, HasSubstr("storage_unavailable"));
    expect_fallen_back(decision_of(event, end), if_unavailable);
    return std::nullopt;
  }
  static void expect_fallen_back(const Decision& decision, const std::string& if_unavailable) {
    const Told wanted = if_unavailable == "local"  ? Told::kNothing
                        : if_unavailable == "deny" ? Told::kDenied
                                                   : Told::kDefaulted;
    EXPECT_EQ(decision.told, wanted) << if_unavailable;
  }

  // Asks, and answers some in part or whole, until a hook of each --if-unavailable has fallen back.
  // Gives those that wait still.
  std::vector<Waiting> ask_until_full() {
    std::vector<Waiting> waiting;
    std::set<std::string> fallen;
    for (int i = 0; i < 100 && fallen.size() < std::size(kChoices); ++i) {
      const std::string choice = kChoices[i % 3];
      auto asked = ask("s-" + std::to_string(i), choice);
      if (!asked) {
        fallen.insert(choice);
        continue;
      }
      person_->show(asked->id);
      if (i % 2 == 0) person_->answer(asked->id, {{1, 2}, {3, 1}});
      if (i % 4 == 0) answer_rest(*asked);
      if (asked->hook.has_ended()) {
        take_answer(*asked);
      } else {
        waiting.push_back(std::move(*asked));
      }
    }
    EXPECT_EQ(fallen.size(), std::size(kChoices)) << "the disk does not get full";
    EXPECT_FALSE(waiting.empty());
    return waiting;
  }
  void answer_rest(Waiting& asked) {
    // Told that it is kept, the person waits until the agent has it.
    if (person_->answer(asked.id, {{2, 2}, {4, 1}}) != 0) return;
    if (stage_->connect().get(asked.id).at("state") != "answered") return;
    EXPECT_TRUE(until("the agent has its answer", [&] { return asked.hook.has_ended(); }));
  }
  void take_answer(Waiting& asked) {
    const Decision decision = decision_of(asked.event, asked.hook.end());
    EXPECT_EQ(decision.told, Told::kAnswered);
    EXPECT_EQ(decision.answers, labels(asked.event, kAnswers));
    person_->learned_that_agent_has_answer(asked.id);
  }
  void answer_all(std::vector<Waiting>& waiting) {
    for (auto& asked : waiting) {
      EXPECT_EQ(person_->answer(asked.id, kAnswers), 0) << person_->complaint();
      take_answer(asked);
    }
  }

  static inline const std::map<int, int> kAnswers = {{1, 2}, {2, 2}, {3, 1}, {4, 1}};

  std::optional<SmallDisk> disk_;
  std::optional<Stage> stage_;
  std::optional<Agent> agent_;
  std::optional<Person> person_;
};

TEST_F(FullDiskTest, WhatWasToldStandsAfterAKill) {
  disk_->fill_but(kLeftBytes);
  auto waiting = ask_until_full();
  EXPECT_FALSE(stage_->daemon().has_ended());
  disk_->fill_but(0);
  EXPECT_NE(person_->write(waiting.front().id, std::string(100'000, 'x')), 0);
  EXPECT_THAT(person_->complaint(), HasSubstr("free some space"));
  stage_->end_daemon(SIGKILL);
  disk_->free();
  revive(*stage_);
  person_->expect_all_stands();
  for (const auto& asked : waiting) stage_->connect().until_waiters(asked.id, 1);
  answer_all(waiting);
  person_->expect_all_stands();
}

TEST_F(FullDiskTest, ServiceGoesOnByItselfOnceThereIsSpace) {
  const pid_t daemon = stage_->daemon().pid();
  disk_->fill_but(kLeftBytes);
  auto waiting = ask_until_full();
  const std::string spool = stage_->paths().state_dir + "/spool";
  std::size_t lines = 0;
  {
    std::ifstream file(spool);
    // A line that the disk cut short is none.
    for (std::string line; std::getline(file, line);) lines += json::accept(line) ? 1 : 0;
  }
  disk_->free();
  auto asked = ask("after", "deny");
  ASSERT_TRUE(asked);
  waiting.push_back(std::move(*asked));
  answer_all(waiting);
  EXPECT_EQ(stage_->living_daemon(), daemon);
  Operator record = stage_->connect();
  EXPECT_TRUE(
      until("the spool is on record", [&] { return count_kind(record, "unavailable") >= lines; }));
  EXPECT_EQ(count_kind(record, "unavailable"), lines);
  person_->expect_all_stands();
}

// After a clean end there is no log of SQLite's, and there is no place for a new one.
TEST_F(FullDiskTest, ADaemonThatCannotStartSaysWhyAndStartsOnceThereIsSpace) {
  EXPECT_EQ(stage_->end_daemon(SIGTERM), (Exit{0, 0}));
  disk_->fill_but(0);
  const std::string log = stage_->home() + "/afard.log";
  std::ofstream(log) << "";
  stage_->launch_daemon();
  EXPECT_EQ(stage_->daemon().wait(), (Exit{1, 0}));
  std::ostringstream said;
  said << std::ifstream(log).rdbuf();
  EXPECT_THAT(said.str(), HasSubstr(stage_->paths().database));
  EXPECT_THAT(said.str(), HasSubstr("free some space"));
  const HookTerms alone{{"--no-start", "--if-unavailable", "deny"}, {}};
  const Event event = before("s-1", "toolu_1");
  EXPECT_EQ(decision_of(event, agent_->run(event, alone)).told, Told::kDenied);
  disk_->free();
  stage_->start_daemon();
  EXPECT_TRUE(ask("after", "deny"));
  person_->expect_all_stands();
}

// The disk takes only the beginning of what one hook notes, and the next one's note stands behind
// it.
TEST_F(FullDiskTest, ANoteThatTheDiskCutShortTakesNoOtherWithIt) {
  stage_->end_daemon(SIGTERM);
  const std::string spool = stage_->paths().state_dir + "/spool";
  constexpr std::size_t kPage = 4096;
  const std::string line =
      json({{"agent", "a"}, {"at", "2026-01-01T00:00:00.000Z"}, {"state", "denied"}, {"why", ""}})
          .dump();
  // All but the last 100 bytes of the file's page.
  std::ofstream(spool) << line << std::string(kPage - 101 - line.size(), ' ') << "\n" << std::flush;
  disk_->fill_but(0);
  const HookTerms alone{{"--no-start", "--if-unavailable", "deny"}, {}};
  agent_->run(before("cut", "toolu_1"), alone);
  disk_->free();
  agent_->run(before("whole", "toolu_2"), alone);
  std::ifstream file(spool);
  std::vector<std::string> lines;
  for (std::string each; std::getline(file, each);) lines.push_back(each);
  ASSERT_EQ(lines.size(), 2u);
  ASSERT_FALSE(json::accept(lines[1])) << "the disk cut nothing";
  stage_->start_daemon();
  Operator record = stage_->connect();
  EXPECT_TRUE(
      until("the notes are on record", [&] { return count_kind(record, "unavailable") == 2; }));
}

// Its limit comes while nothing can be kept: it falls back as the rule says.
TEST_F(FullDiskTest, AHookWhoseTimeEndsFallsBackAndItsQuestionStays) {
  const HookTerms terms{{"--host-timeout", "4", "--if-unavailable", "deny"}, {}};
  Agent interactive(*stage_);
  const Event event = four("s-1");
  Hook blocking = agent_->hook(event, terms);
  Hook picking = interactive.hook(beside("s-2"), terms);
  stage_->connect().until_open(2);
  disk_->fill_but(0);
  // Nothing is known of a decision: to park it is what the built-in rule wants, and nothing beside
  // a picker.
  EXPECT_EQ(decision_of(event, blocking.end()).told, Told::kDeferred);
  EXPECT_EQ(picking.end().out, "");
  EXPECT_FALSE(stage_->daemon().has_ended());
  disk_->free();
  const auto dialogs = person_->list();
  ASSERT_TRUE(dialogs);
  const auto dialog = of_session(*dialogs, "s-1");
  ASSERT_TRUE(dialog);
  EXPECT_EQ(person_->answer(dialog->at("id"), kAnswers), 0) << person_->complaint();
  person_->expect_all_stands();
}

// All that was told is committed: that the end itself is not on record is no failure.
TEST_F(FullDiskTest, ADaemonThatIsStoppedOnAFullDiskHasStopped) {
  Hook hook = agent_->hook(before("s-1", "toolu_1"));
  stage_->connect().until_open(1);
  disk_->fill_but(0);
  EXPECT_EQ(stage_->end_daemon(SIGTERM), (Exit{0, 0}));
  disk_->free();
  stage_->start_daemon();
  Operator person = stage_->connect();
  person.answer(person.until_open(1).at(0).at("id"), {"o2"});
  EXPECT_EQ(hook.end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
}

// Nobody comes back for this question: the daemon must notice, though it could not even note that
// it has started.
TEST_F(FullDiskTest, ADaemonThatStartsOnAFullDiskCatchesUp) {
  const Event event = before("s-1", "toolu_1");
  Hook hook = agent_->hook(event);
  const std::string id = stage_->connect().until_open(1).at(0).at("id");
  disk_->fill_but(0);
  hook.signal(SIGSTOP);
  stage_->end_daemon(SIGKILL);
  hook.signal(SIGKILL);
  stage_->start_daemon();
  const HookEnd fallen = agent_->run(before("s-2", "toolu_2"), {{"--if-unavailable", "deny"}, {}});
  EXPECT_EQ(decision_of(event, fallen).told, Told::kDenied);
  EXPECT_FALSE(stage_->daemon().has_ended());
  disk_->free();
  Operator record = stage_->connect();
  EXPECT_TRUE(until("it is on record that the daemon started",
                    [&] { return count_kind(record, "started") == 2; }));
  EXPECT_TRUE(until("the question is without its agent",
                    [&] { return record.get(id).at("state") == "left"; }));
  person_->expect_all_stands();
}

}  // namespace
}  // namespace afar::test
