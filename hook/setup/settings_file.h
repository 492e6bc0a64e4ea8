// An agent's configuration file on disk: read whole, and replaced whole or not at all. It belongs
// to a person and another program, so it is looked at closely before it is touched.
#pragma once
#include <sys/stat.h>

#include <optional>
#include <string>

#include "shared/dialog/time.h"

namespace afar::setup {

struct SettingsFile {
  std::string path;                 // as it was named
  std::string real;                 // where its symlinks lead; the same as `path` without any
  std::optional<std::string> text;  // nullopt: there is no such file
  struct stat info {};              // as it was when it was read
  bool closed = false;              // a new one is the person's alone
};

// Throws Refused for what is no plain file, too large or not readable.
SettingsFile read_settings(const std::string& path);

// The same, and also throws Refused for what could not, or should not, be replaced: another user's,
// one that is not writable, a symlink that leads nowhere.
SettingsFile read_settings_to_change(const std::string& path);

// Copies the file to a new one beside it, with its mode; the copy's path.
std::string keep_copy(const SettingsFile& file, WallTime now);

// Replaces the file in one step, with its mode; a new one gets the mode that the umask leaves, or
// 0600 where it is to be closed.
// Folders that are missing are made. Throws Refused where that fails, or where the file is no
// longer what was read.
void replace_settings(const SettingsFile& file, const std::string& text);

// Removes the file. Throws as replace_settings() does.
void remove_settings(const SettingsFile& file);

}  // namespace afar::setup
