#include "daemon/surfaces/telegram/updates.h"

#include <nlohmann/json.hpp>

#include "daemon/text/printable.h"

namespace afar::telegram {
namespace {

using nlohmann::json;

// A part of an object; null where it is not there.
const json& part(const json& object, const char* name) {
  static const json kNull;
  if (!object.is_object()) return kNull;
  const auto found = object.find(name);
  return found == object.end() ? kNull : *found;
}

std::int64_t number(const json& object, const char* name) {
  const json& value = part(object, name);
  return value.is_number_integer() ? value.get<std::int64_t>() : 0;
}

std::string text(const json& object, const char* name) {
  const json& value = part(object, name);
  return value.is_string() ? value.get<std::string>() : "";
}

// A person by their own account; nullopt: a bot, or somebody who writes as a chat (an anonymous
// admin).
std::optional<Person> person_in(const json& message) {
  const json& from = part(message, "from");
  const UserId id = number(from, "id");
  if (id <= 0 || part(from, "is_bot") != false) return std::nullopt;
  if (!part(message, "sender_chat").is_null()) return std::nullopt;
  Person person{id, text(from, "first_name"), text(from, "username")};
  const std::string last = text(from, "last_name");
  if (!last.empty()) person.name += (person.name.empty() ? "" : " ") + last;
  return person;
}

Update read_tap(const json& query) {
  const auto person = person_in(query);
  const json& message = part(query, "message");
  const ChatId chat = number(part(message, "chat"), "id");
  if (!person || chat == 0) return Ignored{};
  return Tapped{text(query, "id"), *person, chat, number(message, "message_id"),
                text(query, "data")};
}

Update read_message(const json& message) {
  const ChatId chat = number(part(message, "chat"), "id");
  const ChatId to = number(message, "migrate_to_chat_id");
  if (to != 0) return Moved{chat, to};
  const ChatId before = number(message, "migrate_from_chat_id");
  if (before != 0) return Moved{before, chat};
  const auto person = person_in(message);
  if (!person || chat == 0) return Ignored{};
  Said said{*person, chat, text(part(message, "chat"), "type") == "private",
            number(message, "message_id"), text(message, "text")};
  const json& replied = part(message, "reply_to_message");
  if (part(part(replied, "from"), "is_bot") == true) {
    const std::string its = text(replied, "text");
    said.replies_to = its.empty() ? text(replied, "caption") : its;
    said.replies_to_message = number(replied, "message_id");
  }
  return said;
}

Update read_membership(const json& change) {
  const ChatId chat = number(part(change, "chat"), "id");
  const std::string status = text(part(change, "new_chat_member"), "status");
  if (chat == 0 || status.empty()) return Ignored{};
  return Membership{chat, status != "kicked" && status != "left"};
}

}  // namespace

std::string Person::in_words() const {
  std::string words = name.empty() ? "somebody" : printable_line(name);
  words += " (";
  if (!username.empty()) words += "@" + printable_line(username) + ", ";
  return words + std::to_string(id) + ")";
}

Update read_update(const json& update) {
  // An edited message never changes an answer: "edited_message" is not looked at.
  const json& query = part(update, "callback_query");
  if (!query.is_null()) return read_tap(query);
  const json& message = part(update, "message");
  if (!message.is_null()) return read_message(message);
  const json& change = part(update, "my_chat_member");
  if (!change.is_null()) return read_membership(change);
  return Ignored{};
}

}  // namespace afar::telegram
