// What the model reads where afar itself speaks. Every text reads well after a prefix that a client
// may put before it ("... hook error: "), names the dialog and the rule, and never says that the
// person decided or refused.
#pragma once
#include <optional>
#include <string>

#include "shared/dialog/dialog.h"
#include "shared/dialog/time.h"

namespace afar::words {

// What the texts are about. `waited`: how long the person had; absent where policy decided at once.
// `given`: what the person answered so far.
struct About {
  const DialogId& id;
  const Content& content;
  const std::string& rule;
  const std::string& operators_words;
  std::optional<Milliseconds> waited;
  const Answer& given;
  bool can_ask_again = true;  // a late answer is given to the same question, asked again
};

// Refused, with the default to go on with; without one, it says that there is none.
std::string denied(const About& about, const std::optional<Answer>& defaults);
// Refused, and the agent is to end its turn.
std::string stopped(const About& about);
// Beside answers of which the ones that the person did not give are defaults.
std::string defaulted(const About& about, const Answer& answers);

// The dialog is parked: nobody answered while the call could wait, and it can be asked again.
std::string parked(const About& about);
// The person dismissed it: nobody is going to answer.
std::string dismissed(const DialogId& id, const std::string& by);

// The person has answered after the agent had gone on: what was asked and what they said, whole.
// `can_be_given`: the same question asked again gets it as its answer.
std::string late_answer(const Dialog& dialog, bool can_be_given);

// "30m", "45s", "2h 30m", "7d": the largest unit that fits, and the next where it is not 0.
std::string duration(Milliseconds time);

}  // namespace afar::words
