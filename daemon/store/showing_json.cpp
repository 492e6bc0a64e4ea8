#include "daemon/store/showing_json.h"

#include <nlohmann/json.hpp>

namespace afar::store {
namespace {

using nlohmann::json;

std::int64_t to_ms(WallTime at) { return at.time_since_epoch().count(); }
WallTime from_ms(std::int64_t at) { return WallTime(Milliseconds(at)); }

}  // namespace

std::string showing_text(const Showing& showing) {
  json text = json::object();
  if (showing.surfaces) text["surfaces"] = *showing.surfaces;
  if (showing.notify_at != WallTime{}) text["notify_at"] = to_ms(showing.notify_at);
  for (const auto& step : showing.escalate) {
    text["escalate"].push_back({{"at", to_ms(step.at)}, {"surfaces", step.surfaces}});
  }
  if (showing.remind) text["remind"] = showing.remind->count();
  return text.dump();
}

Showing showing_from(const std::string& text) {
  const json read = json::parse(text);
  Showing showing;
  if (read.contains("surfaces")) {
    showing.surfaces = read.at("surfaces").get<std::vector<std::string>>();
  }
  showing.notify_at = from_ms(read.value("notify_at", std::int64_t{0}));
  for (const auto& step : read.value("escalate", json::array())) {
    showing.escalate.push_back({from_ms(step.at("at").get<std::int64_t>()),
                                step.at("surfaces").get<std::vector<std::string>>()});
  }
  if (read.contains("remind")) showing.remind = Milliseconds(read.at("remind").get<std::int64_t>());
  return showing;
}

}  // namespace afar::store
