// Goal: whatever comes over the socket is answered by an error that names it, and disturbs nobody
// else. Method: everything that no honest client says, while a hook waits and a person watches.
#include <gmock/gmock.h>

#include "shared/rpc/limits.h"
#include "tests/integration/agent.h"
#include "tests/integration/raw_connection.h"
#include "tests/unit/shared/sample.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr const char* kPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";

class WireTest : public ::testing::Test {
 protected:
  void SetUp() override {
    stage_.start_daemon();
    hook_.emplace(agent_.hook(before("s-0", "toolu_0")));
    person_.emplace(stage_.connect());
    id_ = person_->until_open(1).at(0).at("id");
    watch_ = person_->client().start("dialog.wait", {{"id", id_}});
  }
  // The hook and the watcher have felt nothing.
  void TearDown() override {
    EXPECT_FALSE(hook_->has_ended());
    Operator other = stage_.connect();
    EXPECT_EQ(other.counter("failed_turns"), 0u);
    other.answer(id_, {"o2"});
    EXPECT_EQ(hook_->end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
    const auto told = person_->client().wait(std::chrono::steady_clock::now() + kGuard);
    ASSERT_TRUE(told);
    EXPECT_EQ(told->id, watch_);
    EXPECT_EQ(told->body->at("state"), "answered");
  }
  static std::string ping_of_size(std::size_t size) {
    const std::string start = R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":")";
    const std::string end = "\"}}";
    return start + std::string(size - start.size() - end.size(), 'x') + end;
  }
  static std::string kind_of(const json& reply) {
    return reply.contains("error") ? reply["error"]["data"].value("kind", "none") : "";
  }

  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
  std::optional<Hook> hook_;
  std::optional<Operator> person_;
  std::string id_;
  std::string watch_;
};

TEST_F(WireTest, AHalfLineThatEndsIsNoMessage) {
  const std::string whole =
      rpc::request_line("1", "initialize", rpc::initialize_params("test", "hook", true)) +
      rpc::request_line("2", "dialog.open", sample::open_request());
  {
    RawConnection connection(stage_.paths());
    connection.send(whole.substr(0, whole.size() - 1));
    EXPECT_TRUE(connection.line().contains("result"));
  }
  RawConnection(stage_.paths()).send("{\"jsonrpc");
  Operator other = stage_.connect();
  ASSERT_TRUE(until("both are gone", [&] { return other.counter("connections") == 3; }));
  EXPECT_EQ(other.counter("opened"), 1u);
}

TEST_F(WireTest, AMessageMayComeByteByByte) {
  RawConnection connection(stage_.paths());
  connection.initialize("operator");
  for (const char byte : std::string(kPing) + "\r\n") connection.send({&byte, 1});
  EXPECT_EQ(connection.line(), json({{"jsonrpc", "2.0"}, {"id", 1}, {"result", json::object()}}));
}

TEST_F(WireTest, ManyMessagesMayComeAtOnce) {
  RawConnection connection(stage_.paths());
  std::string all =
      rpc::request_line("0", "initialize", rpc::initialize_params("test", "operator", false));
  for (int i = 1; i <= 500; ++i)
    all += rpc::request_line(std::to_string(i), "ping", json::object());
  connection.send(all);
  for (int i = 0; i <= 500; ++i) ASSERT_EQ(connection.line().at("id"), i);
}

TEST_F(WireTest, ALineWithoutEndIsRefusedAndCutOff) {
  RawConnection connection(stage_.paths());
  connection.initialize("operator");
  const std::string megabyte(1u << 20, 'x');
  bool taken = true;
  for (int i = 0; i < 20 && taken; ++i) taken = connection.send(megabyte);
  EXPECT_FALSE(taken) << "20 MiB were taken";
  EXPECT_EQ(connection.error_kind(), "too_large");
  EXPECT_EQ(connection.read_to_end(), 0u);
}

TEST_F(WireTest, TheLimitOfALineIsExact) {
  RawConnection connection(stage_.paths());
  connection.initialize("operator");
  EXPECT_TRUE(connection.ask(ping_of_size(rpc::kMessageBytesMax)).contains("result"));
  connection.send(ping_of_size(rpc::kMessageBytesMax + 1) + "\n");
  EXPECT_EQ(connection.error_kind(), "too_large");
  EXPECT_EQ(connection.read_to_end(), 0u) << "refused, and carried out as well";
}

