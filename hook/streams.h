// Standard input, output and error as the hook uses them: bounded, whole, and without iostreams.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace afar::hook {

// Everything up to the end of the file; nullopt where there is more than `bytes_max`. Throws
// std::runtime_error where it cannot be read.
std::optional<std::string> read_all(int fd, std::size_t bytes_max);

// Writes all of it; false where that was not possible.
[[nodiscard]] bool write_all(int fd, std::string_view text);

// One line "afar-hook: ..." on stderr: control characters replaced, so that text from an event
// cannot act on a terminal, and not longer than a screen's worth.
void complain(std::string_view what, std::string_view program = "afar-hook");

// The end of a regular file, at most `bytes_max`; empty where it cannot be read.
std::string read_tail(const std::string& path, std::size_t bytes_max);

}  // namespace afar::hook
