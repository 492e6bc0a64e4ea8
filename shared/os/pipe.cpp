#include "shared/os/pipe.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace afar {

Pipe make_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
  set_close_on_exec(ends[0]);
  set_close_on_exec(ends[1]);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

}  // namespace afar
