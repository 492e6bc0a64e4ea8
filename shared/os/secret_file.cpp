#include "shared/os/secret_file.h"

#include <unistd.h>

namespace afar {

std::optional<std::string> why_not_secret(const struct stat& info) {
  if (!S_ISREG(info.st_mode)) return "is not a plain file";
  if (info.st_uid != ::geteuid()) return "belongs to another user";
  if ((info.st_mode & 077) != 0) return "can be read by others (chmod 600)";
  return std::nullopt;
}

}  // namespace afar
