// What a channel plugin says, read as an answer to a dialog as it stands. What fits nothing that
// was asked is refused with the reason: it never turns into some option. Pure.
#pragma once
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <variant>

#include "shared/dialog/dialog.h"

namespace afar::plugin {

struct Refused {
  std::string why;
};
// The question is left out: nothing of the answer's.
struct PassedOver {
  std::string question;
};
using Said = std::variant<Answer, PassedOver, Refused>;

// notifications/claude/channel/dialog_response
Said read_dialog_response(const nlohmann::json& params, const Dialog& dialog,
                          const std::set<std::string>& passed_over);
// notifications/claude/channel/ask_question_answer
Said read_ask_question_answer(const nlohmann::json& params, const Dialog& dialog);
// notifications/claude/channel/permission
Said read_permission(const nlohmann::json& params, const Dialog& dialog);
// What a person wrote in the chat for this dialog. `named`: with its id before it; else only a
// choice counts, and nullopt is what is none.
std::optional<Said> read_words(const std::string& words, bool named, const Dialog& dialog,
                               const std::set<std::string>& passed_over);

// Whether an incoming message carries what counts as the responder's. Without a single field that
// is asked for, none does.
bool is_accepted(const nlohmann::json& meta, const std::map<std::string, std::string>& accept);

}  // namespace afar::plugin
