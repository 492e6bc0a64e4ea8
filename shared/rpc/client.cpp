#include "shared/rpc/client.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "shared/rpc/limits.h"
#include "shared/version.h"

#ifndef MSG_NOSIGNAL  // macOS: SO_NOSIGPIPE is set on the socket instead (os/unix_socket.cpp)
#define MSG_NOSIGNAL 0
#endif

namespace afar::rpc {
namespace {

using nlohmann::json;
using std::chrono::steady_clock;

int milliseconds_left(std::optional<steady_clock::time_point> deadline) {
  if (!deadline) return -1;
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(*deadline - steady_clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 1 << 30));
}

// An error object comes from outside, and is looked at where another exception would mislead.
json member_or(const json& error, const char* name, json otherwise) {
  const auto found = error.find(name);  // end() where it is no object
  return found == error.end() ? std::move(otherwise) : *found;
}

std::string message_in(const json& error) {
  const json message = member_or(error, "message", nullptr);
  return message.is_string() ? message.get<std::string>() : "the daemon reported an error";
}

ErrorCode code_in(const json& error) {
  const json code = member_or(error, "code", nullptr);
  return code.is_number_integer() ? static_cast<ErrorCode>(code.get<int>()) : ErrorCode::kInternal;
}

}  // namespace

CallFailed::CallFailed(const json& error)
    : std::runtime_error(message_in(error)),
      code_(code_in(error)),
      data_(dump(member_or(error, "data", json::object()))) {}

Client::Client(UniqueFd connected) : fd_(std::move(connected)), buffer_(kMessageBytesMax) {}

void Client::send(std::string_view lines) {
  while (!lines.empty()) {
    const ssize_t sent = ::send(fd_.get(), lines.data(), lines.size(), MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno == EINTR) continue;
      throw ConnectionLost(std::string("sending to the daemon: ") + std::strerror(errno));
    }
    lines.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::string Client::start(std::string_view method, const json& params) {
  std::string id = std::to_string(++last_id_);
  send(request_line(id, method, params));
  return id;
}

void Client::notify(std::string_view method, const json& params) {
  send(notification_line(method, params));
}

void Client::lose(const std::string& why) {
  lost_ = why;
  throw ConnectionLost(why);
}

void Client::pump() {
  if (lost_) throw ConnectionLost(*lost_);
  char bytes[65536];
  for (;;) {
    const ssize_t got = ::recv(fd_.get(), bytes, sizeof bytes, MSG_DONTWAIT);
    if (got > 0) {
      const bool fits = buffer_.append({bytes, static_cast<std::size_t>(got)});
      take_lines();
      if (!fits) lose("the daemon sent a message over the limit");
      continue;
    }
    if (got == 0) lose("the daemon closed the connection");
    if (errno == EINTR) continue;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return;
    lose(std::string("reading from the daemon: ") + std::strerror(errno));
  }
}

void Client::take_lines() {
  while (const auto line = buffer_.next()) {
    if (line->empty()) continue;
    auto parsed = parse_message(*line);
    if (const auto* bad = std::get_if<Malformed>(&parsed)) {
      lose("the daemon sent something that is no message: " + bad->why);
    }
    received_.push_back(std::move(std::get<Incoming>(parsed)));
  }
}

std::optional<Incoming> Client::next() {
  if (received_.empty()) return std::nullopt;
  Incoming first = std::move(received_.front());
  received_.pop_front();
  return first;
}

std::optional<Incoming> Client::wait(std::optional<steady_clock::time_point> deadline) {
  for (;;) {
    if (auto message = next()) return message;
    if (lost_) throw ConnectionLost(*lost_);
    pollfd wanted{fd_.get(), POLLIN, 0};
    const int ready = ::poll(&wanted, 1, milliseconds_left(deadline));
    if (ready < 0 && errno != EINTR) {
      throw ConnectionLost(std::string("waiting for the daemon: ") + std::strerror(errno));
    }
    if (ready == 0) return std::nullopt;
    if (ready > 0) {
      try {
        pump();
      } catch (const ConnectionLost&) {
        // Its last words come first; the next call here finds the connection lost.
        if (received_.empty()) throw;
      }
    }
  }
}

json Client::call(std::string_view method, const json& params,
                  std::optional<std::chrono::milliseconds> limit) {
  const std::string id = start(method, params);
  std::optional<steady_clock::time_point> deadline;
  if (limit) deadline = steady_clock::now() + *limit;
  std::deque<Incoming> others;
  std::optional<Incoming> reply;
  while (!reply) {
    auto message = wait(deadline);
    if (!message) break;
    const bool is_reply = message->id == id && (message->kind == Incoming::Kind::kError ||
                                                message->kind == Incoming::Kind::kResult);
    if (is_reply) {
      reply = std::move(message);
    } else {
      others.push_back(std::move(*message));
    }
  }
  // However the call ends, what came in between stays for next().
  std::move(received_.begin(), received_.end(), std::back_inserter(others));
  received_ = std::move(others);
  if (!reply) {
    throw CallTimedOut("the daemon did not answer " + std::string(method) + " within " +
                       std::to_string(limit->count()) + " ms");
  }
  if (reply->kind == Incoming::Kind::kError) throw CallFailed(*reply->body);
  return std::move(*reply->body);
}

json initialize_params(std::string_view client, std::string_view role, bool from_agent) {
  return {{"protocol", kProtocolVersion},
          {"client", client},
          {"version", product_version()},
          {"role", role},
          {"from_agent", from_agent}};
}

}  // namespace afar::rpc
