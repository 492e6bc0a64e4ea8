// The JSON forms of dialogs, answers and outcomes (PROTOCOL.md has them with examples). Unknown
// fields are ignored; a wrong type is a BadField that names the path. Times are RFC 3339 in UTC.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "shared/dialog/dialog.h"
#include "shared/dialog/fields.h"
#include "shared/dialog/request.h"

namespace afar {

nlohmann::json to_json(const Dialog& dialog);
nlohmann::json to_json(const Question& question);
nlohmann::json to_json(const Origin& origin);
nlohmann::json to_json(const Outcome& outcome);
nlohmann::json to_json(const Decider& decider);
// {"q1":{"options":["o1"],"text":null,"note":null}}; the response to the whole stands beside it.
nlohmann::json to_json(const std::map<std::string, QuestionAnswer>& answers);

Dialog dialog_from(const nlohmann::json& json);
Content content_from(const Fields& fields);  // title, body, context, questions
Origin origin_from(const Fields& fields);
Outcome outcome_from(const Fields& fields);
Decider decider_from(const Fields& fields);
// Reads the fields answers and response, either of which may be absent.
Answer answer_from(const Fields& fields);

nlohmann::json to_json(const OpenRequest& request);
nlohmann::json to_json(const OpenResult& result);
nlohmann::json to_json(const Opened& opened);
nlohmann::json to_json(const SettleRequest& request);
nlohmann::json to_json(const SessionEvent& event);
// {context: [texts], dialogs: [ids]}, in one order.
nlohmann::json to_json(const std::vector<LateWords>& words);
OpenRequest open_request_from(const nlohmann::json& json);
OpenResult open_result_from(const nlohmann::json& json);
Opened opened_from(const nlohmann::json& json);
SettleRequest settle_request_from(const nlohmann::json& json);
SessionEvent session_event_from(const nlohmann::json& json);
std::vector<LateWords> late_words_from(const nlohmann::json& json);

}  // namespace afar
