// Goal: a run that ended for a question goes on by itself once the question is answered: once, in
// its folder, with nothing of the daemon's that is not its own. Method: a program in the client's
// place, which does what the client does when it is resumed: it runs the hook with the same call.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

constexpr const char* kSession = "00000000-0000-4000-8000-000000000001";
constexpr const char* kOther = "00000000-0000-4000-8000-000000000002";

class ResumeTest : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(stage_.home() + "/project"); }

  std::string file(const std::string& name) const { return stage_.home() + "/" + name; }
  std::string write(const std::string& name, const std::string& text, fs::perms mode) {
    std::ofstream(file(name), std::ios::binary) << text;
    fs::permissions(file(name), mode);
    return file(name);
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(file(name), std::ios::binary).rdbuf();
    return text.str();
  }
  // Every question is deferred, and its run resumed by our program.
  void start(const json& delivery) {
    const json config = {{"rules", {{{"do", {{"mode", "defer"}}}}}},
                         {"delivery", {{"claude-code", delivery}}}};
    write("config.json", config.dump(), fs::perms(0600));
    stage_.start_daemon({"--config", file("config.json")});
  }
  json with_client(const std::string& script) {
    write("claude", "#!/bin/sh\n" + script, fs::perms(0700));
    return {{"resume", true}, {"program", file("claude")}};
  }
  // What the client does: the same call again.
  std::string hook_again() const {
    return executable("afar-hook") + " --agent claude-code < " + file("event.json") + " > " +
           file("told") + "\n";
  }
  Event event(const std::string& session = kSession) {
    Event event = before(session, "toolu_1");
    event["cwd"] = file("project");
    write("event.json", event.dump(), fs::perms(0600));
    return event;
  }
  // Asks, and is deferred; the dialog's id.
  std::string defer(const Event& event) {
    const HookEnd end = agent_.run(event);
    EXPECT_THAT(end.out, HasSubstr("\"permissionDecision\":\"defer\""));
    for (const auto& dialog : stage_.connect().open_dialogs()) {
      if (dialog.at("origin").at("session") == event["session_id"]) return dialog.at("id");
    }
    ADD_FAILURE() << "no dialog is open";
    return "";
  }
  bool until_recorded(const std::string& id, const std::string& kind) {
    return until(kind + " is on record", [&] {
      const auto kinds = stage_.connect().audit_kinds(id);
      return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    });
  }

  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
};

TEST_F(ResumeTest, TheAnswerResumesTheRun) {
  json how =
      with_client("umask > " + file("umask") + "; pwd > " + file("pwd") + "; env > " + file("env") +
                  "; printf '%s\\n' \"$@\" > " + file("argv") + "; echo made > " +
                  file("project/made") + "; echo it is done\n" + hook_again());
  how["env_file"] =
      write("client.env", "# for the run\nANTHROPIC_API_KEY=from the file\n", fs::perms(0600));
  how["args"] = {"--model", "a model"};
  start(how);
  const std::string id = defer(event());
  stage_.connect().answer(id, {"o2"});
  ASSERT_TRUE(until_recorded(id, "resumed"));
  EXPECT_EQ(read("told"), allowed_before(event(), {{"Which color?", "Blue"}}));
  EXPECT_EQ(stage_.connect().get(id).at("outcome").at("delivery"), "delivered");
  EXPECT_THAT(stage_.connect().audit_kinds(id),
              ElementsAre("opened", "deferred", "answered", "delivered", "resumed"));
  EXPECT_EQ(read("pwd"), file("project") + "\n");
  EXPECT_THAT(read("argv"),
              AllOf(HasSubstr("--resume\n" + std::string(kSession) + "\n"),
                    HasSubstr("mcp__afar__permission_prompt\n"), HasSubstr("--model\na model\n")));
  EXPECT_THAT(read("env"),
              AllOf(HasSubstr("ANTHROPIC_API_KEY=from the file\n"), Not(HasSubstr("CLAUDE")),
                    Not(HasSubstr("AI_AGENT")), Not(HasSubstr("a-secret-of-the-agent"))));
  // The files of the person's project have the modes that the person's umask gives.
  struct stat made {};
  ASSERT_EQ(::stat(file("project/made").c_str(), &made), 0);
  EXPECT_EQ(made.st_mode & 0777, 0666 & ~static_cast<mode_t>(std::stoi(read("umask"), nullptr, 8)));
  const std::string runs = stage_.paths().state_dir + "/runs/";
  std::ostringstream printed;
  printed << std::ifstream(runs + id + "-1.json").rdbuf();
  EXPECT_EQ(printed.str(), "it is done\n");
}

TEST_F(ResumeTest, NothingIsStartedWhereDeliveryIsOff) {
  json how = with_client("touch " + file("started") + "\n");
  how["resume"] = false;
  start(how);
  const std::string id = defer(event());
  stage_.connect().answer(id, {"o2"});
  EXPECT_EQ(stage_.connect().call("status").at("resumes").at("under_way"), 0);
  EXPECT_FALSE(fs::exists(file("started")));
  // By hand it goes on just the same.
  EXPECT_EQ(agent_.run(event()).out, allowed_before(event(), {{"Which color?", "Blue"}}));
}

TEST_F(ResumeTest, AClientThatIsMissingIsSeenAndTriedAgain) {
  start({{"resume", true}, {"program", file("nowhere")}});
  const std::string id = defer(event());
  stage_.connect().answer(id, {"o2"});
  ASSERT_TRUE(until_recorded(id, "resume_failed"));
  const json failed = stage_.connect().call("status").at("resumes").at("failed").at(0);
  EXPECT_EQ(failed.at("dialog"), id);
  EXPECT_EQ(failed.at("attempts"), 1);
  EXPECT_THAT(failed.at("why").get<std::string>(), HasSubstr("there is no program"));
  EXPECT_TRUE(failed.at("again_at").is_string());
}

