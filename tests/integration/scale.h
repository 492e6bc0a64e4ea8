// How much a build bears. Processes of a sanitized build take ten times as long to start, and those
// of one that is not optimized three times.
#pragma once
#include <cstddef>

namespace afar::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::size_t kContests = 60;
// A hook's limit, in seconds: the margin before it (a tenth) must be enough for a commit.
inline constexpr const char* kShortHostLimit = "10";
inline constexpr std::size_t kManyHooks = 100;
#elif defined(NDEBUG)
inline constexpr const char* kShortHostLimit = "2";
inline constexpr std::size_t kContests = 300;
inline constexpr std::size_t kManyHooks = 1000;
#else
inline constexpr const char* kShortHostLimit = "4";
inline constexpr std::size_t kContests = 300;
inline constexpr std::size_t kManyHooks = 200;
#endif

}  // namespace afar::test
