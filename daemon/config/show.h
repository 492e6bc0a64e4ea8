// For `afar config show`: what is in force, with the defaults of what was left out.
#pragma once
#include <string>
#include <variant>

#include "daemon/config/load.h"

namespace afar::config {

// JSON text, indented; or why the files cannot be used. The configuration holds no secrets, only
// where they are (files, variables, credentials), and that is what is shown.
std::variant<std::string, Problems> show_config(const ConfigFiles& files);

}  // namespace afar::config
