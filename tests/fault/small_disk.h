// A disk of a fixed size that can be filled to the last page, made read-only, and be well again.
// Needs need_mounts(). Outlives the stage whose state stands on it.
#pragma once
#include <cstddef>
#include <string>

namespace afar::test {

class SmallDisk {
 public:
  explicit SmallDisk(std::size_t bytes);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  const std::string& path() const { return path_; }
  // Takes all space but so much.
  void fill_but(std::size_t bytes);
  // Gives back what was taken.
  void free();
  std::size_t bytes_free() const;
  // While somebody has a file open for writing, no disk can be made read-only.
  void make_read_only(bool read_only);

 private:
  std::string path_;
};

}  // namespace afar::test
