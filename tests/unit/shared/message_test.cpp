// Goal: a line is a checked message or is refused with the code that JSON-RPC has for it, and a
// refusal carries the id wherever there is one. Method: tables of lines.
#include "shared/rpc/message.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "shared/rpc/limits.h"

namespace afar::rpc {
namespace {

using nlohmann::json;

Incoming good(const std::string& line) {
  auto parsed = parse_message(line);
  if (const auto* bad = std::get_if<Malformed>(&parsed)) {
    ADD_FAILURE() << line << ": " << bad->why;
    Incoming none;
    none.body = std::make_unique<json>();
    return none;
  }
  return std::move(std::get<Incoming>(parsed));
}

TEST(MessageTest, ReadsTheFourKinds) {
  const Incoming request =
      good(R"({"jsonrpc":"2.0","id":7,"method":"dialog.get","params":{"id":"tbxkq"}})");
  EXPECT_EQ(request.kind, Incoming::Kind::kRequest);
  EXPECT_EQ(request.id, "7");
  EXPECT_EQ(request.method, "dialog.get");
  EXPECT_EQ(*request.body, json({{"id", "tbxkq"}}));
  const Incoming notification = good(R"({"jsonrpc":"2.0","method":"dialog.delivered"})");
  EXPECT_EQ(notification.kind, Incoming::Kind::kNotification);
  EXPECT_EQ(notification.id, "");
  EXPECT_EQ(*notification.body, json::object());
  const Incoming result = good(R"({"jsonrpc":"2.0","id":"a","result":[1]})");
  EXPECT_EQ(result.kind, Incoming::Kind::kResult);
  EXPECT_EQ(result.id, "\"a\"");
  EXPECT_EQ(*result.body, json::array({1}));
  const Incoming error = good(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700}})");
  EXPECT_EQ(error.kind, Incoming::Kind::kError);
  EXPECT_EQ(error.id, "");
}

TEST(MessageTest, UnknownFieldsAreIgnoredAndNullParamsAreNone) {
  const Incoming message =
      good(R"({"x":[{}],"jsonrpc":"2.0","id":1,"method":"ping","params":null,"y":1})");
  EXPECT_EQ(message.kind, Incoming::Kind::kRequest);
  EXPECT_EQ(*message.body, json::object());
}

TEST(MessageTest, IdsAreStringsOrWholeNumbers) {
  const std::vector<std::pair<std::string, std::string>> ids{
      {"0", "0"},
      {"-3", "-3"},
      {"9223372036854775807", "9223372036854775807"},
      {"18446744073709551615", "18446744073709551615"},
      {R"("")", R"("")"},
      {R"("a\"b\n")", R"("a\"b\n")"},
      {R"("\u00e9")", "\"\u00e9\""}};
  for (const auto& [written, read] : ids) {
    EXPECT_EQ(good(R"({"jsonrpc":"2.0","method":"ping","id":)" + written + "}").id, read);
  }
  for (const char* id :
       {"1.0", "1e2", "true", "null", "[1]", R"({"a":1})", "123456789012345678901234567890"}) {
    auto parsed =
        parse_message(R"({"jsonrpc":"2.0","method":"ping","id":)" + std::string(id) + "}");
    const auto* bad = std::get_if<Malformed>(&parsed);
    ASSERT_NE(bad, nullptr) << id;
    EXPECT_EQ(bad->code, ErrorCode::kInvalidRequest) << id;
    EXPECT_EQ(bad->id, "") << id;
  }
}

struct BadLine {
  std::string line;
  ErrorCode code;
  std::string id = "";
};

