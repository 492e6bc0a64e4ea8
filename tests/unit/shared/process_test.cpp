// Goal: the daemon is found, started clean of the agent that needed it, and ancestors are told
// whatever processes call themselves.
#include "shared/os/process.h"

#include <gmock/gmock.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "shared/os/fd.h"
#include "tests/unit/shared/temporary_folder.h"

namespace afar {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

// An environment variable for the time of one test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = ::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void make_file(const std::string& path, mode_t mode) {
  std::ofstream(path) << "#!/bin/sh\n";
  ASSERT_EQ(::chmod(path.c_str(), mode), 0);
}

TEST(ProcessTest, FindsItsOwnExecutable) {
  EXPECT_TRUE(std::filesystem::equivalent(own_executable(), "/proc/self/exe"));
}

TEST(ProcessTest, FindsAnExecutableBesideItsOwn) {
  const std::string self = own_executable();
  EXPECT_EQ(find_sibling(std::filesystem::path(self).filename()), self);
}

TEST(ProcessTest, FindsAnExecutableInPathWhereNoneIsBeside) {
  const TemporaryFolder first;
  const TemporaryFolder second;
  make_file(first.file("afar-probe"), 0644);  // may not be executed
  make_file(second.file("afar-probe"), 0755);
  const Variable path("PATH", first.path() + ":" + second.path());
  EXPECT_EQ(find_sibling("afar-probe"), second.file("afar-probe"));
  EXPECT_EQ(find_sibling("afar-no-such-probe"), "");
}

TEST(ProcessTest, FoldersAndRelativePlacesInPathAreNotTaken) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("afar-probe"));
  const TemporaryFolder here;
  make_file(here.file("afar-probe"), 0755);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(here.path());
  const Variable path("PATH", ":.:" + folder.path() + "::");
  const std::string found = find_sibling("afar-probe");
  std::filesystem::current_path(before);
  EXPECT_EQ(found, "");
}

TEST(ProcessTest, TellsTheParentOfAProcess) {
  EXPECT_EQ(parent_of_process(::getpid()), ::getppid());
  EXPECT_EQ(parent_of_process(0x7FFFFFFF), std::nullopt);
}

// The name stands in the same line as the parent's number.
TEST(ProcessTest, TheParentIsToldWhateverTheProcessCallsItself) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_NAME, ") R 1 1 (x");
    if (::write(ready[1], "x", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_EQ(parent_of_process(child), ::getpid());
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(ProcessTest, NothingOfTheAgentIsHandedOn) {
  const Variable a("CLAUDECODE", "1");
  const Variable b("CLAUDE_CODE_ENTRYPOINT", "cli");
  const Variable c("ANTHROPIC_API_KEY", "secret");
  const Variable d("AI_AGENT", "some");
  const Variable e("LISTEN_FDS", "1");
  const Variable f("NOTIFY_SOCKET", "/run/notify");
  const Variable g("AI_AGENTS_HOME", "/kept");
  const Variable h("MY_CLAUDE", "kept");
  const auto environment = environment_without_agent();
  for (const auto& variable : environment) {
    EXPECT_NE(variable.rfind("CLAUDE", 0), 0u) << variable;
    EXPECT_NE(variable.rfind("ANTHROPIC_", 0), 0u) << variable;
    EXPECT_NE(variable.rfind("AI_AGENT=", 0), 0u) << variable;
    EXPECT_NE(variable.rfind("LISTEN_", 0), 0u) << variable;
    EXPECT_NE(variable.rfind("NOTIFY_SOCKET", 0), 0u) << variable;
  }
  EXPECT_THAT(environment, Contains("AI_AGENTS_HOME=/kept"));
  EXPECT_THAT(environment, Contains("MY_CLAUDE=kept"));
}

// A process that is not our child cannot be waited for but by looking.
bool ends(pid_t pid) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (process_lives(pid)) {
    if (std::chrono::steady_clock::now() > give_up) return false;
    ::sched_yield();
  }
  return true;
}

TEST(SpawnDetachedTest, GivesTheProcessASessionOfItsOwnAndNothingOfOurs) {
  const TemporaryFolder folder;
  const std::string log = folder.file("log");
  std::ofstream(log) << "before\n";
  ::chmod(log.c_str(), 0600);
  const auto child = static_cast<pid_t>(spawn_detached(
      {"/bin/sh", "-c",
       "exec >&2; echo cwd=$(pwd); echo $ONLY; env | grep -c .; read line || echo no-input; "
       "set -- $(cat /proc/$$/stat); echo session=$6 self=$$"},
      {"ONLY=this", "PATH=/usr/bin:/bin"}, log));
  ASSERT_TRUE(ends(child));
  const std::string said = content_of(log);
  const std::string pid = std::to_string(child);
  EXPECT_EQ(said.rfind("before\n", 0), 0u) << said;
  EXPECT_THAT(said, HasSubstr("cwd=/\nthis\n"));
  EXPECT_THAT(said, HasSubstr("no-input\n"));
  EXPECT_THAT(said, HasSubstr("session=" + pid + " self=" + pid + "\n"));
  EXPECT_THAT(said, Not(HasSubstr("HOME")));
}

TEST(SpawnDetachedTest, ClosesWhatTheAgentLeftOpen) {
  const TemporaryFolder folder;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);  // not closed on exec, as an agent leaves its own
  const auto child = static_cast<pid_t>(
      spawn_detached({"/bin/sh", "-c", "while :; do sleep 60; done"}, {}, folder.file("log")));
  writer.reset();
  pollfd wanted{reader.get(), POLLIN, 0};
  EXPECT_EQ(::poll(&wanted, 1, 30'000), 1) << "the process holds our pipe";
  EXPECT_NE(wanted.revents & POLLHUP, 0);
  EXPECT_NE(parent_of_process(child), ::getpid()) << "an agent that ends us would take it along";
  ::kill(-child, SIGKILL);
}

TEST(SpawnDetachedTest, ALogThatCannotBeOpenedIsAnError) {
  EXPECT_THROW(spawn_detached({"/bin/true"}, {}, "/dev/null/log"), std::runtime_error);
}

TEST(SpawnDetachedTest, AProgramThatIsNotThereEndsAtOnce) {
  const TemporaryFolder folder;
  const auto child =
      static_cast<pid_t>(spawn_detached({"/nonexistent/program"}, {}, folder.file("log")));
  EXPECT_TRUE(ends(child));
}

}  // namespace
}  // namespace afar
