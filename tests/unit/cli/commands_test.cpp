// Goal: every command line does what the contract says, or is refused with exit code 2 before the
// daemon hears of it. Method: tables of command lines, run whole.
#include <gtest/gtest.h>

#include <sstream>

#include "daemon/cli/command.h"
#include "daemon/cli/run.h"
#include "shared/version.h"
#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

class Commands : public CliTest {};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(Commands, WithWrongWordsAreRefusedWithoutADaemon) {
  const struct {
    std::vector<std::string> words;
    std::string says;
  } cases[] = {
      {{"lsit"}, "did you mean \"list\"?"},
      {{"anwser", "tbxkq"}, "did you mean \"answer\"?"},
      {{"audit", "verfy"}, "did you mean \"audit verify\"?"},
      {{"daemon", "strat"}, "did you mean \"daemon start\"?"},
      {{"deamon", "stop"}, "did you mean"},
      {{"daemon"}, "needs one of these after it: start, stop, restart, reload, status"},
      {{"\x1b[2J"}, "there is no command \"\\x1b[2J\""},
      {{std::string(5000, 'x')}, "there is no command"},
      {{""}, "there is no command \"\""},
      {{"--"}, "there is no command \"--\""},
      {{"list", "--bogus"}, "option \"bogus\" does not exist"},
      {{"list", "-x"}, "option \"x\" does not exist"},
      {{"--bogus", "list"}, "option \"bogus\" does not exist"},
      {{"--bogus"}, "option \"bogus\" does not exist"},
      {{"list", "tbxkq"}, "does not take \"tbxkq\""},
      {{"list", "--json=false"}, "--json takes no value"},
      {{"list", "--socket"}, "missing an argument"},
      {{"list", "--socket", ""}, "--socket is empty"},
      {{"list", "--db="}, "--db is empty"},
      {{"show"}, "afar show needs ID"},
      {{"show", "tbxkq", "mfvqz"}, "does not take \"mfvqz\""},
      {{"answer"}, "afar answer needs ID"},
      {{"answer", "tbxkq", "--text", "a", "--text", "b"}, "--text is given twice"},
      {{"answer", "tbxkq", "--text"}, "missing an argument"},
      {{"answer", "tbxkq", "--text", "-", "--note", "-"}, "only one text"},
      {{"wait", "tbxkq", "--timeout", "soon"}, "--timeout takes a number of seconds"},
      {{"audit", "--since", "someday"}, "--since takes 2h"},
      {{"audit", "--json", "--csv"}, "exclude each other"},
      {{"audit", "verify", "a", "b"}, "does not take \"b\""},
      {{"help", "lsit"}, "did you mean \"list\"?"},
  };
  for (const auto& each : cases) {
    const Ran ran = run(each.words);
    EXPECT_EQ(ran.exit_code, 2) << each.words[0].substr(0, 40);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err.rfind("afar: ", 0), 0u) << ran.err;
    EXPECT_TRUE(has(ran.err, each.says)) << ran.err;
  }
}

TEST_F(Commands, WithoutADaemonSayWhatToDo) {
  const std::vector<std::string> cases[] = {{"list"},
                                            {"show", "tbxkq"},
                                            {"answer", "tbxkq", "1"},
                                            {"dismiss", "tbxkq"},
                                            {"wait", "tbxkq"},
                                            {"wait", "tbxkq", "--timeout", "0"},
                                            {"status"},
                                            {"audit"},
                                            {"audit", "head"},
                                            {"daemon", "stop"},
                                            {"daemon", "status"}};
  for (const auto& words : cases) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 5) << words[0];
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(has(ran.err, "no daemon is running")) << ran.err;
    EXPECT_TRUE(has(ran.err, "afar daemon start")) << ran.err;
  }
}

TEST_F(Commands, WithAnIdThatCannotBeOneSayThatThereIsNone) {
  for (const std::string id : {"2", "tbxkl", "tbxkqq", "t\x1bxkq"}) {
    const Ran ran = run({"show", id});
    EXPECT_EQ(ran.exit_code, 3) << id;
    EXPECT_TRUE(has(ran.err, "an id is five letters")) << ran.err;
  }
}

TEST_F(Commands, TellVersionsAndHelpWithoutADaemon) {
  EXPECT_EQ(run({"--version"}).out, version_line("afar") + "\n");
  for (const auto& words : std::vector<std::vector<std::string>>{{"help"}, {"--help"}, {"-h"}}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 0);
    for (const auto& each : all_commands())
      EXPECT_TRUE(has(ran.out, "\n  " + each.name)) << each.name;
  }
  const Ran bare = run({});
  EXPECT_EQ(bare.exit_code, 2);
  EXPECT_EQ(bare.out, "");
  EXPECT_TRUE(has(bare.err, "usage: afar COMMAND"));
}

