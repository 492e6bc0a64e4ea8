#include "daemon/surfaces/plugin/calls.h"

#include <nlohmann/json.hpp>

namespace afar::plugin {
namespace {

using nlohmann::json;

std::string error_in(const json& error) {
  const auto found = error.is_object() ? error.find("message") : error.end();
  const bool said = error.is_object() && found != error.end() && found->is_string();
  return said ? found->get<std::string>().substr(0, 200) : "it gave an error";
}

}  // namespace

void Calls::call(const std::string& method, const json& params, Handler handler) {
  const std::int64_t id = ++last_;
  const auto waiting =
      waiting_.emplace(id, Waiting{std::move(handler), boost::asio::steady_timer(loop_, kPatience)})
          .first;
  waiting->second.patience.async_wait(
      alive_.guard([this, id](const boost::system::error_code& error) {
        if (!error) end(id, nullptr, "it did not answer within a minute");
      }));
  write_({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
}

bool Calls::take(const json& message) {
  const auto id = message.find("id");
  if (id == message.end() || !id->is_number_integer()) return false;
  const auto number = id->get<std::int64_t>();
  if (!waiting_.contains(number)) return false;
  const auto result = message.find("result");
  if (result != message.end()) {
    end(number, &*result, "");
  } else {
    const auto error = message.find("error");
    end(number, nullptr, error_in(error == message.end() ? json() : *error));
  }
  return true;
}

void Calls::end(std::int64_t id, const json* result, const std::string& why) {
  const auto ended = waiting_.extract(id);
  if (!ended.empty()) ended.mapped().handler(result, why);
}

void Calls::fail_all(const std::string& why) {
  for (auto& [id, waiting] : std::exchange(waiting_, {})) waiting.handler(nullptr, why);
}

}  // namespace afar::plugin
