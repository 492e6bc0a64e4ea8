// Goal: whatever a client writes gets the answer that JSON-RPC and MCP have for it, on standard
// output nothing else stands, and the end of its input ends the server. Method: the real afar-mcp,
// lines in and lines out.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "shared/rpc/limits.h"
#include "tests/unit/hook/hook_process.h"

namespace afar::mcp {
namespace {

using hook::HookProcess;
using hook::TemporaryFolder;
using nlohmann::json;
using ::testing::HasSubstr;

struct Talk {
  std::vector<json> lines;
  std::string err;
  int exit_code = -1;
};

Talk talk(const std::string& input, const std::vector<std::string>& arguments = {"--no-start"}) {
  const TemporaryFolder home;
  HookProcess server(home, arguments, input, {}, std::string(AFAR_BIN_DIR) + "/afar-mcp");
  const HookProcess::Ended ended = server.wait();
  Talk said{{}, ended.err, ended.exit_code};
  std::istringstream out(ended.out);
  for (std::string line; std::getline(out, line);) {
    const json message = json::parse(line, nullptr, false);
    EXPECT_TRUE(message.is_object() && message.value("jsonrpc", "") == "2.0") << line;
    said.lines.push_back(message);
  }
  return said;
}

std::string request(const std::string& id, const std::string& method,
                    const std::string& params = "{}") {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" + params +
         "}\n";
}

// The one line for one line, from a server that then ends as it should.
json reply_to(const std::string& line) {
  const Talk said = talk(line);
  EXPECT_EQ(said.exit_code, 0);
  if (said.lines.size() != 1) {
    ADD_FAILURE() << said.lines.size() << " lines for " << line.substr(0, 200);
    return {};
  }
  return said.lines[0];
}

TEST(McpProtocol, AClientIsWelcomedAndToldTheTools) {
  const Talk said = talk(request("0", "initialize",
                                 R"({"protocolVersion":"2025-06-18","capabilities":{},)"
                                 R"("clientInfo":{"name":"t","version":"1"}})") +
                         R"({"jsonrpc":"2.0","method":"notifications/initialized"})" + "\n" +
                         request("\"a\"", "ping") + request("2", "tools/list"));
  EXPECT_EQ(said.exit_code, 0);
  EXPECT_EQ(said.err, "");
  ASSERT_EQ(said.lines.size(), 3u);
  EXPECT_EQ(said.lines[0].at("id"), 0);
  EXPECT_EQ(said.lines[0].at("result").at("protocolVersion"), "2025-06-18");
  EXPECT_EQ(said.lines[1], (json{{"jsonrpc", "2.0"}, {"id", "a"}, {"result", json::object()}}));
  const json& tool = said.lines[2].at("result").at("tools").at(0);
  EXPECT_EQ(tool.at("name"), "permission_prompt");
  EXPECT_EQ(tool.at("inputSchema").at("type"), "object");
  EXPECT_EQ(tool.at("inputSchema").at("required"), (json{"tool_name", "input"}));
}

TEST(McpProtocol, WhatItCannotDoIsAnError) {
  struct Case {
    const char* what;
    std::string line;
    int code;
    json id;
  };
  const auto call = [](const std::string& params) { return request("7", "tools/call", params); };
  for (const auto& each : std::vector<Case>{
           {"a newer client's probe", request("\"probe\"", "server/discover"), -32601, "probe"},
           {"a method", request("7", "resources/list"), -32601, 7},
           {"a tool", call(R"({"name":"no_such_tool","arguments":{}})"), -32602, 7},
           {"no tool", call("{}"), -32602, 7},
           {"a tool that is no name", call(R"({"name":7})"), -32602, 7},
           {"arguments", call(R"({"name":"permission_prompt","arguments":[]})"), -32602, 7},
           {"params", call("[1]"), -32602, 7},
           {"no JSON", "hello\n", -32700, nullptr},
           {"half a message", "{\"jsonrpc\":\"2.0\",\n", -32700, nullptr},
           {"a number", "7\n", -32600, nullptr},
           {"an empty batch", "[]\n", -32600, nullptr},
           {"another version", "{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"ping\"}\n", -32600, 7},
           {"an id that is none", "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}\n", -32600,
            nullptr},
           {"nesting", std::string(100, '[') + std::string(100, ']') + "\n", -32004, nullptr},
           {"deep arguments",
            call(R"({"name":"permission_prompt","arguments":)" + std::string(50'000, '[') +
                 std::string(50'000, ']') + "}"),
            -32004, nullptr},
       }) {
    SCOPED_TRACE(each.what);
    const json reply = reply_to(each.line);
    EXPECT_EQ(reply.at("error").at("code"), each.code) << reply;
    EXPECT_EQ(reply.at("id"), each.id) << reply;
  }
}

TEST(McpProtocol, WhatNeedsNoAnswerGetsNone) {
  for (const char* line :
       {"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
        "cancelled\",\"params\":{\"requestId\":9}}\n",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":[9]}\n",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}\n",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/no_such\"}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":1,\"message\":\"m\"}}\n", "\n", "  \t\n",
        "\r\n", "", "no newline"}) {
    const Talk said = talk(line);
    EXPECT_TRUE(said.lines.empty()) << line;
    EXPECT_EQ(said.exit_code, 0) << line;
  }
}

// Revision 2025-03-26 has batches, and Windows has carriage returns.
TEST(McpProtocol, SeveralMessagesMayCome) {
  const Talk batch = talk(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},7,)"
                          R"({"jsonrpc":"2.0","id":2,"method":"ping"}])"
                          "\r\n" +
                          request("3", "ping"));
  ASSERT_EQ(batch.lines.size(), 4u);
  EXPECT_EQ(batch.lines[0].at("id"), 1);
  EXPECT_EQ(batch.lines[1].at("error").at("code"), -32600);
  EXPECT_EQ(batch.lines[2].at("id"), 2);
  EXPECT_EQ(batch.lines[3].at("id"), 3);
}

TEST(McpProtocol, TooManyMessagesInOneLineAreNone) {
  std::string batch = "[";
  for (int i = 0; i < 1000; ++i) batch += "7,";
  EXPECT_EQ(reply_to(batch + "7]\n").at("error").at("code"), -32600);
}

// Fields of another type than they should have are fields that are not there.
TEST(McpProtocol, AClientMayDescribeItselfOddly) {
  for (const char* params : {R"({"clientInfo":7})", R"({"clientInfo":{"name":7}})",
                             R"({"clientInfo":[],"protocolVersion":{}})", "null"}) {
    EXPECT_TRUE(reply_to(request("1", "initialize", params)).contains("result")) << params;
  }
}

TEST(McpProtocol, ALoneSurrogateIsJson) {
  EXPECT_EQ(reply_to(request("1", "ping", R"({"a":"\ud83d"})")).at("result"), json::object());
}

TEST(McpProtocol, AMessageOverTheLimitEndsIt) {
  const Talk said = talk(request("1", "ping") + std::string(rpc::kMessageBytesMax + 1, 'x'));
  ASSERT_EQ(said.lines.size(), 2u);
  EXPECT_EQ(said.lines[0].at("id"), 1);
  EXPECT_EQ(said.lines[1].at("error").at("code"), -32004);
  EXPECT_EQ(said.exit_code, 1);
  EXPECT_THAT(said.err, HasSubstr("afar-mcp: "));
}

TEST(McpProtocol, WrongOptionsSayNothingOnStandardOutput) {
  const Talk said = talk("", {"--nonsense"});
  EXPECT_TRUE(said.lines.empty());
  EXPECT_EQ(said.exit_code, 1);
  EXPECT_THAT(said.err, HasSubstr("--help"));
}

}  // namespace
}  // namespace afar::mcp
