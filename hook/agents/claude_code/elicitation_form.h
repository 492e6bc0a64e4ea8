// The form of an MCP server (a flat JSON schema) as questions, and answers as the form's content.
// Pure.
#pragma once
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hook/agents/claude_code/updated_input.h"
#include "shared/dialog/dialog.h"

namespace afar::hook::claude_code {

// The last question of every elicitation, and its options.
inline constexpr std::string_view kAction = "action";
inline constexpr std::string_view kAcceptForm = "accept";
inline constexpr std::string_view kDeclineForm = "decline";

// `schema` is JSON text. The fields get the ids q1.. in the schema's order; enums, booleans and
// arrays of choices have options, o1.., all others take a text of the kind that they say. Last
// comes `action`, where a form is declined; and sent, where the answers alone do not tell that it
// is whole, since some of its fields may be left out. Throws BadField where a field cannot be
// asked.
std::vector<Question> form_questions(std::string_view schema);

// JSON text: the fields that were answered, typed, as the person wrote them. Refused unless all of
// it fits the schema, whoever looked at it before.
std::variant<std::string, NotGiven> form_content(std::string_view schema, const Answer& answer);

// The action question of a link: accept or decline, nothing to fill in.
Question link_question(const std::string& url);

}  // namespace afar::hook::claude_code