// Given back with its answers and its outcome it must still fit into one message, or nobody could
// list what is open any more.
TEST_F(WireTest, TheLargestDialogCanStillBeListedAndAnswered) {
  RawConnection connection(stage_.paths());
  connection.initialize("hook");
  json request = sample::open_request();
  request["wait"] = "outcome";
  request["kind"] = "user_question";
  request["phase"] = "before";
  request["origin"]["interactive"] = false;
  request["body"] = "";
  const std::size_t rest = rpc::request_line("1", "dialog.open", request).size() - 1;
  request["body"] = std::string(rpc::kOpenBytesMax + 1 - rest, 'x');
  EXPECT_EQ(kind_of(connection.ask(rpc::request_line("1", "dialog.open", request))), "too_large");
  // Quotes are twice as long on the wire.
  request["body"] = std::string((rpc::kOpenBytesMax - rest) / 2, '"');
  const json opened = connection.ask(rpc::request_line("1", "dialog.open", request));
  ASSERT_EQ(opened.value("method", ""), "dialog.opened") << opened.dump().substr(0, 500);
  Operator other = stage_.connect();
  EXPECT_TRUE(other.call("dialog.list").is_object());
  const json answers = {{"q1", {{"options", {"o1"}}}},
                        {"q2", {{"text", std::string(200 * 1024, '\x01')}}}};
  const json answered =
      other.call("dialog.answer", {{"id", opened["params"]["id"]}, {"answers", answers}});
  EXPECT_EQ(answered.at("complete"), true);
}

