// What Telegram tells a bot, read into what it means for us. Nothing in it is trusted beyond the
// numeric ids. Pure.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>

#include "daemon/surfaces/telegram/view.h"

namespace afar::telegram {

using UserId = std::int64_t;

// Who it comes from. Names are for people to read; only the id says who it is.
struct Person {
  UserId id = 0;
  std::string name;      // "Ann Smith"
  std::string username;  // without "@"; may be empty
  // "Ann Smith (@ann, 1001)", printable.
  std::string in_words() const;
};

// A button was tapped.
struct Tapped {
  std::string query;
  Person from;
  ChatId chat = 0;
  MessageId message = 0;
  std::string data;
};

// Something was written.
struct Said {
  Person from;
  ChatId chat = 0;
  bool is_private = false;
  MessageId message = 0;
  std::string text;  // empty: a picture or the like
  // What it replies to, where that is a message of a bot's: its text or caption.
  std::optional<std::string> replies_to{};
  MessageId replies_to_message = 0;
};

// A group has another id from now on.
struct Moved {
  ChatId from = 0;
  ChatId to = 0;
};

// Whether the bot may write to a chat.
struct Membership {
  ChatId chat = 0;
  bool may_write = false;
};

// Nothing for us: a kind that we do not know, an edited message, a message of a bot or of nobody.
struct Ignored {};

using Update = std::variant<Ignored, Tapped, Said, Moved, Membership>;

Update read_update(const nlohmann::json& update);

}  // namespace afar::telegram