TEST(MessageTest, EveryMalformedLineIsRefusedByItsOwnCode) {
  const std::string deep_params = std::string(kNestingMax, '[') + std::string(kNestingMax, ']');
  const std::vector<BadLine> lines{
      {"", ErrorCode::kParse},
      {"{", ErrorCode::kParse},
      {"}", ErrorCode::kParse},
      {"nonsense", ErrorCode::kParse},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping")", ErrorCode::kParse},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping"},)", ErrorCode::kParse},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping"}{})", ErrorCode::kParse},
      {R"({'jsonrpc':'2.0'})", ErrorCode::kParse},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":NaN}})", ErrorCode::kParse},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping",})", ErrorCode::kParse},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\nng\"}", ErrorCode::kParse},
      {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\x01ng\"}", ErrorCode::kParse},
      {R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", ErrorCode::kInvalidRequest},
      {"7", ErrorCode::kInvalidRequest},
      {"null", ErrorCode::kInvalidRequest},
      {R"("ping")", ErrorCode::kInvalidRequest},
      {"{}", ErrorCode::kInvalidRequest},
      {R"({"id":1,"method":"ping"})", ErrorCode::kInvalidRequest, "1"},
      {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", ErrorCode::kInvalidRequest, "1"},
      {R"({"jsonrpc":2.0,"id":"x","method":"ping"})", ErrorCode::kInvalidRequest, R"("x")"},
      {R"({"jsonrpc":"2.0","id":1})", ErrorCode::kInvalidRequest, "1"},
      {R"({"jsonrpc":"2.0","id":1,"method":5})", ErrorCode::kInvalidRequest, "1"},
      {R"({"jsonrpc":"2.0","id":1,"method":null})", ErrorCode::kInvalidRequest, "1"},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":)" + deep_params + "}",
       ErrorCode::kTooLarge},
      {std::string(200'000, '['), ErrorCode::kTooLarge}};
  for (const auto& [line, code, id] : lines) {
    auto parsed = parse_message(line);
    const auto* bad = std::get_if<Malformed>(&parsed);
    ASSERT_NE(bad, nullptr) << line.substr(0, 100);
    EXPECT_EQ(bad->code, code) << line.substr(0, 100) << ": " << bad->why;
    EXPECT_EQ(bad->id, id) << line.substr(0, 100);
    EXPECT_FALSE(bad->why.empty());
  }
}

TEST(MessageTest, TextThatIsNotUtf8IsNotJson) {
  for (const char* bytes :
       {"\xFF", "\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80", "a\x80z"}) {
    auto parsed =
        parse_message(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(bytes) + "\"}");
    const auto* bad = std::get_if<Malformed>(&parsed);
    ASSERT_NE(bad, nullptr);
    EXPECT_EQ(bad->code, ErrorCode::kParse);
  }
}

TEST(MessageTest, LoneSurrogatesAreNotJsonAndPairsAre) {
  for (const char* escape : {R"(\ud800)", R"(\udc00)", R"(\ud800\ud800)", R"(\udc00\ud800)"}) {
    auto parsed = parse_message(R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"t":")" +
                                std::string(escape) + "\"}}");
    ASSERT_TRUE(std::holds_alternative<Malformed>(parsed)) << escape;
    EXPECT_EQ(std::get<Malformed>(parsed).code, ErrorCode::kParse) << escape;
  }
  const Incoming pair =
      good(R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"t":"\ud83e\udd8a"}})");
  EXPECT_EQ((*pair.body)["t"], "\xF0\x9F\xA6\x8A");
}

// nlohmann takes a NUL as the end of the text, so that whatever stands behind it would pass unread.
TEST(MessageTest, ANulIsNotJsonWhereverItStands) {
  const std::string message = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  for (std::size_t at = 0; at <= message.size(); ++at) {
    std::string line = message;
    line.insert(at, 1, '\0');
    auto parsed = parse_message(line);
    ASSERT_TRUE(std::holds_alternative<Malformed>(parsed)) << "at " << at;
    EXPECT_EQ(std::get<Malformed>(parsed).code, ErrorCode::kParse) << "at " << at;
  }
  EXPECT_TRUE(std::holds_alternative<Malformed>(parse_message(message + '\0' + "garbage")));
}

TEST(MessageTest, ANulWrittenAsAnEscapeIsText) {
  const Incoming message =
      good(R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"t":"a\u0000b"}})");
  EXPECT_EQ((*message.body)["t"].get<std::string>(), std::string("a\0b", 3));
}

