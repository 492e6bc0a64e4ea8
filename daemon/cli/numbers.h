// Numbers that people type as the value of an option. Anything else is a Failure with exit code 2.
#pragma once
#include <string>

#include "shared/dialog/time.h"

namespace afar::cli {

// "30" or "0.5" seconds, not negative and at most a year.
Milliseconds seconds_from(const std::string& option, const std::string& text);

}  // namespace afar::cli
