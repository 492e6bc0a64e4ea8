#include "daemon/cli/surroundings.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <iostream>

#include "shared/os/process.h"

namespace afar::cli {
namespace {

// Narrower than this no table is readable; what a terminal reports before it is laid out.
constexpr int kColumnsMin = 40;

int terminal_columns() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col < kColumnsMin ? kColumnsMin : size.ws_col;
}

std::string styled(const Console& console, const char* code, const std::string& text) {
  return console.colours ? "\x1b[" + std::string(code) + "m" + text + "\x1b[0m" : text;
}

}  // namespace

std::string Console::bold(const std::string& text) const { return styled(*this, "1", text); }
std::string Console::dim(const std::string& text) const { return styled(*this, "2", text); }

Surroundings system_surroundings() {
  const Environment environment = system_environment();
  const bool terminal = ::isatty(STDOUT_FILENO) == 1;
  const bool colours =
      terminal && !environment("NO_COLOR") && environment("TERM").value_or("dumb") != "dumb";
  return {{std::cin, std::cout, std::cerr, terminal, colours, terminal ? terminal_columns() : 80},
          environment,
          [] { return read_clocks().wall; },
          find_sibling};
}

}  // namespace afar::cli
