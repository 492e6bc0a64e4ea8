// What one chat has of a card: its messages, and where the people there are in it. Kept as the
// card's handle, so that it outlives us. Pure.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "shared/dialog/dialog.h"

namespace afar::telegram {

using ChatId = std::int64_t;
using MessageId = std::int64_t;

// Words are awaited: the next message is the answer, or goes with this option.
struct Writing {
  std::size_t question = 0;
  std::string option;  // empty: the words are the answer
  bool operator==(const Writing&) const = default;
};

// Where the people of a chat are in a dialog.
struct View {
  std::optional<std::size_t> at;                           // the question they went back to
  std::set<std::string> skipped;                           // questions that need no answer
  std::map<std::string, std::vector<std::string>> ticked;  // options by question
  std::optional<Writing> writing;
  bool operator==(const View&) const = default;
};

struct ChatCard {
  // The first one is the card; copies of it come where a send was not confirmed.
  std::vector<MessageId> messages;
  std::int64_t revision = -1;  // that the messages show
  bool file_sent = false;      // with what had no room on the card
  std::string gave_up;         // why this chat cannot have it; empty: it can
  View view;
  bool shows(MessageId message) const;
  bool operator==(const ChatCard&) const = default;
};

struct CardHandle {
  std::map<ChatId, ChatCard> chats;
  bool operator==(const CardHandle&) const = default;
};

std::string to_text(const CardHandle& handle);
// An unreadable text is a card that nobody has seen yet.
CardHandle handle_from(const std::string& text);

// The question that the chat is asked now: where it went back to, else the first one without an
// answer. nullopt where the dialog has no question.
std::optional<std::size_t> current_question(const Dialog& dialog, const View& view);
// The question before that one; nullopt at the first.
std::optional<std::size_t> question_before(const Dialog& dialog, std::size_t index);
// Asked by itself: not one that is there only to close the dialog, which each step offers.
bool is_step(const Question& question);
// How many steps there are, and the number of this one from 1.
struct Step {
  std::size_t number = 1;
  std::size_t of = 1;
};
Step step_of(const Dialog& dialog, std::size_t index);

// What is ticked in a question: here, or else in what was answered before.
std::vector<std::string> ticked_in(const Dialog& dialog, const View& view,
                                   const Question& question);

}  // namespace afar::telegram
