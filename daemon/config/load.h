// From the files to what is in force: all of it, or every problem.
#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/config/problem.h"
#include "daemon/config/settings.h"
#include "shared/os/paths.h"

namespace afar::config {

struct ConfigFiles {
  std::string user;
  bool user_named = false;                       // somebody named it: it has to exist
  std::string home;                              // what ~ stands for; empty: not known
  std::string system = "/etc/afar/policy.json";  // need not exist
  uid_t system_owner = 0;                        // only a file of this user's counts
};

// Where they are by the environment and the command line.
ConfigFiles config_files(const Paths& paths, const Environment& environment);

struct Loaded {
  Settings settings;
  std::optional<std::string> user_hash;  // hex SHA-256; absent: there is no such file
  std::optional<std::string> system_hash;
};

using Problems = std::vector<Problem>;

std::variant<Loaded, Problems> load(const ConfigFiles& files);

// For `afar config check`: every problem, none where the files can be used.
Problems check_config(const ConfigFiles& files);

}  // namespace afar::config