TEST_F(Commands, HaveAHelpEach) {
  for (const auto& each : all_commands()) {
    std::vector<std::string> words{each.name};
    if (const auto space = each.name.find(' '); space != std::string::npos) {
      words = {each.name.substr(0, space), each.name.substr(space + 1)};
    }
    std::vector<std::string> help = words;
    help.insert(help.begin(), "help");
    words.push_back("--help");
    EXPECT_EQ(run(help).exit_code, 0) << each.name;
    EXPECT_EQ(run(help).out, run(words).out) << each.name;
    EXPECT_TRUE(has(run(words).out, "usage: afar " + each.name)) << each.name;
    for (const auto& option : each.options) {
      EXPECT_TRUE(has(run(words).out, "--" + option.name)) << each.name;
    }
  }
}

TEST_F(Commands, TakeTheGlobalOptionsAnywhere) {
  FakeDaemon other(folder_ + "/other.sock");
  other.on("dialog.list", {{"dialogs", nlohmann::json::array()}, {"next", nullptr}});
  const std::string socket = folder_ + "/other.sock";
  EXPECT_EQ(run({"--socket", socket, "list"}).exit_code, 0);
  EXPECT_EQ(run({"--socket=" + socket, "list"}).exit_code, 0);
  EXPECT_EQ(run({"list", "--socket", socket}).exit_code, 0);
  EXPECT_EQ(run({"list", "--socket=" + socket, "--all"}).exit_code, 0);
  EXPECT_EQ(run({"--db", folder_ + "/x.db", "list", "--socket", socket}).exit_code, 0);
  EXPECT_EQ(run({"list"}).exit_code, 5);
}

TEST_F(Commands, SayWhoTheyAre) {
  daemon().on("dialog.list", {{"dialogs", nlohmann::json::array()}, {"next", nullptr}});
  EXPECT_EQ(run({"list"}).exit_code, 0);
  EXPECT_EQ(daemon().initialize_params()["role"], "operator");
  EXPECT_EQ(daemon().initialize_params()["protocol"], kProtocolVersion);
  EXPECT_EQ(daemon().initialize_params()["from_agent"], false);
  environment_["CLAUDECODE"] = "1";
  EXPECT_EQ(run({"list"}).exit_code, 0);
  EXPECT_EQ(daemon().initialize_params()["from_agent"], true);
}

TEST_F(Commands, TurnTheDaemonsErrorsIntoExitCodes) {
  const struct {
    rpc::ErrorCode code;
    int exit_code;
  } cases[] = {{rpc::ErrorCode::kNotFound, 3},      {rpc::ErrorCode::kNotAllowed, 6},
               {rpc::ErrorCode::kInvalidAnswer, 2}, {rpc::ErrorCode::kStorageUnavailable, 1},
               {rpc::ErrorCode::kInternal, 1},      {rpc::ErrorCode::kUnknownMethod, 1}};
  for (const auto& each : cases) {
    daemon().on_calls("dialog.cancel", {Reply::error(each.code, "because\x1b of it")});
    const Ran ran = run({"dismiss", "tbxkq"});
    EXPECT_EQ(ran.exit_code, each.exit_code);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, "afar: because\\x1b of it\n");
  }
  daemon().on_calls("dialog.cancel", {Reply::hang_up()});
  EXPECT_EQ(run({"dismiss", "tbxkq"}).exit_code, 1);
  daemon().on_calls("dialog.cancel", {Reply::error(rpc::ErrorCode::kRestarting, "x")});
  EXPECT_TRUE(has(run({"dismiss", "tbxkq"}).err, "try again in a moment"));
  daemon().on("dialog.get", {{"id", 7}});
  const Ran ran = run({"show", "tbxkq"});
  EXPECT_EQ(ran.exit_code, 1) << "a dialog that makes no sense";
  EXPECT_TRUE(has(ran.err, "dialog.id: expected a string")) << ran.err;
}

TEST_F(Commands, FailWhereTheirOutputCannotBeWritten) {
  std::istringstream in;
  std::ostringstream err;
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  Surroundings surroundings{{in, out, err}, system_environment(), test_now, [](const std::string&) {
                              return std::string();
                            }};
  EXPECT_EQ(cli::run({"--version"}, surroundings), 1);
  EXPECT_EQ(err.str(), "afar: cannot write the output\n");
}

}  // namespace
}  // namespace afar::cli
