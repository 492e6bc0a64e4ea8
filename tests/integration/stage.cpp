#include "tests/integration/stage.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "shared/os/instance_lock.h"
#include "shared/rpc/find_daemon.h"
#include "tests/integration/wait.h"

namespace afar::test {
namespace {

namespace fs = std::filesystem;

// Below /tmp whatever TMPDIR says: the path of a socket has 107 bytes at most.
std::string make_home() {
  std::string name = "/tmp/stage-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot create " + name);
  for (const char* folder : {"run", "state", "config", "project"}) {
    fs::create_directory(fs::path(name) / folder);
    fs::permissions(fs::path(name) / folder, fs::perms::owner_all);
  }
  return name;
}

ChildEnvironment persons_environment(const std::string& home) {
  return ChildEnvironment({{"HOME", home},
                           {"PATH", "/usr/local/bin:/usr/bin:/bin"},
                           {"LANG", "C.UTF-8"},
                           {"XDG_RUNTIME_DIR", home + "/run"},
                           {"XDG_STATE_HOME", home + "/state"},
                           {"XDG_CONFIG_HOME", home + "/config"}});
}

// A thousand hooks have three sockets each.
void raise_descriptor_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

std::string executable(const std::string& name) { return std::string(AFAR_BIN_DIR) + "/" + name; }

Stage::Stage(const std::string& state_home)
    : home_(make_home()),
      environment_(persons_environment(home_).with(
          {{"XDG_STATE_HOME", state_home.empty() ? home_ + "/state" : state_home}})) {
  adopt_orphans();
  raise_descriptor_limit();
  std::signal(SIGPIPE, SIG_IGN);
}

Stage::~Stage() {
  daemon_.reset();
  if (const pid_t left = living_daemon()) {
    ::kill(left, SIGKILL);
    // A child of ours once whoever started it has ended; no child any more is as good.
    ::waitpid(left, nullptr, 0);
  }
  expect_clean_logs();
  std::error_code ignored;
  fs::remove_all(home_, ignored);
}

Paths Stage::paths() const {
  return find_paths([this](std::string_view name) -> std::optional<std::string> {
    try {
      return environment_.at(std::string(name));
    } catch (const std::out_of_range&) {
      return std::nullopt;
    }
  });
}

ChildEnvironment Stage::agent_environment(bool interactive) const {
  return environment_.with({{"CLAUDECODE", "1"},
                            {"AI_AGENT", "claude-code_2-1-332_harness"},
                            {"CLAUDE_CODE_ENTRYPOINT", interactive ? "cli" : "sdk-cli"},
                            {"CLAUDE_PROJECT_DIR", home_ + "/project"},
                            {"ANTHROPIC_API_KEY", "a-secret-of-the-agent"}});
}

void Stage::launch_daemon(const std::vector<std::string>& options,
                          std::vector<std::string> wrapper) {
  const std::string log = home_ + "/afard.log";
  const UniqueFd err(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  std::vector<std::string> argv = std::move(wrapper);
  argv.push_back(executable("afard"));
  argv.insert(argv.end(), options.begin(), options.end());
  daemon_ = std::make_unique<Process>(argv, environment_.strings(), Streams{-1, -1, err.get()});
}

void Stage::start_daemon(const std::vector<std::string>& options) {
  launch_daemon(options);
  // It listens first, and then says so in the lock.
  ASSERT_TRUE(until("afard takes connections", [&] {
    return living_daemon() == daemon_->pid() &&
           rpc::connect_to_daemon(paths(), kGuard).status == ConnectStatus::kConnected;
  }));
}

Exit Stage::end_daemon(int signal) {
  daemon_->signal(signal);
  const Exit exit = daemon_->wait();
  daemon_.reset();
  return exit;
}

pid_t Stage::living_daemon() const {
  const auto holder = holder_of(paths().lock);
  if (!holder) return 0;
  // Its number alone may be another process's by now. The lock itself is not tried: a daemon that
  // starts at this moment would find it held.
  std::error_code none;
  const fs::path program = "/proc/" + std::to_string(holder->pid) + "/exe";
  if (fs::read_symlink(program, none) != executable("afard")) return 0;
  return static_cast<pid_t>(holder->pid);
}

void Stage::expect_clean_logs() const {
  for (const auto& log : {home_ + "/afard.log", paths().state_dir + "/afard.log"}) {
    std::ostringstream text;
    text << std::ifstream(log).rdbuf();
    // What the daemon says of a defect of its own, and what sanitizers say.
    for (const char* bad : {"defect:", "runtime error:", "Sanitizer"}) {
      EXPECT_EQ(text.str().find(bad), std::string::npos) << bad << " stands in the daemon's log";
    }
    if (::testing::Test::HasFailure()) std::cerr << "--- " << log << "\n" << text.str() << "---\n";
  }
}

}  // namespace afar::test
