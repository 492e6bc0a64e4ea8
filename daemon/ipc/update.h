// An update that was installed while the daemon runs.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace afar {

// "0.10.0" is newer than "0.9.1". Versions that are no three numbers are newer than nothing.
bool is_newer_version(std::string_view version, std::string_view than);

// The file that this process was started from, as it was then.
class OwnProgram {
 public:
  OwnProgram();
  // Whether another file stands at its path by now.
  bool was_replaced() const;

 private:
  struct Identity {
    dev_t device = 0;
    ino_t inode = 0;
    std::int64_t changed_at = 0;  // seconds
    bool operator==(const Identity&) const = default;
  };
  static bool look_at(const std::string& path, Identity& identity);

  std::string path_;
  Identity then_;
  bool known_ = false;
};

}  // namespace afar