TEST_F(ResumeTest, AClientThatFailsIsTriedAgainAndItsWordsAreKept) {
  start(with_client("echo no network >&2; exit 3\n"));
  const std::string id = defer(event());
  stage_.connect().answer(id, {"o2"});
  ASSERT_TRUE(until_recorded(id, "resume_failed"));
  const json failed = stage_.connect().call("status").at("resumes").at("failed").at(0);
  EXPECT_THAT(failed.at("why").get<std::string>(), HasSubstr("status 3"));
  EXPECT_EQ(stage_.connect().get(id).at("outcome").at("delivery"), "undelivered");
}

TEST_F(ResumeTest, ASessionWhoseIdIsNoUuidIsRefusedForGood) {
  for (const std::string session : {"--dangerously-skip-permissions", "s-1", "0000"}) {
    SCOPED_TRACE(session);
    Stage stage;
    Agent agent(stage, Agent::Kind::kHeadless);
    const json config = {
        {"rules", {{{"do", {{"mode", "defer"}}}}}},
        {"delivery", {{"claude-code", with_client("touch " + file("started") + "\n")}}}};
    write("config.json", config.dump(), fs::perms(0600));
    stage.start_daemon({"--config", file("config.json")});
    Event asked = event(session);
    agent.run(asked);
    Operator person = stage.connect();
    const std::string id = person.open_dialogs().at(0).at("id");
    person.answer(id, {"o2"});
    ASSERT_TRUE(until("it has failed",
                      [&] { return !person.call("status").at("resumes").at("failed").empty(); }));
    const json failed = person.call("status").at("resumes").at("failed").at(0);
    EXPECT_THAT(failed.at("why").get<std::string>(), HasSubstr("no UUID"));
    EXPECT_TRUE(failed.at("again_at").is_null());
    EXPECT_FALSE(fs::exists(file("started")));
  }
}

// The daemon is killed while the resumed run is under way: another one waits for it.
TEST_F(ResumeTest, ARunThatOutlivesItsDaemonIsNotStartedAgain) {
  ASSERT_EQ(::mkfifo(file("go").c_str(), 0600), 0);
  start(with_client("echo x >> " + file("started") + "; read line < " + file("go") + "\n" +
                    hook_again()));
  const std::string id = defer(event());
  stage_.connect().answer(id, {"o2"});
  ASSERT_TRUE(until("the client is resumed", [&] { return fs::exists(file("started")); }));
  stage_.end_daemon(SIGKILL);
  stage_.start_daemon({"--config", file("config.json")});
  EXPECT_EQ(stage_.connect().call("status").at("resumes").at("under_way"), 1);
  std::ofstream(file("go")) << "go\n";
  ASSERT_TRUE(until_recorded(id, "resumed"));
  EXPECT_EQ(read("started"), "x\n");
  EXPECT_EQ(read("told"), allowed_before(event(), {{"Which color?", "Blue"}}));
  EXPECT_EQ(stage_.connect().call("status").at("resumes").at("under_way"), 0);
}

// One of two questions of a turn is deferred, and the client goes on until the other is answered.
TEST_F(ResumeTest, ARunThatStillWaitsForAnotherAnswerIsNotStartedBesideItself) {
  start(with_client("echo $3 >> " + file("started") + "\n"));
  const std::string first = defer(event());
  Hook waits = agent_.hook(asking(before(kSession, "toolu_2"), "Which size?"));
  Operator person = stage_.connect();
  std::string second;
  ASSERT_TRUE(until("the other question waits", [&] {
    for (const auto& dialog : person.open_dialogs()) {
      if (dialog.at("waiters") == 1) second = dialog.at("id");
    }
    return !second.empty();
  }));
  person.answer(first, {"o1"});
  const std::string other = defer(event(kOther));
  person.answer(other, {"o1"});
  ASSERT_TRUE(until_recorded(other, "resume_failed"));
  EXPECT_EQ(read("started"), std::string(kOther) + "\n");
  person.answer(second, {"o1"});
  EXPECT_THAT(waits.end().out, HasSubstr("Which size?"));
  ASSERT_TRUE(until("the session is resumed", [&] {
    return read("started") == std::string(kOther) + "\n" + kSession + "\n";
  }));
}

TEST_F(ResumeTest, SeveralSessionsAreResumedOneAfterTheOther) {
  ASSERT_EQ(::mkfifo(file("go").c_str(), 0600), 0);
  start(with_client("echo $3 >> " + file("started") + "; read line < " + file("go") + "\n"));
  const std::string first = defer(event());
  const std::string second = defer(event(kOther));
  Operator person = stage_.connect();
  person.answer(first, {"o1"});
  ASSERT_TRUE(until("the first is resumed", [&] { return !read("started").empty(); }));
  person.answer(second, {"o2"});
  EXPECT_EQ(person.call("status").at("resumes").at("under_way"), 2);
  EXPECT_EQ(read("started"), std::string(kSession) + "\n");
  std::ofstream(file("go")) << "go\n";
  ASSERT_TRUE(until("the second is resumed", [&] {
    return read("started") == std::string(kSession) + "\n" + kOther + "\n";
  }));
  std::ofstream(file("go")) << "go\n";
  ASSERT_TRUE(until_recorded(second, "resume_failed"));
}

}  // namespace
}  // namespace afar::test