TEST(MessageTest, WhatIsWrittenIsReadBackWithItsId) {
  for (const std::string& id : {std::string("7"), std::string(R"("a b\n")"), std::string("-1")}) {
    const std::string request = request_line(id, "dialog.get", {{"id", "tbxkq"}});
    EXPECT_EQ(request.back(), '\n');
    EXPECT_EQ(request.find('\n'), request.size() - 1);
    const Incoming read = good(request.substr(0, request.size() - 1));
    EXPECT_EQ(read.kind, Incoming::Kind::kRequest);
    EXPECT_EQ(read.id, id);
    EXPECT_EQ(read.method, "dialog.get");
    const Incoming result = good(result_line(id, {{"ok", true}}));
    EXPECT_EQ(result.kind, Incoming::Kind::kResult);
    EXPECT_EQ(result.id, id);
    EXPECT_EQ(*result.body, json({{"ok", true}}));
    const Incoming error = good(error_line(id, ErrorCode::kNotFound, "no"));
    EXPECT_EQ(error.kind, Incoming::Kind::kError);
    EXPECT_EQ(error.id, id);
  }
  EXPECT_EQ(good(notification_line("ping", json::object())).kind, Incoming::Kind::kNotification);
}

TEST(MessageTest, AnErrorWithoutAnIdSaysNull) {
  const json error = json::parse(error_line("", ErrorCode::kParse, "the line is not JSON"));
  EXPECT_TRUE(error.at("id").is_null());
  EXPECT_EQ(error.at("error").at("code"), -32700);
}

TEST(MessageTest, AnErrorCarriesItsKindAndItsData) {
  const json error = json::parse(
      error_line("1", ErrorCode::kAlreadyEnded, "over", {{"dialog", "x"}, {"kind", "mine"}}));
  EXPECT_EQ(error.at("jsonrpc"), "2.0");
  EXPECT_EQ(error.at("error").at("code"), -32002);
  EXPECT_EQ(error.at("error").at("message"), "over");
  EXPECT_EQ(error.at("error").at("data"), json({{"dialog", "x"}, {"kind", "already_ended"}}));
}

// PROTOCOL.md's table: clients switch on these.
TEST(MessageTest, TheErrorsAreThoseOfTheProtocol) {
  const std::vector<std::pair<ErrorCode, std::string>> kinds{
      {ErrorCode::kParse, "parse_error -32700"},
      {ErrorCode::kInvalidRequest, "invalid_request -32600"},
      {ErrorCode::kUnknownMethod, "unknown_method -32601"},
      {ErrorCode::kInvalidParams, "invalid_params -32602"},
      {ErrorCode::kInternal, "internal_error -32603"},
      {ErrorCode::kStorageUnavailable, "storage_unavailable -32000"},
      {ErrorCode::kNotFound, "not_found -32001"},
      {ErrorCode::kAlreadyEnded, "already_ended -32002"},
      {ErrorCode::kNotAllowed, "not_allowed -32003"},
      {ErrorCode::kTooLarge, "too_large -32004"},
      {ErrorCode::kRestarting, "restarting -32005"},
      {ErrorCode::kTooMany, "too_many -32006"},
      {ErrorCode::kInvalidAnswer, "invalid_answer -32007"},
      {ErrorCode::kConfigRejected, "config_rejected -32008"}};
  for (const auto& [code, expected] : kinds) {
    EXPECT_EQ(std::string(to_word(code)) + " " + std::to_string(static_cast<int>(code)), expected);
  }
}

TEST(MessageTest, DumpIsOneLineAndReplacesWhatIsNotUtf8) {
  EXPECT_EQ(dump({{"t", "a\nb"}}), R"({"t":"a\nb"})");
  EXPECT_EQ(dump(json("a\xFFz")), "\"a\xEF\xBF\xBDz\"");
  EXPECT_EQ(dump(json("\xC3")), "\"\xEF\xBF\xBD\"");
  EXPECT_EQ(dump(json("\xED\xA0\x80")).find('\xED'), std::string::npos);
  EXPECT_EQ(dump(json("\u65e5\u672c")), "\"\u65e5\u672c\"");
}

}  // namespace
}  // namespace afar::rpc
