// The wire's limits, for both sides (PROTOCOL.md repeats them).
#pragma once
#include <cstddef>

namespace afar::rpc {

// One message. Large enough for four questions with previews and a plan with everything an agent
// has been seen to send (hook input itself is bounded to 8 MiB), small enough to hold a few in
// memory.
inline constexpr std::size_t kMessageBytesMax = 16u * 1024 * 1024;
// A dialog as it is opened. It is given back in one message with its answers and its outcome beside
// it, and one that were too large for that would keep everybody from listing what is open.
inline constexpr std::size_t kOpenBytesMax = 12u * 1024 * 1024;
// Levels of nested arrays and objects. Real messages have six; a DOM of 100,000 levels overflows
// the stack when nlohmann/json 3.11 copies it, so depth is checked before one is built.
inline constexpr int kNestingMax = 64;

}  // namespace afar::rpc
