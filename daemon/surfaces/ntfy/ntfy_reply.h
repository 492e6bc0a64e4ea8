// What comes by the reply topic: anybody who can write there may have written it. Pure.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "shared/dialog/dialog.h"

namespace afar::ntfy {

// In a button's place of a dialog: `afar test`. No dialog has four letters.
inline constexpr char kProbe[] = "test";

// What a button sends: "v1 tbxkq o1 NONCE".
struct ButtonReply {
  std::string dialog;
  std::string option;
  std::string nonce;
};
// What a person wrote: "tbxkq the text".
struct WrittenReply {
  DialogId dialog;
  std::string text;
};
struct NoReply {
  std::string why;
};

// Whether an option's id can stand in a button: callers of the MCP server give their own.
bool fits_button(std::string_view option_id);
std::string button_body(const ButtonReply& reply);
std::variant<ButtonReply, WrittenReply, NoReply> read_reply(std::string_view text);

// A line of the topic's stream.
struct StreamEvent {
  std::string event;  // "open", "keepalive", "message", or what a later server sends
  std::string id;
  std::string text;
};
// nullopt: it is no event.
std::optional<StreamEvent> read_event(std::string_view line);

}  // namespace afar::ntfy
