// A stage whose people are in Telegram: ann answers, in her private chat or the team's group.
#pragma once
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/integration/agent.h"
#include "tests/integration/stage.h"
#include "tests/integration/telegram_stub.h"

namespace afar::test {

class TelegramTest : public ::testing::Test {
 protected:
  static constexpr std::int64_t kAnn = 1001;
  static constexpr std::int64_t kBea = 1002;  // nobody has heard of her
  static constexpr std::int64_t kTeam = -1001234;

  TelegramTest();
  ~TelegramTest() override;

  // Changes the configuration before it is written.
  using Change = std::function<void(nlohmann::json&)>;
  void start(const Change& change = [](nlohmann::json&) {});
  void start_again();
  nlohmann::json status();

  // An agent that asks "Which color?" (Red, Blue) and waits for it.
  Hook ask(const std::string& call = "toolu_1");
  Hook ask_with(const Event& event);
  // The id of the only dialog that is open.
  std::string only_open();
  // The card in ann's chat, as it stands once all of these words are on it.
  nlohmann::json card(const std::vector<std::string>& has, std::int64_t chat = kAnn);

  TelegramStub stub_;
  Stage stage_;
  std::optional<Agent> agent_;
};

// What the hook told the agent.
std::string told(Hook& hook);

}  // namespace afar::test
