// Goal: the hook answers before its host's limit, in the direction that the operator chose,
// whatever the daemon does. Method: daemons that are gone, hang or cannot start, before and during
// the wait, against every --if-unavailable; the test plays the host, which kills the hook at its
// limit.
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/integration/agent.h"
#include "tests/integration/scale.h"

namespace afar::test {
namespace {

using std::chrono::steady_clock;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

constexpr std::chrono::seconds kHostLimit(8);

// What becomes of the daemon, and when.
enum class Trouble {
  kNeverThere,           // none runs, none may be started
  kCannotStart,          // none runs, and it cannot start
  kStoppedBefore,        // it takes the connection and says nothing
  kStoppedWhileWaiting,  // it has opened the dialog, then hangs
  kGoneWhileWaiting,     // it has opened the dialog, was killed, and cannot start again
};
constexpr Trouble kTroubles[] = {Trouble::kNeverThere, Trouble::kCannotStart,
                                 Trouble::kStoppedBefore, Trouble::kStoppedWhileWaiting,
                                 Trouble::kGoneWhileWaiting};
constexpr const char* kChoices[] = {"local", "deny", "default"};

bool is_known(Trouble trouble) { return trouble >= Trouble::kStoppedWhileWaiting; }

void spoil_database(const Paths& paths) {
  fs::create_directories(fs::path(paths.database).parent_path());
  for (const char* part : {"", "-wal", "-shm"}) fs::remove(paths.database + part);
  std::ofstream(paths.database) << "this is no database, whatever its name says";
}

// One hook in one kind of trouble, in a home of its own.
class Scene {
 public:
  Scene(Trouble trouble, std::string choice, bool interactive)
      : trouble_(trouble),
        choice_(std::move(choice)),
        agent_(stage_, interactive ? Agent::Kind::kInteractive : Agent::Kind::kHeadless),
        event_(interactive ? beside("s-1") : before("s-1", "toolu_1")) {
    if (trouble_ == Trouble::kCannotStart) spoil_database(stage_.paths());
    if (trouble_ >= Trouble::kStoppedBefore) stage_.start_daemon();
    if (trouble_ == Trouble::kStoppedBefore) stage_.daemon().signal(SIGSTOP);
    started_ = steady_clock::now();
    std::vector<std::string> options{"--host-timeout", std::to_string(kHostLimit.count()),
                                     "--if-unavailable", choice_};
    if (trouble_ == Trouble::kNeverThere) options.push_back("--no-start");
    hook_.emplace(agent_.hook(event_, {options, {}}));
  }
  void bring_trouble() {
    if (!is_known(trouble_)) return;
    stage_.connect().until_open(1);
    if (trouble_ == Trouble::kGoneWhileWaiting) spoil_database(stage_.paths());
    stage_.daemon().signal(trouble_ == Trouble::kGoneWhileWaiting ? SIGKILL : SIGSTOP);
  }
  HookEnd end() {
    const HookEnd end = hook_->end();
    EXPECT_LT(steady_clock::now(), started_ + kHostLimit) << "the host has killed it: " << name();
    EXPECT_EQ(end.exit, (Exit{0, 0})) << name();
    EXPECT_THAT(end.err, HasSubstr("afar-hook: ")) << name();
    EXPECT_TRUE(fs::exists(stage_.paths().state_dir + "/spool")) << name();
    return end;
  }
  std::string name() const {
    return "trouble " + std::to_string(static_cast<int>(trouble_)) + ", " + choice_;
  }
  Trouble trouble() const { return trouble_; }
  const std::string& choice() const { return choice_; }
  const Event& event() const { return event_; }
  Stage& stage() { return stage_; }

