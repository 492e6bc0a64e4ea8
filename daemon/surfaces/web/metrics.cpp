#include "daemon/surfaces/web/metrics.h"

#include <nlohmann/json.hpp>

namespace afar::web {
namespace {

using nlohmann::json;

// Of the status' counters, those that go up and down.
bool is_gauge(const std::string& name) {
  return name == "open" || name == "waiters" || name == "connections";
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char each : text) {
    if (each == '\\' || each == '"') safe += '\\';
    safe += each == '\n' ? ' ' : each;
  }
  return safe;
}

std::string number_text(const json& number) {
  return number.is_boolean() ? (number.get<bool>() ? "1" : "0") : number.dump();
}

std::string line(const std::string& name, const std::string& label, const json& number) {
  return name + label + " " + number_text(number) + "\n";
}

std::string typed(const std::string& name, bool gauge, const std::string& lines) {
  return "# TYPE " + name + (gauge ? " gauge\n" : " counter\n") + lines;
}

std::string counters_text(const json& counters) {
  std::string text;
  for (const auto& [key, value] : counters.items()) {
    if (!value.is_number()) continue;
    const bool gauge = is_gauge(key);
    const std::string name = "afar_" + key + (gauge ? "" : "_total");
    text += typed(name, gauge, line(name, "", value));
  }
  return text;
}

// {"name": .., "state": .., "cards": {"due": ..}}, one line of each for every surface.
std::string surfaces_text(const json& surfaces) {
  std::string up;
  std::map<std::string, std::string> cards;
  for (const auto& surface : surfaces) {
    const std::string label = "{surface=\"" + escaped(surface.value("name", "")) + "\"}";
    up += line("afar_surface_up", label, surface.value("state", "") == "up" ? 1 : 0);
    const auto of_surface = surface.find("cards");
    if (of_surface == surface.end() || !of_surface->is_object()) continue;
    for (const auto& [key, value] : of_surface->items()) {
      if (value.is_number()) cards[key] += line("afar_cards_" + key, label, value);
    }
  }
  std::string text = up.empty() ? "" : typed("afar_surface_up", true, up);
  for (const auto& [key, lines] : cards) text += typed("afar_cards_" + key, true, lines);
  return text;
}

}  // namespace

std::string metrics_text(const json& status) {
  std::string text;
  text += typed("afar_info", true,
                "afar_info{version=\"" + escaped(status.value("version", "")) + "\"} 1\n");
  text += typed("afar_uptime_seconds", true,
                line("afar_uptime_seconds", "", status.value("uptime_ms", 0.0) / 1000.0));
  text += counters_text(status.value("counters", json::object()));
  text += surfaces_text(status.value("surfaces", json::array()));
  const json web = status.value("web", json::object());
  for (const char* key : {"connections", "streams"}) {
    if (!web.contains(key)) continue;
    const std::string name = std::string("afar_web_") + key;
    text += typed(name, true, line(name, "", web[key]));
  }
  for (const char* key : {"requests", "refused", "cut_off"}) {
    if (!web.contains(key)) continue;
    const std::string name = std::string("afar_web_") + key + "_total";
    text += typed(name, false, line(name, "", web[key]));
  }
  return text;
}

}  // namespace afar::web
