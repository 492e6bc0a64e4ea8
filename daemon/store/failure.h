// What an error of SQLite's means to the rest: trouble of the disk or the file, or a mistake of
// ours.
#pragma once
#include <string>

namespace SQLite {
class Exception;
}

namespace afar::store {

// Throws StorageUnavailable where the disk or the file is the trouble (full, failing, read-only,
// busy, damaged, gone), std::runtime_error otherwise. The message says what was tried, on which
// file, what SQLite says and what to do; SQLite's texts name tables and columns, never values.
[[noreturn]] void throw_failure(const SQLite::Exception& error, const std::string& tried,
                                const std::string& path);

// Met at the begin of something, these stay with a connection also when the disk is well again.
bool spoils_connection(const SQLite::Exception& error);

// The file itself is not a whole SQLite database.
bool means_damage(const SQLite::Exception& error);

}  // namespace afar::store
