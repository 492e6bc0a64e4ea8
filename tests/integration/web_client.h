// A browser or a script at the web page: requests over HTTP, and the stream of changes.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/integration/stage.h"
#include "tests/unit/net/raw_http.h"

namespace afar::test {

using WebHeaders = std::vector<std::pair<std::string, std::string>>;

struct WebReply {
  int status = 0;  // 0: no answer came
  std::string head;
  std::string body;

  // A failure of the test where the body is no JSON.
  nlohmann::json json() const;
  // The value of a header; "" where there is none.
  std::string header(const std::string& name) const;
};

class WebClient {
 public:
  // Finds the page by what the daemon says of itself, and comes in by the owner's token.
  explicit WebClient(const Stage& stage);
  // Nobody yet.
  static WebClient stranger(const Stage& stage);

  std::uint16_t port() const { return port_; }
  const std::string& token() const { return token_; }
  // Sent with each request from now on; replaces one of the same name. Empty: left out.
  WebClient& with(const std::string& name, const std::string& value);

  WebReply get(const std::string& path, const WebHeaders& more = {}) const;
  WebReply post(const std::string& path, const nlohmann::json& body,
                const WebHeaders& more = {}) const;
  WebReply send(const std::string& method, const std::string& path, const std::string& body,
                const WebHeaders& more = {}) const;
  // Trades the code of a link for a cookie, and keeps it.
  WebReply log_in(const std::string& link);

  // The text of a request, to be sent by hand.
  std::string request(const std::string& method, const std::string& path, const std::string& body,
                      const WebHeaders& more = {}) const;

 private:
  WebClient() = default;

  std::uint16_t port_ = 0;
  std::string token_;
  WebHeaders headers_;
};

// The stream of changes under way.
class EventStream {
 public:
  explicit EventStream(const WebClient& client);

  // The next change; null, and a failure of the test, where the stream has ended.
  nlohmann::json next();
  // Whether the server ends it.
  bool ends();

 private:
  RawHttp http_;
};

// The path of a dialog in the API.
std::string api(const std::string& id, const std::string& end = "");
// What chooses one option of a question.
nlohmann::json choosing(const std::string& option, const std::string& question = "q1");

}  // namespace afar::test
