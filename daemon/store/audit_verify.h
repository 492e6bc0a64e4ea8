// Verifies the audit chain of a database file, by the layout of SCHEMA.md. On a read-only
// connection of its own: any thread, beside a running daemon, or on a copy of the file.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "daemon/core/sha256.h"

namespace afar {

struct AuditCheck {
  bool ok = false;
  std::int64_t count = 0;              // events looked at
  std::int64_t removed = 0;            // of those, whose text was removed
  Hash hash{};                         // of the last event; 32 zero bytes where there is none
  std::optional<std::string> problem;  // what is wrong, in words, without a value from the record
  std::optional<std::int64_t> seq;     // of the first bad event
};

// Stops at the first problem. Throws DatabaseRefused where the file is no database of ours or is
// newer, StorageUnavailable where it cannot be read. A file that SQLite finds damaged is a problem,
// not an error.
AuditCheck verify_audit(const std::string& path);

}  // namespace afar
