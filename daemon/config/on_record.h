// What the audit and the answer to `reload` say of a configuration.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "daemon/config/load.h"

namespace afar::config {

// {file, sha256, system_file, system_sha256, rules, system_rules}; a hash is null where there is no
// such file.
nlohmann::json loaded_json(const ConfigFiles& files, const Loaded& loaded);
// [{file, line, path, what}], the first hundred; line and path may be null.
nlohmann::json problems_json(const Problems& problems);
// The same, read back from an error's data.
Problems problems_from(const nlohmann::json& data);
// One sentence: how many there are, and the first.
std::string rejected_text(const Problems& problems);

}  // namespace afar::config
