// The buttons of a card, and what a tap on one says. Pure.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/surfaces/telegram/view.h"
#include "shared/dialog/dialog.h"

namespace afar::telegram {

enum class Act {
  kChoose,   // this option is the answer
  kTick,     // of several
  kUntick,   //
  kDone,     // what is ticked is the answer
  kWrite,    // words come next: with this option, or by themselves where it is past the last one
  kSuggest,  // what the form suggests is the answer
  kSkip,     // no answer to this question
  kBack,     // to the question before, or out of writing
};

// A tap. It names its question, so that a button of an earlier step is known as one.
struct Tap {
  Act act = Act::kChoose;
  std::size_t question = 0;
  std::size_t option = 0;  // where the act has none: 0
  bool operator==(const Tap&) const = default;
};

// What a button carries: the card's nonce and the tap, at most 64 bytes.
std::string tap_data(const std::string& nonce, const Tap& tap);
struct TapData {
  std::string nonce;
  Tap tap;
};
// nullopt: no button of ours carries this.
std::optional<TapData> read_tap(std::string_view data);

struct Button {
  std::string text;
  std::string data;
  bool operator==(const Button&) const = default;
};
// One for each row, but those that go together. Empty for a dialog that has ended.
std::vector<std::vector<Button>> keyboard_of(const Dialog& dialog, const View& view,
                                             const std::string& nonce);

}  // namespace afar::telegram
