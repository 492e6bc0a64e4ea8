// A configuration file, read and parsed.
#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "daemon/config/node.h"
#include "daemon/config/problem.h"

namespace afar::config {

struct Document {
  Node top;
  std::string hash;  // hex SHA-256 of the file
};

// nullopt where there is no such file, or where a problem was added.
std::optional<Document> read_document(const std::string& path, std::optional<uid_t> only_owner,
                                      std::vector<Problem>& problems);

}  // namespace afar::config
