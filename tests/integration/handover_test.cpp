// Goal: a daemon that a service manager starts takes over from one that a hook started, and hooks
// that wait feel nothing. Method: a socket that this test bound, handed over as systemd does.
#include <gmock/gmock.h>
#include <sys/un.h>

#include <csignal>
#include <cstring>
#include <filesystem>

#include "tests/integration/agent.h"

namespace afar::test {
namespace {

using nlohmann::json;

namespace fs = std::filesystem;

class HandoverTest : public ::testing::Test {
 protected:
  // As a service manager does before anybody connects.
  void bind_socket() {
    const std::string path = stage_.paths().socket;
    fs::create_directories(fs::path(path).parent_path());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    listener_ = UniqueFd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_EQ(::bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address),
              0);
    ASSERT_EQ(::listen(listener_.get(), 128), 0);
  }
  // Descriptor 3, and the number of the process that it is meant for (sd_listen_fds(3)).
  void activate() {
    const std::string script =
        "LISTEN_FDS=1 LISTEN_PID=$$ exec " + executable("afard") + " 3<&0 </dev/null";
    activated_ =
        std::make_unique<Process>(std::vector<std::string>{"/bin/sh", "-c", script},
                                  stage_.environment().strings(), Streams{listener_.get(), -1, -1});
  }
  void until_activated_lives() {
    ASSERT_TRUE(until("the activated daemon has taken over",
                      [&] { return stage_.living_daemon() == activated_->pid(); }));
  }
  void expect_answered(Hook& hook, const char* option, const char* label) {
    Operator person = stage_.connect();
    person.answer(person.until_open(1).at(0).at("id"), {option});
    EXPECT_EQ(hook.end().out, allowed_before(before("", ""), {{"Which color?", label}}));
  }

  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
  UniqueFd listener_;
  std::unique_ptr<Process> activated_;
};

TEST_F(HandoverTest, AnActivatedDaemonServesTheSocketItWasGiven) {
  bind_socket();
  activate();
  until_activated_lives();
  Hook hook = agent_.hook(before("s-1", "toolu_1"));
  expect_answered(hook, "o2", "Blue");
  activated_->signal(SIGTERM);
  EXPECT_EQ(activated_->wait(), (Exit{0, 0}));
  EXPECT_TRUE(fs::is_socket(stage_.paths().socket)) << "it is the service manager's";
}

// The socket is there before the daemon: whoever connects waits for it.
TEST_F(HandoverTest, AHookThatConnectsBeforeTheDaemonRunsIsServed) {
  bind_socket();
  Hook hook = agent_.hook(before("s-1", "toolu_1"));
  activate();
  until_activated_lives();
  expect_answered(hook, "o1", "Red");
}

TEST_F(HandoverTest, WaitingHooksGoOverToTheActivatedDaemon) {
  constexpr std::size_t kHooks = 20;
  stage_.start_daemon({"--socket", stage_.home() + "/run/spawned.sock"});
  std::vector<Hook> hooks;
  for (std::size_t i = 0; i < kHooks; ++i) {
    hooks.push_back(agent_.hook(before("s-" + std::to_string(i), "toolu_1")));
  }
  stage_.connect().until_open(kHooks);
  bind_socket();
  activate();
  EXPECT_EQ(stage_.daemon().wait(), (Exit{0, 0}));
  until_activated_lives();
  Operator person = stage_.connect();
  for (const auto& dialog : person.until_open(kHooks)) {
    const std::string words = "to " + dialog.at("origin").at("session").get<std::string>();
    person.call("dialog.answer",
                {{"id", dialog.at("id")}, {"answers", {{"q1", {{"text", words}}}}}});
  }
  for (std::size_t i = 0; i < kHooks; ++i) {
    EXPECT_EQ(hooks[i].end().out,
              allowed_before(before("", ""), {{"Which color?", "to s-" + std::to_string(i)}}));
  }
  EXPECT_EQ(person.counter("opened"), 0u);
}

}  // namespace
}  // namespace afar::test
