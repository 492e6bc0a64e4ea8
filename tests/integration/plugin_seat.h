// A channel plugin whose place the test takes: the handshake, and what is said after it.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "tests/integration/program_seat.h"

namespace afar::test {

// What a plugin declares.
struct PluginKind {
  std::vector<std::string> forms;  // "claude/channel/dialog", ..
  nlohmann::json tools = nullptr;  // of tools/list; null: it has none
};
// A reply tool as today's plugins have it.
nlohmann::json reply_tool(bool with_chat_id = true);

class PluginRun {
 public:
  // Answers the handshake.
  PluginRun(ProgramRun run, const PluginKind& kind);

  // The parameters of the next notification of this method; what comes before it is passed over,
  // and calls of the reply tool are answered.
  nlohmann::json notified(const std::string& method);
  // The arguments of the next call of the reply tool.
  nlohmann::json replied(bool fails = false);
  // Sends notifications/claude/channel[/what].
  void notify(const std::string& what, const nlohmann::json& params);
  // What a person writes in the chat.
  void write(const std::string& text, const nlohmann::json& meta = {{"chat_id", "web"}});
  ProgramRun& run() { return run_; }
  const nlohmann::json& initialize() const { return initialize_; }

 private:
  ProgramRun run_;
  nlohmann::json initialize_;
};

}  // namespace afar::test
