#include "tests/integration/telegram_stage.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace afar::test {
namespace {

using nlohmann::json;

void write_private(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  ::chmod(path.c_str(), 0600);
}

std::string whole(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

TelegramTest::TelegramTest() {
  stub_.control("person", {{"id", kAnn}, {"first_name", "Ann"}, {"username", "ann"}});
  stub_.control("person", {{"id", kBea}, {"first_name", "Bea"}});
  stub_.control("chat", {{"id", kAnn}});
  stub_.control("chat",
                {{"id", kTeam}, {"type", "supergroup"}, {"title", "Team"}, {"is_forum", true}});
}

// Whatever the test was about: the token stands nowhere but in its own file.
TelegramTest::~TelegramTest() {
  agent_.reset();
  for (const auto& each : std::filesystem::recursive_directory_iterator(stage_.home())) {
    if (!each.is_regular_file() || each.path().filename() == "telegram.token") continue;
    EXPECT_EQ(whole(each.path()).find(TelegramStub::kToken), std::string::npos) << each.path();
  }
}

void TelegramTest::start(const Change& change) {
  write_private(stage_.home() + "/telegram.token", std::string(TelegramStub::kToken) + "\n");
  json config{{"responders", {{"ann", {{"telegram", kAnn}}}}},
              {"surfaces",
               {{"telegram",
                 {{"token_file", stage_.home() + "/telegram.token"},
                  {"api_base", stub_.base()},
                  {"chats", json::array({{{"id", kAnn}}})}}}}}};
  change(config);
  std::ofstream(stage_.home() + "/config.json") << config.dump(1);
  start_again();
}

void TelegramTest::start_again() {
  stage_.launch_daemon({"--config", stage_.home() + "/config.json"},
                       {"/usr/bin/env", "AFAR_RETRY_FIRST_MS=20"});
  stage_.connect();
  if (!agent_) agent_.emplace(stage_, Agent::Kind::kHeadless);
}

json TelegramTest::status() {
  const json all = stage_.connect().call("status");
  for (const auto& surface : all.at("surfaces")) {
    if (surface.at("name") == "telegram") return surface;
  }
  ADD_FAILURE() << "there is no surface telegram in the status";
  return {};
}

Hook TelegramTest::ask(const std::string& call) { return ask_with(before("s-1", call)); }

Hook TelegramTest::ask_with(const Event& event) {
  // Permissions are relayed too. The daemon that is there next is the test's own.
  return agent_->hook(event, {{"--permissions", "--no-start"}, {}});
}

std::string TelegramTest::only_open() {
  return stage_.connect().until_open(1).at(0).at("id").get<std::string>();
}

json TelegramTest::card(const std::vector<std::string>& has, std::int64_t chat) {
  return stub_.wait(chat, {{"has", has}});
}

std::string told(Hook& hook) {
  const HookEnd end = hook.end();
  EXPECT_EQ(end.exit, (Exit{0, 0}));
  EXPECT_EQ(end.err, "");
  return end.out;
}

}  // namespace afar::test
