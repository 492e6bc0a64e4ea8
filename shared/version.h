// The three numbers that `--version` prints: the product's, the wire's and the database's.
#pragma once
#include <string>
#include <string_view>

namespace afar {

// The wire's version (shared/rpc/PROTOCOL.md). It changes only when an old peer could not go on.
inline constexpr int kProtocolVersion = 1;
// The database's version (daemon/store/SCHEMA.md), SQLite's user_version.
inline constexpr int kSchemaVersion = 4;

// The product's semantic version, for example "0.1.0".
std::string_view product_version();

// One line for --version: "afard 0.1.0 (protocol 1, schema 1)".
std::string version_line(std::string_view program);

}  // namespace afar
