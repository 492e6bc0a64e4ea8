#include "shared/rpc/line_buffer.h"

namespace afar::rpc {

bool LineBuffer::append(std::string_view bytes) {
  if (overflown_) return false;
  if (start_ > 0) {
    bytes_.erase(0, start_);
    scanned_ -= start_;
    start_ = 0;
  }
  bytes_.append(bytes);
  // Only the tail without a newline counts: whole lines before it are waiting for next().
  const std::size_t last = bytes_.rfind('\n');
  const std::size_t tail = last == std::string::npos ? bytes_.size() : bytes_.size() - last - 1;
  const std::size_t first = bytes_.find('\n', scanned_);
  const std::size_t head = first == std::string::npos ? bytes_.size() : first;
  overflown_ = tail > line_bytes_max_ || head > line_bytes_max_;
  return !overflown_;
}

std::optional<std::string> LineBuffer::next() {
  const std::size_t end = bytes_.find('\n', scanned_);
  if (end == std::string::npos) {
    scanned_ = bytes_.size();
    return std::nullopt;
  }
  std::size_t stop = end;
  if (stop > start_ && bytes_[stop - 1] == '\r') --stop;
  std::string line = bytes_.substr(start_, stop - start_);
  start_ = scanned_ = end + 1;
  return line;
}

}  // namespace afar::rpc
