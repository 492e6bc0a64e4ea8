// Goal: what a person types reaches the agent, and the exit code tells scripts what became of it.
// Method: the real command against the real daemon, while a hook waits.
#include "tests/integration/command.h"

#include <gmock/gmock.h>

#include "tests/integration/agent.h"
#include "tests/integration/scale.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class CommandTest : public ::testing::Test {
 protected:
  void SetUp() override { stage_.start_daemon(); }
  std::string ask(const std::string& session = "s-1") {
    hooks_.push_back(agent_.hook(before(session, "toolu_1")));
    return stage_.connect().until_open(hooks_.size()).back().at("id");
  }
  Command::End afar(const std::vector<std::string>& arguments,
                    const std::map<std::string, std::string>& variables = {}) {
    return Command(stage_, arguments, variables).end();
  }

  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
  std::vector<Hook> hooks_;
};

TEST_F(CommandTest, AnAnswerByItsNumberReachesTheAgent) {
  const std::string id = ask();
  const auto end = afar({"answer", id, "2"});
  EXPECT_EQ(end.exit, (Exit{0, 0})) << end.err;
  EXPECT_THAT(end.out, HasSubstr(id));
  EXPECT_THAT(end.out, HasSubstr("Blue"));
  EXPECT_EQ(hooks_[0].end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
}

TEST_F(CommandTest, WhatIsTypedAndNoOptionChangesNothing) {
  const std::string id = ask();
  const auto end = afar({"answer", id, "Green"});
  EXPECT_EQ(end.exit, (Exit{2, 0}));
  EXPECT_THAT(end.err, HasSubstr("Red"));
  EXPECT_EQ(stage_.connect().get(id).at("state"), "open");
  const auto text = afar({"answer", id, "--text", "Green"});
  EXPECT_EQ(text.exit, (Exit{0, 0})) << text.err;
  EXPECT_EQ(hooks_[0].end().out, allowed_before(before("", ""), {{"Which color?", "Green"}}));
}

TEST_F(CommandTest, OffKeepsHooksOutUntilOn) {
  EXPECT_EQ(afar({"off"}, {{"CLAUDECODE", "1"}}).exit, (Exit{6, 0}));
  const std::string waits = ask("s-0");
  const auto off = afar({"off"});
  EXPECT_EQ(off.exit, (Exit{0, 0})) << off.err;
  EXPECT_THAT(afar({"status"}).out, HasSubstr("afar is off"));
  EXPECT_EQ(agent_.run(before("s-1", "toolu_1")).out, "");
  EXPECT_EQ(stage_.connect().open_dialogs().size(), 1u);
  // What waits already can be answered.
  EXPECT_EQ(afar({"answer", waits, "1"}).exit, (Exit{0, 0}));
  EXPECT_EQ(hooks_[0].end().out, allowed_before(before("", ""), {{"Which color?", "Red"}}));
  EXPECT_EQ(afar({"on"}, {{"AI_AGENT", "x"}}).exit, (Exit{6, 0}));
  EXPECT_EQ(afar({"on"}).exit, (Exit{0, 0}));
  EXPECT_EQ(afar({"on"}).exit, (Exit{0, 0})) << "it is on already";
  hooks_.push_back(agent_.hook(before("s-1", "toolu_1")));
  stage_.connect().until_open(1);
}

TEST_F(CommandTest, WhatIsForgottenIsGoneAndTheRecordStaysWhole) {
  const std::string id = ask();
  const auto open = afar({"forget", id});
  EXPECT_EQ(open.exit, (Exit{1, 0}));
  EXPECT_THAT(open.err, HasSubstr("has not ended"));
  afar({"answer", id, "--text", "a secret of mine"});
  hooks_[0].end();
  EXPECT_THAT(afar({"audit", "--json"}).out, HasSubstr("a secret of mine"));
  EXPECT_EQ(afar({"forget", id}, {{"CLAUDECODE", "1"}}).exit, (Exit{6, 0}));
  const auto forgotten = afar({"forget", id});
  EXPECT_EQ(forgotten.exit, (Exit{0, 0})) << forgotten.err;
  for (const auto& end : {afar({"audit", "--json"}), afar({"show", id}),
                          afar({"show", id, "--json"}), afar({"list", "--all", "--json"})}) {
    EXPECT_EQ(end.exit, (Exit{0, 0})) << end.err;
    EXPECT_EQ(end.out.find("a secret of mine"), std::string::npos);
    EXPECT_EQ(end.out.find("Which color?"), std::string::npos);
  }
  EXPECT_THAT(stage_.connect().audit_kinds(id), ::testing::Contains("forgotten"));
  EXPECT_EQ(afar({"audit", "verify"}).exit, (Exit{0, 0}));
  EXPECT_EQ(afar({"forget", "zzzzz"}).exit, (Exit{3, 0}));
}

TEST_F(CommandTest, OfTwoCommandsAtTheSameMomentOneWinsAndTheOtherIsTold) {
  for (std::size_t i = 0; i < kContests; ++i) {
    const std::string id = ask("s-" + std::to_string(i));
    Command ann(stage_, {"answer", id, "1"});
    Command bob(stage_, {"answer", id, "2"});
    const auto by_ann = ann.end();
    const auto by_bob = bob.end();
    const bool ann_won = by_ann.exit == Exit{0, 0};
    ASSERT_EQ((ann_won ? by_bob : by_ann).exit, (Exit{4, 0})) << by_ann.err << by_bob.err;
    ASSERT_EQ((ann_won ? by_ann : by_bob).exit, (Exit{0, 0})) << by_ann.err << by_bob.err;
    const std::string label = ann_won ? "Red" : "Blue";
    EXPECT_THAT((ann_won ? by_bob : by_ann).err, HasSubstr(label)) << "who loses is told";
    ASSERT_EQ(hooks_[0].end().out, allowed_before(before("", ""), {{"Which color?", label}}));
    hooks_.clear();
  }
}

TEST_F(CommandTest, AnEndedDialogIsSaidToHaveEnded) {
  const std::string id = ask();
  ASSERT_EQ(afar({"answer", id, "1"}).exit, (Exit{0, 0}));
  const auto again = afar({"answer", id, "2"});
  EXPECT_EQ(again.exit, (Exit{4, 0}));
  EXPECT_THAT(again.err, HasSubstr("Red"));
  EXPECT_EQ(afar({"dismiss", id}).exit, (Exit{4, 0}));
}

TEST_F(CommandTest, WhatIsNotThereIsSaidToBeMissing) {
  EXPECT_EQ(afar({"answer", "zzzzz", "1"}).exit, (Exit{3, 0}));
  EXPECT_EQ(afar({"show", "zzzzz"}).exit, (Exit{3, 0}));
  EXPECT_EQ(afar({"nonsense"}).exit, (Exit{2, 0}));
  Stage empty;
  EXPECT_EQ(Command(empty, {"list"}).end().exit, (Exit{5, 0}));
  EXPECT_EQ(empty.living_daemon(), 0) << "looking starts no daemon";
}

TEST_F(CommandTest, InsideAnAgentItMayLookAndNotAnswer) {
  const std::string id = ask();
  for (const std::string variable : {"CLAUDECODE", "AI_AGENT"}) {
    EXPECT_EQ(afar({"answer", id, "1"}, {{variable, "1"}}).exit, (Exit{6, 0}));
    EXPECT_EQ(afar({"dismiss", id}, {{variable, "1"}}).exit, (Exit{6, 0}));
    EXPECT_EQ(afar({"show", id}, {{variable, "1"}}).exit, (Exit{0, 0}));
  }
  // The same by descent, without the variables.
  const HookEnd child = agent_
                            .program({executable("afar"), "answer", id, "1"}, "",
                                     {{"CLAUDECODE", ""}, {"AI_AGENT", ""}})
                            .end();
  EXPECT_EQ(child.exit, (Exit{6, 0})) << child.err;
  EXPECT_EQ(stage_.connect().get(id).at("state"), "open");
}

TEST_F(CommandTest, JsonIsExactlyWhatTheProtocolGives) {
  const std::string id = ask();
  Operator person = stage_.connect();
  EXPECT_EQ(json::parse(afar({"show", id, "--json"}).out), person.get(id));
  EXPECT_EQ(json::parse(afar({"list", "--json"}).out), json(person.open_dialogs()));
  const json status = json::parse(afar({"status", "--json"}).out);
  EXPECT_EQ(status.at("pid"), stage_.daemon().pid());
  EXPECT_EQ(status.at("counters").at("open"), 1);
}

TEST_F(CommandTest, WaitingForADialogEndsWithIt) {
  const std::string id = ask();
  Command waiting(stage_, {"wait", id});
  afar({"answer", id, "2"});
  const auto end = waiting.end();
  EXPECT_EQ(end.exit, (Exit{0, 0})) << end.err;
  EXPECT_THAT(end.out, HasSubstr("Blue"));
}

TEST_F(CommandTest, TheRecordIsWholeAndSaysWho) {
  const std::string id = ask();
  afar({"answer", id, "2"});
  const auto audit = afar({"audit", "--dialog", id, "--json"});
  EXPECT_THAT(audit.out, HasSubstr("\"answered\""));
  EXPECT_THAT(audit.out, HasSubstr("\"cli\""));
  EXPECT_EQ(afar({"audit", "verify"}).exit, (Exit{0, 0}));
}

}  // namespace
}  // namespace afar::test
