#include "daemon/surfaces/telegram/message.h"

#include <nlohmann/json.hpp>

namespace afar::telegram {

using nlohmann::json;

json to_json(const RichText& text) {
  json entities = json::array();
  for (const auto& mark : text.marks()) {
    json entity{{"type", mark.type}, {"offset", mark.offset}, {"length", mark.length}};
    if (!mark.url.empty()) entity["url"] = mark.url;
    entities.push_back(std::move(entity));
  }
  json message{{"text", text.text()}, {"link_preview_options", {{"is_disabled", true}}}};
  if (!entities.empty()) message["entities"] = std::move(entities);
  return message;
}

json to_json(const std::vector<std::vector<Button>>& rows) {
  json keyboard = json::array();
  for (const auto& row : rows) {
    json buttons = json::array();
    for (const auto& button : row) {
      buttons.push_back({{"text", button.text}, {"callback_data", button.data}});
    }
    keyboard.push_back(std::move(buttons));
  }
  return {{"inline_keyboard", std::move(keyboard)}};
}

}  // namespace afar::telegram