TEST_F(WireTest, DeepNestingIsRefusedAndTheConnectionStays) {
  RawConnection connection(stage_.paths());
  connection.initialize("operator");
  for (const std::size_t levels : {std::size_t{64}, std::size_t{200'000}}) {
    const json reply = connection.ask(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":)" +
                                      std::string(levels, '[') + std::string(levels, ']') + "}");
    EXPECT_EQ(kind_of(reply), "too_large") << levels;
  }
  EXPECT_EQ(kind_of(connection.ask(std::string(200'000, '{'))), "too_large");
  EXPECT_TRUE(connection.ask(kPing).contains("result"));
}

TEST_F(WireTest, WhatIsNoMessageIsRefusedAndTheConnectionStays) {
  RawConnection connection(stage_.paths());
  connection.initialize("operator");
  const std::vector<std::pair<std::string, std::string>> lines{
      {"hello", "parse_error"},
      {"{", "parse_error"},
      {"GET / HTTP/1.1", "parse_error"},
      {"\xFF\xFE", "parse_error"},
      {std::string("\0", 1), "parse_error"},
      {std::string(kPing) + '\0' + "{", "parse_error"},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\x01\"}", "parse_error"},
      {R"({"jsonrpc":"2.0","id":1,"method":"\ud800"})", "parse_error"},
      {"7", "invalid_request"},
      {"[]", "invalid_request"},
      {"[" + std::string(kPing) + "," + kPing + "]", "invalid_request"},
      {"{}", "invalid_request"},
      {R"({"id":1,"method":"ping"})", "invalid_request"},
      {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", "invalid_request"},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", "invalid_request"},
      {R"({"jsonrpc":"2.0","id":[1],"method":"ping"})", "invalid_request"},
      {R"({"jsonrpc":"2.0","id":1,"method":5})", "invalid_request"},
      {R"({"jsonrpc":"2.0","id":1,"method":"no.such.method"})", "unknown_method"},
      {R"({"jsonrpc":"2.0","id":1,"method":""})", "unknown_method"},
      {R"({"jsonrpc":"2.0","id":1,"method":"dialog.get","params":[]})", "invalid_params"},
      {R"({"jsonrpc":"2.0","id":1,"method":"dialog.get","params":"tbxkq"})", "invalid_params"},
      {R"({"jsonrpc":"2.0","id":1,"method":"dialog.get","params":{}})", "invalid_params"},
      {R"({"jsonrpc":"2.0","id":1,"method":"dialog.get","params":{"id":"nope"}})", "not_found"},
      {R"({"jsonrpc":"2.0","id":1,"method":"dialog.get","params":{"id":"zzzzz"}})", "not_found"}};
  for (const auto& [line, kind] : lines) {
    const json reply = connection.ask(line);
    EXPECT_EQ(kind_of(reply), kind) << line << ": " << reply;
    EXPECT_FALSE(reply["error"]["message"].get<std::string>().empty());
  }
  EXPECT_TRUE(connection.ask(kPing).contains("result"));
}

TEST_F(WireTest, WhatNeedsNoAnswerGetsNone) {
  RawConnection connection(stage_.paths());
  connection.initialize("operator");
  for (const char* line :
       {"", "\r", R"({"jsonrpc":"2.0","method":"no.such.notification"})",
        R"({"jsonrpc":"2.0","method":"ping"})", R"({"jsonrpc":"2.0","id":7,"result":{}})",
        R"({"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}})"}) {
    connection.send(std::string(line) + "\n");
  }
  EXPECT_EQ(connection.ask(R"({"jsonrpc":"2.0","id":"last","method":"ping"})").at("id"), "last");
}

TEST_F(WireTest, IdsComeBackAsTheyWere) {
  RawConnection connection(stage_.paths());
  connection.initialize("operator");
  for (const char* id :
       {"0", "-7", "9223372036854775807", "\"\"", R"("a \"b\" \n")", "\"\u65e5\""}) {
    for (const char* method : {"ping", "no.such.method"}) {
      const json reply = connection.ask(std::string(R"({"jsonrpc":"2.0","id":)") + id +
                                        R"(,"method":")" + method + "\"}");
      EXPECT_EQ(reply.at("id"), json::parse(id)) << reply;
    }
  }
}

TEST_F(WireTest, TheFirstCallIsInitialize) {
  RawConnection connection(stage_.paths());
  for (const char* method : {"ping", "dialog.list", "dialog.open", "shutdown", "status"}) {
    const json reply = connection.ask(rpc::request_line("1", method, json::object()));
    EXPECT_EQ(kind_of(reply), "invalid_request") << method;
  }
  connection.initialize("operator");
  EXPECT_TRUE(connection.ask(kPing).contains("result"));
}

TEST_F(WireTest, AnotherProtocolIsRefusedByBothNumbers) {
  for (const int protocol : {0, 2, -1, 1000000}) {
    RawConnection connection(stage_.paths());
    json params = rpc::initialize_params("test", "operator", false);
    params["protocol"] = protocol;
    const json reply = connection.ask(rpc::request_line("1", "initialize", params));
    EXPECT_EQ(kind_of(reply), "invalid_params");
    EXPECT_THAT(reply["error"]["message"].get<std::string>(), HasSubstr("protocol 1"));
    EXPECT_THAT(reply["error"]["message"].get<std::string>(), HasSubstr(std::to_string(protocol)));
    EXPECT_EQ(kind_of(connection.ask(kPing)), "invalid_request") << "it counted nevertheless";
  }
}

TEST_F(WireTest, AFirstCallThatFailsGivesNoRole) {
  const std::vector<std::pair<const char*, json>> wrong{
      {"protocol", "1"},    {"protocol", nullptr},
      {"protocol", 1.0},    {"role", "root"},
      {"role", 5},          {"role", nullptr},
      {"role", ""},         {"from_agent", 1},
      {"from_agent", "no"}, {"from_agent", json::object()}};
  for (const auto& [field, value] : wrong) {
    RawConnection connection(stage_.paths());
    json params = rpc::initialize_params("test", "operator", false);
    params[field] = value;
    const json reply = connection.ask(rpc::request_line("1", "initialize", params));
    EXPECT_EQ(kind_of(reply), "invalid_params") << field << " " << value;
    EXPECT_EQ(kind_of(connection.ask(kPing)), "invalid_request") << field << " " << value;
  }
}

// Two calls under one id could not be told apart, and neither of them be let go.
TEST_F(WireTest, AnIdThatWaitsAlreadyIsRefused) {
  RawConnection connection(stage_.paths());
  connection.initialize("hook");
  json first = sample::open_request();
  first["wait"] = "outcome";
  first["kind"] = "user_question";
  first["origin"]["interactive"] = false;
  first["phase"] = "before";
  json second = first;
  second["origin"]["call"] = "another";
  const json opened = connection.ask(rpc::request_line("5", "dialog.open", first));
  ASSERT_EQ(opened.value("method", ""), "dialog.opened") << opened;
  EXPECT_EQ(kind_of(connection.ask(rpc::request_line("5", "dialog.open", second))),
            "invalid_request");
  Operator other = stage_.connect();
  other.call("dialog.cancel", {{"id", opened["params"]["id"]}});
  EXPECT_EQ(connection.line().at("id"), 5);
}

// Nobody could be told its outcome.
TEST_F(WireTest, AnOpenWithoutAnIdOpensNothing) {
  RawConnection connection(stage_.paths());
  connection.initialize("hook");
  for (int i = 0; i < 2; ++i) {
    connection.send(rpc::notification_line("dialog.open", sample::open_request()));
  }
  EXPECT_TRUE(connection.ask(kPing).contains("result"));
  EXPECT_EQ(stage_.connect().counter("opened"), 1u);
}

}  // namespace
}  // namespace afar::test
