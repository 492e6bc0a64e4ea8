#include "shared/rpc/line_buffer.h"

namespace afar::rpc {

bool LineBuffer::append(std::string_view bytes) {
  if (overflown_) return false;
  if (start_ > 0) {
    bytes_.erase(0, start_);
    tail_ -= start_;
    start_ = 0;
  }
  std::size_t unseen = bytes_.size();
  bytes_.append(bytes);
  for (;;) {
    const std::size_t end = bytes_.find('\n', unseen);
    const std::size_t stop = end == std::string::npos ? bytes_.size() : end;
    if (stop - tail_ > line_bytes_max_) {
      // The lines before it are whole, and wait for next().
      bytes_.resize(tail_);
      overflown_ = true;
      return false;
    }
    if (end == std::string::npos) return true;
    tail_ = unseen = end + 1;
  }
}

std::optional<std::string> LineBuffer::next() {
  if (start_ == tail_) return std::nullopt;
  const std::size_t end = bytes_.find('\n', start_);
  std::size_t stop = end;
  if (stop > start_ && bytes_[stop - 1] == '\r') --stop;
  std::string line = bytes_.substr(start_, stop - start_);
  start_ = end + 1;
  return line;
}

}  // namespace afar::rpc
