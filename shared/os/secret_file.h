// What every file with a secret in it has to be.
#pragma once
#include <sys/stat.h>

#include <optional>
#include <string>

namespace afar {

// "can be read by others (chmod 600)"; nullopt where it is a plain file of ours and closed to
// everybody else.
std::optional<std::string> why_not_secret(const struct stat& info);

}  // namespace afar
