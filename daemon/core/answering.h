// Checks an answer against its dialog and adds it to what was answered before. The one place where
// answers are judged, whatever surface they come from. Pure.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "shared/dialog/dialog.h"

namespace afar {

// A longer text than this is no answer but an accident (a pasted log): one question's text or note.
inline constexpr std::size_t kAnswerTextBytesMax = 256 * 1024;

struct AnswerTaken {
  Answer answers;                    // all that is answered now
  std::vector<std::string> missing;  // required questions still without an answer
  bool complete() const { return missing.empty(); }
};

struct AnswerRefused {
  std::string why;  // which question or option was wrong, and what there is
};

// An option that closes the dialog makes it complete by itself.
// `so_far`: the answers kept from before. A question answered again replaces its earlier answer. A
// response to the whole becomes the free text of every question still unanswered, since no agent so
// far has another place for it.
std::variant<AnswerTaken, AnswerRefused> take_answer(const Content& content, const Answer& so_far,
                                                     const Answer& given);

// Options of a plan or a permission by which the agent may go on: "accept", "allow_always", ...
bool option_grants(const std::string& option_id);

// Options that may carry words of the person's besides being chosen: "deny", with the reason.
bool option_takes_text(const std::string& option_id);

}  // namespace afar
