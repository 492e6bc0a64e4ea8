#include "daemon/net/child_lines.h"

#include <utility>

namespace afar {
namespace {

using namespace std::chrono_literals;

constexpr int kSaidPerMinute = 10;

}  // namespace

void ChildLines::append(std::string_view bytes, MonoTime now, const Sink& sink) {
  begin_second(now);
  bytes_ += bytes.size();
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, end);
    if (!overlong_ && line_.size() + piece.size() > limits_.line_bytes) {
      overlong_ = true;
      ++dropped_.too_long;
      line_ = std::string();  // gives its memory back
    }
    if (!overlong_) line_.append(piece);
    if (end == std::string_view::npos) return;
    end_line(sink);
    bytes.remove_prefix(end + 1);
  }
}

void ChildLines::end_line(const Sink& sink) {
  const bool whole = !std::exchange(overlong_, false);
  std::string line = std::exchange(line_, {});
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (!whole || line.empty()) return;
  if (lines_ >= limits_.lines) {
    ++dropped_.too_many;
    return;
  }
  ++lines_;
  sink(std::move(line));
}

void ChildLines::begin_second(MonoTime now) {
  if (now - second_ < 1s) return;
  second_ = now;
  lines_ = 0;
  bytes_ = 0;
}

std::optional<MonoTime> ChildLines::pause(MonoTime now) const {
  if (bytes_ <= limits_.bytes || now - second_ >= 1s) return std::nullopt;
  return second_ + 1s;
}

bool FewLines::allow(MonoTime now, std::uint64_t& unsaid) {
  unsaid = 0;
  if (now - minute_ >= 1min) {
    minute_ = now;
    said_ = 0;
    unsaid = std::exchange(unsaid_, 0);
  }
  if (said_ < kSaidPerMinute) {
    ++said_;
    return true;
  }
  ++unsaid_;
  return false;
}

}  // namespace afar