 private:
  const Trouble trouble_;
  const std::string choice_;
  Stage stage_;
  Agent agent_;
  const Event event_;
  steady_clock::time_point started_{};
  std::optional<Hook> hook_;
};

std::vector<std::unique_ptr<Scene>> all_scenes(bool interactive) {
  std::vector<std::unique_ptr<Scene>> scenes;
  for (const Trouble trouble : kTroubles) {
    for (const char* choice : kChoices) {
      scenes.push_back(std::make_unique<Scene>(trouble, choice, interactive));
      // As soon as it waits, so that the next scene does not cost this one's time.
      scenes.back()->bring_trouble();
    }
  }
  return scenes;
}

TEST(DeadlineTest, AHeadlessAgentGetsWhatWasChosenBeforeItsHostsLimit) {
  for (const auto& scene : all_scenes(/*interactive=*/false)) {
    const HookEnd end = scene->end();
    if (is_known(scene->trouble())) {
      // The rule is known, and wins: park, which here ends the run until it is resumed.
      EXPECT_EQ(end.out, R"({"hookSpecificOutput":{"hookEventName":"PreToolUse",)"
                         R"("permissionDecision":"defer"}})"
                         "\n")
          << scene->name();
    } else if (scene->choice() == "local") {
      EXPECT_EQ(end.out, "") << scene->name();
    } else {
      const Event output = Event::parse(end.out)["hookSpecificOutput"];
      const bool denied = scene->choice() == "deny";
      EXPECT_EQ(output["permissionDecision"], denied ? "deny" : "allow") << scene->name();
      const std::string words = output[denied ? "permissionDecisionReason" : "additionalContext"];
      EXPECT_THAT(words, HasSubstr("Nobody answered")) << scene->name();
      if (!denied) {
        EXPECT_EQ(output["updatedInput"]["answers"], Event({{"Which color?", "Red"}}));
        EXPECT_THAT(words, HasSubstr("not the person's answer")) << scene->name();
      }
    }
  }
}

TEST(DeadlineTest, AnAgentWithAPickerGetsWhatWasChosenBeforeItsHostsLimit) {
  for (const auto& scene : all_scenes(/*interactive=*/true)) {
    const HookEnd end = scene->end();
    // The picker is on screen: saying nothing is always safe, and what the rule wants.
    if (is_known(scene->trouble()) || scene->choice() == "local") {
      EXPECT_EQ(end.out, "") << scene->name();
      continue;
    }
    const Event decision = Event::parse(end.out)["hookSpecificOutput"]["decision"];
    EXPECT_EQ(decision["behavior"], "deny") << scene->name();
    const std::string words = decision["message"];
    EXPECT_THAT(words, HasSubstr("Nobody answered")) << scene->name();
    if (scene->choice() == "default") {
      EXPECT_THAT(words, HasSubstr("\"Which color?\" = \"Red\"")) << scene->name();
    }
  }
}

// The daemon is back after the hook gave up: what it holds stands as the agent was told, and can
// still be answered.
TEST(DeadlineTest, ADaemonThatComesBackTooLateKeepsTheQuestionAsTheAgentWasTold) {
  for (const bool interactive : {false, true}) {
    Scene scene(Trouble::kStoppedWhileWaiting, "local", interactive);
    scene.bring_trouble();
    scene.end();
    scene.stage().daemon().signal(SIGCONT);
    Operator person = scene.stage().connect();
    const std::string id = person.call("dialog.list", {{"all", true}}).at("dialogs").at(0).at("id");
    ASSERT_TRUE(until("what the hook did is on record", [&] {
      const auto kinds = person.audit_kinds(id);
      return std::find(kinds.begin(), kinds.end(), "unavailable") != kinds.end();
    }));
    const auto dialog = person.get(id);
    // The rule's: park, which ended the run; local, which left it to the picker.
    EXPECT_EQ(dialog.at("outcome").at("state"), interactive ? "left" : "deferred");
    EXPECT_EQ(dialog.at("state"), interactive ? "left" : "open");
    EXPECT_EQ(dialog.at("waiters"), 0);
    EXPECT_EQ(person.answer(id, {"o1"}).at("late"), interactive);
  }
}

// In time, and the daemon lives: the rule decides, and the dialog waits for the person.
TEST(DeadlineTest, AtTheLimitALivingDaemonParksTheQuestion) {
  Stage stage;
  stage.start_daemon();
  Agent agent(stage, Agent::Kind::kHeadless);
  const HookEnd end =
      agent.run(before("s-1", "toolu_1"), {{"--host-timeout", kShortHostLimit}, {}});
  EXPECT_THAT(end.out, HasSubstr("\"permissionDecision\":\"defer\""));
  EXPECT_EQ(end.err, "");
  Operator person = stage.connect();
  const auto dialog = person.open_dialogs().at(0);
  EXPECT_EQ(dialog.at("waiters"), 0);
  EXPECT_EQ(person.answer(dialog.at("id"), {"o2"}).at("late"), false);
  // The run is resumed: the same call comes again, and has its answer at once.
  EXPECT_EQ(agent.run(before("s-1", "toolu_1")).out,
            allowed_before(before("", ""), {{"Which color?", "Blue"}}));
}

TEST(DeadlineTest, OfTwoQuestionsOfOneTurnOnlyOneIsDeferred) {
  Stage stage;
  stage.start_daemon();
  Agent agent(stage, Agent::Kind::kHeadless);
  Hook first = agent.hook(before("s-1", "toolu_1"), {{"--host-timeout", kShortHostLimit}, {}});
  stage.connect().until_open(1);
  Hook second = agent.hook(asking(before("s-1", "toolu_2"), "Which size?"),
                           {{"--host-timeout", kShortHostLimit}, {}});
  EXPECT_THAT(first.end().out, HasSubstr("\"permissionDecision\":\"defer\""));
  EXPECT_THAT(second.end().out, HasSubstr("\"permissionDecision\":\"deny\""));
  EXPECT_EQ(stage.connect().open_dialogs().size(), 2u);
}

}  // namespace
}  // namespace afar::test
