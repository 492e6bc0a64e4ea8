#include "tests/integration/telegram_stub.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

#include "tests/integration/wait.h"

extern char** environ;

namespace afar::test {
namespace {

using nlohmann::json;

constexpr std::size_t kPieceBytes = 65536;

std::string program_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  for (std::size_t at = 0; at <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', at), folders.size());
    const std::string file = folders.substr(at, end - at) + "/" + name;
    if (::access(file.c_str(), X_OK) == 0) return file;
    at = end + 1;
  }
  throw std::runtime_error("there is no " + name + " in PATH");
}

std::vector<std::string> own_environment() {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) all.emplace_back(*each);
  return all;
}

std::string read_to_end(int from, char until) {
  std::string text;
  char bytes[kPieceBytes];
  while (until_readable(from)) {
    const ssize_t got = ::read(from, bytes, sizeof bytes);
    if (got <= 0) break;
    text.append(bytes, static_cast<std::size_t>(got));
    if (until != '\0' && text.find(until) != std::string::npos) break;
  }
  return text;
}

// The body of the answer.
std::string post(int port, const std::string& path, const std::string& body) {
  const UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("the Telegram stub takes no connection");
  }
  // HTTP/1.0: the answer ends with the connection.
  const std::string request = "POST " + path +
                              " HTTP/1.0\r\nContent-Length: " + std::to_string(body.size()) +
                              "\r\n\r\n" + body;
  for (std::size_t sent = 0; sent < request.size();) {
    const ssize_t wrote =
        ::send(fd.get(), request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
    if (wrote <= 0) throw std::runtime_error("the Telegram stub hangs up");
    sent += static_cast<std::size_t>(wrote);
  }
  const std::string answer = read_to_end(fd.get(), '\0');
  const std::size_t head = answer.find("\r\n\r\n");
  return head == std::string::npos ? "" : answer.substr(head + 4);
}

}  // namespace

TelegramStub::TelegramStub() {
  int in[2];
  int out[2];
  if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) {
    throw std::runtime_error("pipe2 failed");
  }
  const UniqueFd their_in(in[0]);
  in_ = UniqueFd(in[1]);
  const UniqueFd our_out(out[0]);
  UniqueFd their_out(out[1]);
  process_ = std::make_unique<Process>(
      std::vector<std::string>{program_in_path("node"),
                               std::string(AFAR_SOURCE_DIR) + "/tests/surfaces/telegram/stub.mjs",
                               "--token", kToken},
      own_environment(), Streams{their_in.get(), their_out.get(), 2});
  their_out.reset();
  port_ = std::atoi(read_to_end(our_out.get(), '\n').c_str());
  if (port_ == 0) throw std::runtime_error("the Telegram stub does not start");
}

json TelegramStub::control(const std::string& name, const json& params) {
  const std::string answer =
      post(port_, "/control/" + name, (params.is_null() ? json::object() : params).dump());
  const json value = json::parse(answer, nullptr, false);
  if (value.is_discarded() || (value.is_object() && value.contains("error"))) {
    ADD_FAILURE() << name << " " << params << ": " << answer;
    return {};
  }
  return value;
}

json TelegramStub::wait(std::int64_t chat, json fits) {
  fits["chat"] = chat;
  const json found = control("wait", fits);
  if (!found.is_object() || found.at("message").is_null()) {
    ADD_FAILURE() << "no message in chat " << chat << " fits " << fits << "; there are "
                  << control("messages", {{"chat", chat}}).dump(1);
    return {{"message_id", 0}, {"text", ""}, {"labels", json::array()}};
  }
  return found.at("message");
}

json TelegramStub::toast(const json& query) {
  return control("toast", {{"query", query}}).at("answer");
}

json TelegramStub::tap(std::int64_t chat, std::int64_t person, const json& message,
                       const std::string& label) {
  const json tapped = control("press", {{"chat", chat},
                                        {"from", person},
                                        {"message_id", message.at("message_id")},
                                        {"label", label}});
  return tapped.is_null() ? json{{"text", ""}} : toast(tapped.at("query"));
}

json TelegramStub::tap_with(std::int64_t chat, std::int64_t person, const json& message,
                            const std::string& data) {
  const json tapped = control(
      "press",
      {{"chat", chat}, {"from", person}, {"message_id", message.at("message_id")}, {"data", data}});
  return tapped.is_null() ? json{{"text", ""}} : toast(tapped.at("query"));
}

void TelegramStub::say(std::int64_t chat, std::int64_t person, const std::string& text,
                       const json& reply_to) {
  json params{{"chat", chat}, {"from", person}, {"text", text}};
  if (reply_to.is_object()) params["reply_to"] = reply_to.at("message_id");
  control("say", params);
}

void TelegramStub::until_read() {
  EXPECT_TRUE(
      until("all updates are confirmed", [&] { return control("queue").at("updates").empty(); }));
}

std::size_t TelegramStub::count_calls(const std::string& method) {
  return control("calls", {{"method", method}}).at("calls").size();
}

}  // namespace afar::test
