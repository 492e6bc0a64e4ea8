#include "tests/integration/plugin_seat.h"

#include <gtest/gtest.h>

namespace afar::test {

using nlohmann::json;

namespace {

json result(const json& request, const json& of) {
  return {{"jsonrpc", "2.0"}, {"id", request.at("id")}, {"result", of}};
}

}  // namespace

json reply_tool(bool with_chat_id) {
  json properties = {{"text", {{"type", "string"}}}};
  if (with_chat_id) properties["chat_id"] = {{"type", "string"}};
  return {
      {{"name", "react"}, {"inputSchema", {{"type", "object"}}}},
      {{"name", "reply"},
       {"inputSchema", {{"type", "object"}, {"properties", properties}, {"required", {"text"}}}}}};
}

PluginRun::PluginRun(ProgramRun run, const PluginKind& kind) : run_(std::move(run)) {
  initialize_ = run_.line();
  EXPECT_EQ(initialize_.at("method"), "initialize");
  json experimental = json::object();
  for (const auto& form : kind.forms) experimental[form] = json::object();
  json capabilities = {{"experimental", experimental}};
  if (!kind.tools.is_null()) capabilities["tools"] = json::object();
  run_.say(result(initialize_, {{"protocolVersion", "2025-06-18"},
                                {"capabilities", capabilities},
                                {"serverInfo", {{"name", "test"}, {"version", "1"}}}}));
  EXPECT_EQ(run_.line().at("method"), "notifications/initialized");
  if (kind.tools.is_null()) return;
  const json list = run_.line();
  EXPECT_EQ(list.at("method"), "tools/list");
  run_.say(result(list, {{"tools", kind.tools}}));
}

json PluginRun::notified(const std::string& method) {
  for (;;) {
    const json message = run_.line();
    if (message.is_null()) return message;
    if (message.value("method", "") == method) return message.at("params");
    if (message.value("method", "") == "tools/call") run_.say(result(message, json::object()));
  }
}

json PluginRun::replied(bool fails) {
  const json call = run_.line_where("method", "tools/call");
  if (call.is_null()) return call;
  EXPECT_EQ(call.at("params").at("name"), "reply");
  run_.say(result(call, {{"content", {{{"type", "text"}, {"text", "sent"}}}}, {"isError", fails}}));
  return call.at("params").at("arguments");
}

void PluginRun::notify(const std::string& what, const json& params) {
  run_.say(
      {{"jsonrpc", "2.0"}, {"method", "notifications/claude/channel" + what}, {"params", params}});
}

void PluginRun::write(const std::string& text, const json& meta) {
  notify("", {{"content", text}, {"meta", meta}});
}

}  // namespace afar::test
