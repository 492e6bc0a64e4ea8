// Telegram as a person in a chat sees it: the stub of its Bot API as a process, and what the people
// in its chats do (tests/surfaces/telegram/people.mjs).
#pragma once
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "shared/os/fd.h"
#include "tests/integration/process.h"

namespace afar::test {

class TelegramStub {
 public:
  static constexpr char kToken[] = "7000000003:AAFakeTokenForTheSurfacesTests_0123456";

  TelegramStub();

  std::string base() const { return "http://127.0.0.1:" + std::to_string(port_); }
  // POST /control/NAME; a failure of the test (and null) where it says that this cannot be.
  nlohmann::json control(const std::string& name, const nlohmann::json& params = {});

  // The newest message of the bot in a chat that fits, as soon as there is one.
  nlohmann::json wait(std::int64_t chat, nlohmann::json fits);
  // A tap on a button by its label, or by `data`; gives what it was answered with.
  nlohmann::json tap(std::int64_t chat, std::int64_t person, const nlohmann::json& message,
                     const std::string& label);
  nlohmann::json tap_with(std::int64_t chat, std::int64_t person, const nlohmann::json& message,
                          const std::string& data);
  // Writes something; as a reply where `reply_to` is a message.
  void say(std::int64_t chat, std::int64_t person, const std::string& text,
           const nlohmann::json& reply_to = {});
  // Waits until the bot has read all that was done.
  void until_read();
  std::size_t count_calls(const std::string& method);

 private:
  nlohmann::json toast(const nlohmann::json& query);

  UniqueFd in_;
  std::unique_ptr<Process> process_;
  int port_ = 0;
};

}  // namespace afar::test
