// A configuration file on disk: bounded, and from whom it has to be.
#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <variant>

namespace afar::config {

struct FileAbsent {};
struct FileRefused {
  std::string why;
};
struct FileText {
  std::string text;
  std::string hash;  // hex SHA-256 of its bytes
};
using FileRead = std::variant<FileAbsent, FileRefused, FileText>;

// `only_owner`: the user who must own the file, and be the only one who can write to it.
FileRead read_config_file(const std::string& path, std::optional<uid_t> only_owner);

}  // namespace afar::config
