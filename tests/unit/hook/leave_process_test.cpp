// Goal: whatever a daemon says or does, the hook lets nothing through that was not answered.
// Method: the real executable, daemons that say every wrong thing, each event that asks for leave,
// side by side.
#include <memory>

#include "fake_daemon.h"
#include "hook_process.h"
#include "support.h"

namespace afar::hook {
namespace {

using nlohmann::json;
using Connection = FakeDaemon::Connection;

struct Daemon {
  std::string name;
  FakeDaemon::Script script;
};

Daemon saying(const std::string& name, const json& result) {
  return {name, [result](Connection& connection, const json& message) {
            if (message.value("method", "") == "dialog.open") connection.reply(message, result);
          }};
}

Daemon sending(const std::string& name, const std::string& bytes) {
  return {name, [bytes](Connection& connection, const json& message) {
            if (message.value("method", "") == "dialog.open") connection.send(bytes);
          }};
}

json allowed() { return {{"q1", {{"options", {"allow"}}, {"text", nullptr}, {"note", nullptr}}}}; }

// An allow as a healthy daemon tells it, with one thing changed.
json answered_but(const std::string& where, const json& value) {
  json result = outcome("answered", allowed());
  result[json::json_pointer(where)] = value;
  return result;
}

std::vector<Daemon> daemons() {
  return {
      {"none", {}},
      {"silent", [](Connection&, const json&) {}},
      {"gone", [](Connection& connection, const json&) { connection.hang_up(); }},
      sending("no JSON", "allow\n"),
      sending("cut", R"({"jsonrpc":"2.0","id":2,"result":{"outcome":{"state":"answered")"
                     "\n"),
      sending("another's", R"({"jsonrpc":"2.0","id":9,"result":{}})"
                           "\n"),
      saying("nothing", nullptr),
      saying("a number", 7),
      saying("a word", "allow"),
      saying("an empty object", json::object()),
      saying("an id alone", {{"id", "tbxkq"}}),
      saying("no answers", outcome("answered", json::object())),
      saying("answers of nobody", answered_but("/answers", nullptr)),
      saying("answers as a list", answered_but("/answers", json::array({"allow"}))),
      saying("an option as a word", answered_but("/answers/q1/options", "allow")),
      saying("options that are numbers", answered_but("/answers/q1/options", {1})),
      saying("two options", answered_but("/answers/q1/options", {"allow", "accept"})),
      saying("an unknown option", answered_but("/answers/q1/options", {"yes"})),
      saying("an empty answer", answered_but("/answers/q1/options", json::array())),
      saying("words alone",
             answered_but("/answers/q1", {{"options", json::array()}, {"text", "allow"}})),
      saying("another question's answer",
             answered_but("/answers", {{"q2", {{"options", {"allow"}}}}})),
      saying("an unknown state", answered_but("/outcome/state", "allowed")),
      saying("no state", answered_but("/outcome/state", nullptr)),
      saying("an answer of nobody", answered_but("/outcome/by", nullptr)),
      saying("an answer of the agent's", answered_but("/outcome/by/kind", "agent")),
      saying("left", answered_but("/outcome/state", "left")),
      saying("expired", answered_but("/outcome/state", "expired")),
      saying("cancelled", answered_but("/outcome/state", "cancelled")),
      saying("denied", answered_but("/outcome/state", "denied")),
  };
}

std::string event_of(const std::string& event, const std::string& tool, const std::string& input) {
  return json{{"session_id", "s1"},       {"cwd", "/p"},
              {"hook_event_name", event}, {"tool_name", tool},
              {"tool_use_id", "toolu_1"}, {"tool_input", json::parse(input)}}
      .dump();
}

// One hook with a daemon of its own.
struct Trial {
  Trial(const Daemon& with, const std::string& input, const std::string& if_unavailable)
      : name(with.name + ", " + if_unavailable + ", " + input) {
    const std::string socket = home.path() + "/s";
    if (with.script) daemon = std::make_unique<FakeDaemon>(socket, with.script);
    hook = std::make_unique<HookProcess>(
        home,
        std::vector<std::string>{"--agent", "claude-code", "--socket", socket, "--no-start",
                                 "--permissions", "--host-timeout", "1", "--if-unavailable",
                                 if_unavailable},
        input);
  }
  TemporaryFolder home;
  std::unique_ptr<FakeDaemon> daemon;
  std::unique_ptr<HookProcess> hook;
  std::string name;
};

TEST(LeaveProcess, NothingIsAllowedByWhateverGoesWrong) {
  const std::string plan = R"({"plan":"# P\n1. x"})";
  const std::vector<std::string> events{
      event_of("PreToolUse", "Bash", R"({"command":"make deploy"})"),
      event_of("PermissionRequest", "Bash", R"({"command":"make deploy"})"),
      event_of("PermissionRequest", "ExitPlanMode", plan),
      event_of("PreToolUse", "ExitPlanMode", plan),
      event_of("PreToolUse", "EnterPlanMode", "{}"),
  };
  for (const auto& event : events) {
    for (const std::string if_unavailable : {"local", "deny", "default"}) {
      // A plan has a default, which the operator asked for here, and which is told as one.
      const bool plan_by_default = event == events[3] && if_unavailable == "default";
      if (plan_by_default) continue;
      std::vector<std::unique_ptr<Trial>> trials;
      for (const auto& daemon : daemons()) {
        trials.push_back(std::make_unique<Trial>(daemon, event, if_unavailable));
      }
      for (const auto& trial : trials) {
        const auto ended = trial->hook->wait();
        SCOPED_TRACE(trial->name + " -> " + ended.out + ended.err);
        EXPECT_EQ(ended.exit_code, 0);
        EXPECT_EQ(ended.out.find("\"allow\""), std::string::npos);
        EXPECT_EQ(ended.out.find("updatedInput"), std::string::npos);
        EXPECT_TRUE(ended.out.empty() || ended.out.find("\"deny\"") != std::string::npos);
      }
    }
  }
}

// That the table would see one.
TEST(LeaveProcess, AWholeAnswerIsALeave) {
  Trial trial(saying("allow", outcome("answered", allowed())),
              event_of("PermissionRequest", "Bash", R"({"command":"make deploy"})"), "local");
  EXPECT_NE(trial.hook->wait().out.find("\"allow\""), std::string::npos);
}

}  // namespace
}  // namespace afar::hook
