// Where a dialog is shown, as it is kept with it.
#pragma once
#include <string>

#include "daemon/core/showing.h"

namespace afar::store {

std::string showing_text(const Showing& showing);
Showing showing_from(const std::string& text);

}  // namespace afar::store
