// Goal: an operator can see what the rules make of a real event, and put changed ones in force.
// Method: the real command, which asks the real hook what an event means, and the real daemon.
#include <gmock/gmock.h>

#include <fstream>

#include "tests/integration/agent.h"
#include "tests/integration/command.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class PolicyCommandTest : public ::testing::Test {
 protected:
  Command::End afar(const std::vector<std::string>& arguments,
                    const std::map<std::string, std::string>& variables = {}) {
    return Command(stage_, arguments, variables).end();
  }
  std::string write(const std::string& name, const std::string& text) {
    const std::string file = stage_.home() + "/" + name;
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

  Stage stage_;
};

constexpr const char* kDenyColors =
    R"({"rules": [{"name": "no colors", "when": {"question": "color"}, "do": {"mode": "deny"}}]})";

TEST_F(PolicyCommandTest, ExplainsARealEventWithoutADaemon) {
  const std::string config = write("c.json", kDenyColors);
  const std::string event = write("event.json", before("s-1", "toolu_1").dump());
  const auto end = afar({"policy", "explain", "--config", config, "--event", event, "--json"});
  ASSERT_EQ(end.exit, (Exit{0, 0})) << end.err;
  const json found = json::parse(end.out);
  EXPECT_EQ(found.at("rule"), "no colors");
  EXPECT_EQ(found.at("mode"), "deny");
  EXPECT_THAT(afar({"policy", "explain", "--config", config, "--event", event}).out,
              HasSubstr("user_question of claude-code, tool AskUserQuestion"));
  EXPECT_EQ(stage_.living_daemon(), 0) << "nothing is started for an explanation";
}

TEST_F(PolicyCommandTest, ExplainsWhatARunWithoutATerminalGets) {
  const std::string event = write("event.json", before("s-1", "toolu_1").dump());
  const auto terminal = afar({"policy", "explain", "--event", event, "--json"});
  const auto script = afar({"policy", "explain", "--event", event, "--json"},
                           {{"CLAUDE_CODE_ENTRYPOINT", "sdk-cli"}});
  EXPECT_EQ(json::parse(terminal.out).at("mode"), "race");
  EXPECT_EQ(json::parse(script.out).at("mode"), "block");
}

TEST_F(PolicyCommandTest, SaysThatAnEventOpensNothingOrCannotBeRead) {
  const std::string stop = write("stop.json", R"({"hook_event_name":"Stop","session_id":"s"})");
  const auto nothing = afar({"policy", "explain", "--event", stop});
  EXPECT_EQ(nothing.exit, (Exit{0, 0})) << nothing.err;
  EXPECT_EQ(nothing.out, "This event opens no dialog.\n");
  const auto broken = afar({"policy", "explain", "--event", write("broken.json", "{")});
  EXPECT_EQ(broken.exit, (Exit{1, 0}));
  EXPECT_THAT(broken.err, HasSubstr("afar-hook: the event is not a JSON object"));
  const auto none = afar({"policy", "explain", "--event", stage_.home() + "/none"});
  EXPECT_EQ(none.exit, (Exit{1, 0}));
  const auto agent = afar({"policy", "explain", "--event", stop, "--agent", "nobody"});
  EXPECT_EQ(agent.exit, (Exit{1, 0}));
  EXPECT_THAT(agent.err, HasSubstr("there is no agent \"nobody\""));
}

TEST_F(PolicyCommandTest, ReloadPutsChangedRulesInForceOrKeepsTheOldOnes) {
  const std::string config = write("c.json", "{}");
  stage_.start_daemon({"--config", config});
  EXPECT_THAT(afar({"policy", "explain"}).out, HasSubstr("built-in"));
  write("c.json", R"({"rules": [{"name": "all local", "do": {"mode": "local"}}]})");
  const auto taken = afar({"daemon", "reload"});
  EXPECT_EQ(taken.exit, (Exit{0, 0})) << taken.err;
  EXPECT_THAT(taken.out, HasSubstr(config + ": 1 rule\n"));
  EXPECT_THAT(afar({"policy", "explain"}).out, HasSubstr("all local"));
  write("c.json", "{\"rules\": 1,\n\"more\": 2}");
  const auto refused = afar({"daemon", "reload"});
  EXPECT_EQ(refused.exit, (Exit{1, 0}));
  EXPECT_THAT(refused.err, HasSubstr(config + ":1: rules: expected a list"));
  EXPECT_THAT(refused.err, HasSubstr(config + ":2: more: unknown key"));
  EXPECT_THAT(afar({"policy", "explain"}).out, HasSubstr("all local"));
}

}  // namespace
}  // namespace afar::test
