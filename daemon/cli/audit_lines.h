// One event of the record as a line: for people, and as comma-separated values. The event is what
// audit.query gives.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daemon/cli/surroundings.h"

namespace afar::cli {

// Local time, kind, dialog, who, and what it says; on a terminal cut to its width.
std::string audit_text_line(const nlohmann::json& event, const Console& console);

std::string audit_csv_header();
// RFC 4180: a field with a comma, a quote or a line break stands in quotes.
std::string audit_csv_line(const nlohmann::json& event);

}  // namespace afar::cli
