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

  // false: a line is longer than the limit. It is never given, nor is anything after it.
  [[nodiscard]] bool append(std::string_view bytes);
  // The next whole line, without its newline (and without a carriage return before it).
  std::optional<std::string> next();

 private:
  std::size_t line_bytes_max_;
  std::string bytes_;
  std::size_t start_ = 0;  // of the line that next() gives
  std::size_t tail_ = 0;   // of the line under way: all before it are whole
  bool overflown_ = false;
};

}  // namespace afar::rpc
