// What a channel plugin is told of a dialog, in each of the forms (PROTOCOL.md, "Channel plugins").
// Pure.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "shared/dialog/dialog.h"

namespace afar::plugin {

// A preview is whole up to so many code points.
inline constexpr std::size_t kPreviewMax = 3500;

// The text, or its head and its tail around a line that counts what is left out.
std::string preview_of(const std::string& text);

// The question that stands next: those with an answer, and those that the person passed over, are
// done. nullptr: none is left.
const Question* next_question(const Dialog& dialog, const std::set<std::string>& passed_over);

// What can be chosen with one question, as the plugin knows it.
struct Offer {
  std::string id;
  const Question* question;
  const Option* option;  // nullptr: to pass the question over
};
std::vector<Offer> offers_of(const Dialog& dialog, const Question& question);

// The parameters of each notification. `url`: of the dialog on the web page, `refused`: why the
// last answer was none; either may be empty.
nlohmann::json dialog_request(const Dialog& dialog, const Question& question,
                              const std::string& url, const std::string& refused = "");
nlohmann::json ask_question_request(const Dialog& dialog);
nlohmann::json permission_request(const Dialog& dialog);
nlohmann::json dialog_closed(const Dialog& dialog, WallTime now);

// Whether people have to say which dialog they mean even where it is the only one: a number may
// have been meant for the one before it, and would let the agent go on.
bool wants_name(const Dialog& dialog);

// As numbered text, for people who answer by typing.
std::string plain_text(const Dialog& dialog, const Question& question);
std::string plain_ending(const Dialog& dialog, WallTime now);

}  // namespace afar::plugin
