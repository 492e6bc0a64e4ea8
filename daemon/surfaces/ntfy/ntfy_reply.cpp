#include "daemon/surfaces/ntfy/ntfy_reply.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "daemon/surfaces/typed.h"
#include "shared/dialog/fields.h"
#include "shared/rpc/nesting.h"

namespace afar::ntfy {
namespace {

using nlohmann::json;

constexpr char kVersion[] = "v1";
constexpr std::size_t kWordBytesMax = 64;
constexpr int kNestingMax = 16;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// The words of a button; more than there may be, or longer ones: none.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    if (end == 0 || end > kWordBytesMax || words.size() == 4) return {};
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace

bool fits_button(std::string_view option_id) {
  return !option_id.empty() && option_id.size() <= kWordBytesMax &&
         std::all_of(option_id.begin(), option_id.end(),
                     [](unsigned char each) { return each > ' ' && each < 0x7f; });
}

std::string button_body(const ButtonReply& reply) {
  return std::string(kVersion) + " " + reply.dialog + " " + reply.option + " " + reply.nonce;
}

std::variant<ButtonReply, WrittenReply, NoReply> read_reply(std::string_view text) {
  text = trimmed(text);
  const auto space = text.find_first_of(" \t\r\n");
  const std::string_view first = text.substr(0, space);
  if (first == kVersion) {
    const auto words = words_of(text);
    if (words.size() != 4) return NoReply{"a button's words that are none"};
    return ButtonReply{words[1], words[2], words[3]};
  }
  const auto named = read_named(std::string(text));
  if (named && !named->words.empty()) return WrittenReply{named->id, named->words};
  return NoReply{"words that name no dialog"};
}

std::optional<StreamEvent> read_event(std::string_view line) {
  if (!rpc::nests_within(line, kNestingMax)) return std::nullopt;
  const json read = json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!read.is_object()) return std::nullopt;
  try {
    const Fields fields(read);
    return StreamEvent{fields.string_or("event", ""), fields.string_or("id", ""),
                       fields.string_or("message", "")};
  } catch (const BadField&) {
    return std::nullopt;
  }
}

}  // namespace afar::ntfy
