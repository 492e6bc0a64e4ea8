// The JSON of a card's message. Pure.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "daemon/surfaces/telegram/keyboard.h"
#include "daemon/surfaces/telegram/rich_text.h"

namespace afar::telegram {

// text, entities, no link preview; as it goes beside a chat_id.
nlohmann::json to_json(const RichText& text);
// The reply_markup of these buttons; an empty keyboard where there is none.
nlohmann::json to_json(const std::vector<std::vector<Button>>& rows);

}  // namespace afar::telegram
