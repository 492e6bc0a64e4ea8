// The database's file as the operating system sees it: ours alone, and no symlink.
#pragma once
#include <string>

namespace afar::store {

// Makes the file (empty, mode 0600 whatever the umask) and its folder where they are missing,
// closes an existing one to other users, and returns its path with the folder's symlinks resolved,
// for SQLite. Throws DatabaseRefused (a symlink, no plain file, somebody else's) or
// StorageUnavailable. It never opens an existing file: closing a descriptor would drop the locks
// that SQLite holds on it.
std::string make_private_file(const std::string& path);

}  // namespace afar::store
