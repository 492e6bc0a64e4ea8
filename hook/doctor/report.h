// The findings as a person, or a script, reads them.
#pragma once
#include <string>

#include "hook/doctor/finding.h"

namespace afar::doctor {

// Whether nothing is wrong; warnings are allowed.
bool all_fine(const Findings& findings);

std::string report(const Findings& findings);
// {ok, checks: [{check, status: ok | warning | wrong, what, remedy: text or null}]}, on one line.
std::string report_json(const Findings& findings);

}  // namespace afar::doctor
