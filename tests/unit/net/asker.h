// A client on a loop of its own, for tests that wait for one answer at a time.
#pragma once
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>

#include "daemon/net/http_client.h"

namespace afar::test {

// How long anything may take before a test counts as hung.
inline constexpr std::chrono::seconds kGuard{30};

class Asker {
 public:
  HttpResult ask(HttpRequest request) {
    std::optional<HttpResult> got;
    client.send(std::move(request), [&](const HttpResult& result) { got = result; });
    run_until([&] { return got.has_value(); });
    return *got;
  }
  // An answer, or the test fails.
  HttpResponse answer_to(HttpRequest request) {
    HttpResult result = ask(std::move(request));
    if (const auto* failure = std::get_if<HttpFailure>(&result)) {
      throw std::runtime_error("no answer: " + failure->why);
    }
    return std::get<HttpResponse>(std::move(result));
  }
  // Why there was none, or the test fails.
  std::string failure_of(HttpRequest request) {
    HttpResult result = ask(std::move(request));
    if (const auto* answer = std::get_if<HttpResponse>(&result)) {
      throw std::runtime_error("an answer of status " + std::to_string(answer->status));
    }
    return std::get<HttpFailure>(std::move(result)).why;
  }
  void run_until(const std::function<bool()>& done) {
    const auto until = std::chrono::steady_clock::now() + kGuard;
    loop.restart();
    while (!done()) {
      if (loop.run_one_until(until) == 0) throw std::runtime_error("it never happened");
    }
  }

  boost::asio::io_context loop;
  HttpClient client{loop};
};

}  // namespace afar::test
