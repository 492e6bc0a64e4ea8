#include "daemon/cli/numbers.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "daemon/cli/failure.h"
#include "daemon/text/printable.h"

namespace afar::cli {
namespace {

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Thousandths of ".5" as written; what is finer is rounded up, so that the least time above none
// does not become none.
int milliseconds_of(std::string_view fraction) {
  int value = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    value = value * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
  }
  const bool finer = fraction.size() > 3 && fraction.find_first_not_of('0', 3) != fraction.npos;
  return value + (finer ? 1 : 0);
}

}  // namespace

Milliseconds seconds_from(const std::string& option, const std::string& text) {
  constexpr long long kSecondsMax = 366LL * 86400;
  const std::string_view all = text;
  const std::size_t point = all.find('.');
  const std::string_view whole = all.substr(0, point);
  const std::string_view fraction = point == all.npos ? "" : all.substr(point + 1);
  long long seconds = 0;
  const auto read = std::from_chars(whole.data(), whole.data() + whole.size(), seconds);
  const bool number = !whole.empty() && all_digits(whole) && all_digits(fraction) &&
                      (point == all.npos || !fraction.empty());
  if (!number || read.ec != std::errc() || seconds > kSecondsMax) {
    throw Failure(ExitCode::kWrongUsage,
                  option + " takes a number of seconds, not \"" + printable_line(text) + "\"");
  }
  return Milliseconds(seconds * 1000 + milliseconds_of(fraction));
}

}  // namespace afar::cli
