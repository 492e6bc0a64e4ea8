// Waiting in tests: always for a state, never for a time. The guard only turns what never comes
// into a failure that says what was missing.
#pragma once
#include <chrono>
#include <functional>
#include <string>

namespace afar::test {

inline constexpr std::chrono::seconds kGuard(30);

// Looks until `holds` says yes. After the guard's time: a failure of the test that names `what`,
// and false.
[[nodiscard]] bool until(const std::string& what, const std::function<bool()>& holds);

// Until there is something to read at `fd`, or its end; false after the guard's time.
[[nodiscard]] bool until_readable(int fd);

}  // namespace afar::test
