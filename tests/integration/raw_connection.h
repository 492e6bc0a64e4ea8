// A connection on which anything may be said, for what no honest client says.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "shared/os/fd.h"
#include "shared/os/paths.h"

namespace afar::test {

class RawConnection {
 public:
  explicit RawConnection(const Paths& paths);

  // false: the daemon has cut us off.
  bool send(std::string_view bytes);
  // Asks and takes the next line for the reply.
  nlohmann::json ask(const std::string& line);
  // The next line; a failure of the test, and null, where none comes.
  nlohmann::json line();
  // The kind of the error in the next line; "" where it is none.
  std::string error_kind();
  // Reads to the end; how many bytes there were. A failure of the test where there is no end.
  std::size_t read_to_end();
  void initialize(const std::string& role);
  void close() { fd_.reset(); }

 private:
  // Adds what comes to received_; false at the end.
  bool read_some();

  UniqueFd fd_;
  std::string received_;
};

}  // namespace afar::test
