// Cuts a byte stream into lines, bounded. One per connection and direction.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace afar::rpc {

class LineBuffer {
 public:
  explicit LineBuffer(std::size_t line_bytes_max) : line_bytes_max_(line_bytes_max) {}

  // false: the line under way is longer than the limit. Nothing more is taken from then on.
  [[nodiscard]] bool append(std::string_view bytes);
  // The next whole line, without its newline (and without a carriage return before it).
  std::optional<std::string> next();

 private:
  std::size_t line_bytes_max_;
  std::string bytes_;
  std::size_t start_ = 0;    // of the line under way
  std::size_t scanned_ = 0;  // no newline before this
  bool overflown_ = false;
};

}  // namespace afar::rpc
