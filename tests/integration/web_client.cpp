#include "tests/integration/web_client.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/integration/wait.h"

namespace afar::test {
namespace {

using nlohmann::json;

std::uint16_t port_of(const Stage& stage) {
  Operator person = stage.connect();
  std::string address;
  EXPECT_TRUE(until("the page is up", [&] {
    const json status = person.call("status");
    for (const auto& surface : status.at("surfaces")) {
      if (surface.at("name") == "web" && surface.at("address").is_string()) {
        address = surface.at("address").get<std::string>();
      }
    }
    return !address.empty();
  }));
  return static_cast<std::uint16_t>(std::stoi("0" + address.substr(address.rfind(':') + 1)));
}

std::string token_of(const Stage& stage) {
  std::string token;
  std::ifstream(stage.paths().web_token) >> token;
  return token;
}

// The body of an answer in chunks; what is not whole is left out.
std::string joined(const std::string& chunks) {
  std::string body;
  std::size_t at = 0;
  while (at < chunks.size()) {
    const std::size_t size = std::stoul("0" + chunks.substr(at), nullptr, 16);
    at = chunks.find("\r\n", at) + 2;
    body += chunks.substr(at, size);
    at += size + 2;
  }
  return body;
}

}  // namespace

json WebReply::json() const {
  auto read = nlohmann::json::parse(body, nullptr, /*allow_exceptions=*/false);
  EXPECT_FALSE(read.is_discarded()) << head << body;
  return read;
}

std::string WebReply::header(const std::string& name) const {
  const std::size_t at = head.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 4;
  return head.substr(begin, head.find("\r\n", begin) - begin);
}

WebClient::WebClient(const Stage& stage) : port_(port_of(stage)), token_(token_of(stage)) {
  EXPECT_FALSE(token_.empty()) << "there is no token in " << stage.paths().web_token;
  with("Authorization", "Bearer " + token_);
}

WebClient WebClient::stranger(const Stage& stage) {
  WebClient client;
  client.port_ = port_of(stage);
  return client;
}

WebClient& WebClient::with(const std::string& name, const std::string& value) {
  std::erase_if(headers_, [&](const auto& header) { return header.first == name; });
  headers_.emplace_back(name, value);
  return *this;
}

std::string WebClient::request(const std::string& method, const std::string& path,
                               const std::string& body, const WebHeaders& more) const {
  WebHeaders headers{{"Host", "127.0.0.1:" + std::to_string(port_)}};
  if (method == "POST") headers.emplace_back("Content-Type", "application/json");
  for (const auto& sources : {headers_, more}) {
    for (const auto& header : sources) {
      std::erase_if(headers, [&](const auto& each) { return each.first == header.first; });
      if (!header.second.empty()) headers.push_back(header);
    }
  }
  std::string text = method + " " + path + " HTTP/1.1\r\nConnection: close\r\n";
  for (const auto& [name, value] : headers) text += name + ": " + value + "\r\n";
  if (method == "POST") text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return text + "\r\n" + body;
}

WebReply WebClient::send(const std::string& method, const std::string& path,
                         const std::string& body, const WebHeaders& more) const {
  RawHttp http(port_);
  http.send(request(method, path, body, more));
  WebReply reply;
  reply.head = http.read_until("\r\n\r\n");
  reply.body = http.read_to_end();
  if (reply.header("Transfer-Encoding") == "chunked") reply.body = joined(reply.body);
  reply.status = reply.head.empty() ? 0 : std::stoi(status_of(reply.head));
  return reply;
}

WebReply WebClient::get(const std::string& path, const WebHeaders& more) const {
  return send("GET", path, "", more);
}

WebReply WebClient::post(const std::string& path, const json& body, const WebHeaders& more) const {
  return send("POST", path, body.dump(), more);
}

WebReply WebClient::log_in(const std::string& link) {
  const std::size_t code = link.find("#login=");
  EXPECT_NE(code, std::string::npos) << link;
  const auto reply = post("/api/login", {{"code", link.substr(code + 7)}});
  const std::string cookie = reply.header("Set-Cookie");
  if (!cookie.empty()) with("Cookie", cookie.substr(0, cookie.find(';')));
  return reply;
}

EventStream::EventStream(const WebClient& client) : http_(client.port()) {
  http_.send(client.request("GET", "/api/events", ""));
  EXPECT_EQ(status_of(http_.read_until("\r\n\r\n")), "200");
}

json EventStream::next() {
  const std::string before = http_.read_until("data: ");
  if (before.empty()) {
    ADD_FAILURE() << "the stream has ended";
    return nullptr;
  }
  const std::string line = http_.read_until("\n\n");
  return json::parse(line, nullptr, /*allow_exceptions=*/false);
}

bool EventStream::ends() {
  http_.read_to_end();
  return http_.has_ended();
}

std::string api(const std::string& id, const std::string& end) {
  return "/api/dialogs/" + id + end;
}

json choosing(const std::string& option, const std::string& question) {
  return {{"answers", {{question, {{"options", {option}}}}}}};
}

}  // namespace afar::test
