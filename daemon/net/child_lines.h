// What a program prints, cut into lines and bounded: a line that is too long and lines that come
// too fast are dropped and counted. Pure.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "shared/dialog/time.h"

namespace afar {

class ChildLines {
 public:
  struct Limits {
    // A whole plan with its previews fits many times.
    std::size_t line_bytes = 1024 * 1024;
    // No person answers as fast; what comes beyond that within a second is junk.
    std::uint64_t lines = 1000;
    std::size_t bytes = 8 * 1024 * 1024;
  };
  struct Dropped {
    std::uint64_t too_long = 0;
    std::uint64_t too_many = 0;
  };
  using Sink = std::function<void(std::string)>;

  explicit ChildLines(const Limits& limits) : limits_(limits) {}

  // Each whole line, without its end, and none that is empty.
  void append(std::string_view bytes, MonoTime now, const Sink& sink);
  // More than can be looked at came within this second: nothing more should be read until then.
  std::optional<MonoTime> pause(MonoTime now) const;
  const Dropped& dropped() const { return dropped_; }

 private:
  void end_line(const Sink& sink);
  void begin_second(MonoTime now);

  const Limits limits_;
  std::string line_;
  bool overlong_ = false;  // the line under way; the rest of it is passed over
  MonoTime second_{};      // when the one under way began
  std::uint64_t lines_ = 0;
  std::size_t bytes_ = 0;
  Dropped dropped_;
};

// A few lines a minute for the log, whatever comes.
class FewLines {
 public:
  // Whether this one may be said. `unsaid`: how many were not, once a minute is over.
  bool allow(MonoTime now, std::uint64_t& unsaid);

 private:
  MonoTime minute_{};
  int said_ = 0;
  std::uint64_t unsaid_ = 0;
};

}  // namespace afar
