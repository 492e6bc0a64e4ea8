// Starting a daemon where none runs, with the real afar-hook and something else in afard's place.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "hook_process.h"
#include "support.h"

namespace afar::hook {
namespace {

using nlohmann::json;

constexpr const char* kColor =
    R"({"questions":[{"question":"Which color?","options":[{"label":"Red"},{"label":"Blue"}]}]})";

class SpawnTest : public testing::Test {
 protected:
  SpawnTest() {
    std::filesystem::create_directory(home_.path() + "/bin");
    std::filesystem::copy_file(std::string(AFAR_BIN_DIR) + "/afar-hook", hook());
  }
  ~SpawnTest() override { std::ofstream(home_.path() + "/stop").flush(); }

  std::string hook() const { return home_.path() + "/bin/afar-hook"; }
  std::string mark() const { return home_.path() + "/spawn.lock.failed"; }
  void put_afard(const std::string& script) {
    const std::string path = home_.path() + "/bin/afard";
    std::filesystem::remove(path);
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    ::chmod(path.c_str(), 0755);
  }
  void put_fake_afard() { put_afard("exec " AFAR_FAKE_AFARD " \"$@\""); }

  std::unique_ptr<HookProcess> start(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"--agent",  "claude-code",
                                       "--socket", home_.path() + "/s",
                                       "--db",     home_.path() + "/afar.db"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return std::make_unique<HookProcess>(
        home_, arguments, pre_tool_use(kColor),
        std::vector<std::string>{"CLAUDECODE=1", "ANTHROPIC_API_KEY=k", "KEPT=1"}, hook());
  }
  std::vector<std::string> starts() const {
    std::ifstream file(home_.path() + "/starts");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }
  static bool is_answered(const HookProcess::Ended& ended) {
    return ended.exit_code == 0 && ended.out.find(R"("Which color?":"Red")") != std::string::npos;
  }

  TemporaryFolder home_;
};

TEST_F(SpawnTest, StartsADaemonThatIsNoPartOfTheAgent) {
  put_fake_afard();
  const auto ended = start()->wait();  // at once: the daemon does not hold on to our output
  EXPECT_TRUE(is_answered(ended)) << ended.out << ended.err;
  ASSERT_EQ(starts().size(), 1u);
  const std::string started = starts()[0];
  EXPECT_EQ(started.rfind("start / ", 0), 0u) << started;
  EXPECT_NE(started.find("KEPT=1"), std::string::npos);
  EXPECT_EQ(started.find("CLAUDE"), std::string::npos) << started;
  EXPECT_EQ(started.find("ANTHROPIC"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(home_.path() + "/.local/state/afar/afard.log"));
  EXPECT_TRUE(is_answered(start()->wait()));
  EXPECT_EQ(starts().size(), 1u);
}

TEST_F(SpawnTest, ManyHooksStartOneDaemon) {
  put_fake_afard();
  std::vector<std::unique_ptr<HookProcess>> hooks;
  for (int i = 0; i < 20; ++i) hooks.push_back(start());
  for (const auto& hook : hooks) {
    const auto ended = hook->wait();
    EXPECT_TRUE(is_answered(ended)) << ended.out << ended.err;
  }
  EXPECT_EQ(starts().size(), 1u);
}

TEST_F(SpawnTest, AFailedStartIsNotedAndNotTriedAgainAtOnce) {
  put_afard("echo no luck >&2; exit 1");
  const auto first = start({"--if-unavailable", "deny"})->wait();
  EXPECT_EQ(first.exit_code, 0);
  EXPECT_NE(first.out.find("\"deny\""), std::string::npos);
  EXPECT_NE(first.err.find("afard.log"), std::string::npos) << first.err;
  EXPECT_TRUE(std::filesystem::exists(mark()));

  put_fake_afard();
  EXPECT_NE(start({"--if-unavailable", "deny"})->wait().out.find("\"deny\""), std::string::npos);
  EXPECT_TRUE(starts().empty());
  std::filesystem::last_write_time(
      mark(), std::filesystem::file_time_type::clock::now() - std::chrono::seconds(31));
  EXPECT_TRUE(is_answered(start()->wait()));
  EXPECT_FALSE(std::filesystem::exists(mark()));
}

TEST_F(SpawnTest, StartsNothingWhereItMayNotOrCannot) {
  put_fake_afard();
  EXPECT_EQ(start({"--no-start"})->wait().out, "");
  EXPECT_TRUE(starts().empty());
  std::filesystem::remove(home_.path() + "/bin/afard");
  const auto ended = start()->wait();
  EXPECT_EQ(ended.out, "");
  EXPECT_NE(ended.err.find("no afard"), std::string::npos) << ended.err;
}

TEST_F(SpawnTest, FindsTheDaemonThatTheLockNames) {
  put_fake_afard();
  EXPECT_TRUE(is_answered(start()->wait()));
  const auto elsewhere =
      HookProcess(home_,
                  {"--agent", "claude-code", "--no-start", "--db", home_.path() + "/afar.db",
                   "--socket", home_.path() + "/another"},
                  pre_tool_use(kColor))
          .wait();
  EXPECT_TRUE(is_answered(elsewhere)) << elsewhere.err;
}

}  // namespace
}  // namespace afar::hook
