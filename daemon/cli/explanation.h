// What policy makes of a dialog, in words: the rule that decides, what it wants, and why the ones
// before it did not.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "daemon/cli/surroundings.h"
#include "daemon/core/rules.h"
#include "shared/dialog/request.h"

namespace afar::cli {

// `explanation`: as PROTOCOL.md has it at policy.explain, for this request and these facts.
void print_explanation(const nlohmann::json& explanation, const OpenRequest& request,
                       const Facts& facts, Console& console);

// "30m, then default"; "until the host's limit, then park".
std::string wait_in_words(const nlohmann::json& explanation);
// "block", or "defer (race here)" where the host cannot do what the rule wants.
std::string mode_in_words(const nlohmann::json& explanation);

}  // namespace afar::cli
