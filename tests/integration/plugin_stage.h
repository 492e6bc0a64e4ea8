// A daemon with one channel plugin, whose place the test takes.
#pragma once
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/integration/agent.h"
#include "tests/integration/plugin_seat.h"

namespace afar::test {

class PluginTest : public ::testing::Test {
 protected:
  // The plugin "chat" of the responder ann, who may what `ann` says.
  void start(const nlohmann::json& more = nlohmann::json::object(),
             const nlohmann::json& ann = nlohmann::json::object()) {
    nlohmann::json plugin = {{"name", "chat"}, {"argv", seat_.argv()}, {"responder", "ann"}};
    plugin.update(more);
    configure(stage_, {{"responders", {{"ann", ann}}}, {"surfaces", {{"plugins", {plugin}}}}});
    stage_.start_daemon();
  }
  // The next run of the plugin, past the handshake.
  PluginRun until_started(const PluginKind& kind) { return {seat_.until_started(), kind}; }
  PluginRun started(const PluginKind& kind) {
    start();
    return until_started(kind);
  }

  // A headless agent asks; its hook waits.
  Hook ask(const Event& event) { return agent().hook(event); }
  Agent& agent() {
    if (!agent_) agent_.emplace(stage_, Agent::Kind::kHeadless);
    return *agent_;
  }
  nlohmann::json status() {
    const nlohmann::json all = stage_.connect().call("status").at("surfaces");
    for (const auto& each : all) {
      if (each.at("name") == "plugin:chat") return each;
    }
    return nullptr;
  }
  nlohmann::json get(const std::string& id) { return stage_.connect().get(id); }
  nlohmann::json until_closed(const std::string& id) { return stage_.connect().until_closed(id); }
  // Until the record has so many lines of this kind about it.
  void until_recorded(const std::string& id, const std::string& kind, long count);

  Stage stage_;
  ProgramSeat seat_{stage_, "chat"};
  std::optional<Agent> agent_;
};

// AskUserQuestion with these questions, each {text, multi-select, labels}.
struct Asking {
  std::string text;
  bool multi_select;
  std::vector<std::string> labels;
};
Event asking_all(const std::vector<Asking>& questions);
// A plan, as an agent without a terminal asks for it.
Event plan_of_headless();
// A permission that the agent asks for.
Event permission_for(const std::string& command);

}  // namespace afar::test
