#include "tests/integration/mcp_server.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

#include "tests/integration/wait.h"

namespace afar::test {

using nlohmann::json;

McpServer::McpServer(Agent& agent, const std::string& session,
                     const std::vector<std::string>& options,
                     const std::map<std::string, std::string>& variables)
    : agent_(agent) {
  SocketPair in(SOCK_STREAM);
  SocketPair out(SOCK_STREAM);
  std::vector<std::string> argv{executable("afar-mcp")};
  argv.insert(argv.end(), options.begin(), options.end());
  std::map<std::string, std::string> all{{"CLAUDE_CODE_SESSION_ID", session}};
  all.insert(variables.begin(), variables.end());
  pid_ = agent.start(argv, {in.theirs.get(), out.theirs.get(), STDERR_FILENO}, all);
  in_ = std::move(in.ours);
  out_ = std::move(out.ours);
  send({{"jsonrpc", "2.0"},
        {"id", "hello"},
        {"method", "initialize"},
        {"params", {{"protocolVersion", "2025-11-25"}, {"clientInfo", {{"name", "test"}}}}}});
  EXPECT_EQ(line().at("result").at("protocolVersion"), "2025-11-25");
  send({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}});
}

McpServer::~McpServer() {
  if (ended_) return;
  ::kill(pid_, SIGKILL);
  agent_.wait_for(pid_);
}

void McpServer::send(const json& message) {
  const std::string text = message.dump() + "\n";
  EXPECT_EQ(::send(in_.get(), text.data(), text.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(text.size()));
}

void McpServer::prompt(int id, const std::string& tool, const nlohmann::ordered_json& input,
                       const std::string& call) {
  const nlohmann::ordered_json message = {
      {"jsonrpc", "2.0"},
      {"id", id},
      {"method", "tools/call"},
      {"params",
       {{"name", "permission_prompt"},
        {"arguments", {{"tool_name", tool}, {"input", input}, {"tool_use_id", call}}},
        {"_meta", {{"claudecode/toolUseId", call}, {"progressToken", id}}}}}};
  const std::string text = message.dump() + "\n";
  EXPECT_EQ(::send(in_.get(), text.data(), text.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(text.size()));
}

json McpServer::line() {
  for (;;) {
    const std::size_t newline = received_.find('\n');
    if (newline != std::string::npos) {
      const std::string text = received_.substr(0, newline);
      received_.erase(0, newline + 1);
      return json::parse(text);
    }
    char bytes[65536];
    const ssize_t got =
        until_readable(out_.get()) ? ::read(out_.get(), bytes, sizeof bytes) : ssize_t(0);
    if (got <= 0) {
      ADD_FAILURE() << "afar-mcp says nothing more";
      return nullptr;
    }
    received_.append(bytes, static_cast<std::size_t>(got));
  }
}

json McpServer::answer_to(int id) {
  const json reply = line();
  if (!reply.is_object() || reply.at("id") != id || !reply.contains("result")) {
    ADD_FAILURE() << "not the result of " << id << ": " << reply;
    return json::object();
  }
  return json::parse(reply.at("result").at("content").at(0).at("text").get<std::string>());
}

void McpServer::expect_silence_and_life() {
  send({{"jsonrpc", "2.0"}, {"id", "alive"}, {"method", "ping"}});
  const json reply = line();
  EXPECT_EQ(reply, (json{{"jsonrpc", "2.0"}, {"id", "alive"}, {"result", json::object()}}));
}

Exit McpServer::end() {
  const Exit exit = agent_.wait_for(pid_);
  ended_ = true;
  return exit;
}

}  // namespace afar::test
