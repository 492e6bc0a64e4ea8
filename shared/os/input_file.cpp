#include "shared/os/input_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

namespace afar {

UniqueFd input_file(std::string_view text) {
  const auto fail = [] {
    throw std::runtime_error(std::string("cannot keep a program's input: ") + std::strerror(errno));
  };
  std::FILE* file = std::tmpfile();
  if (file == nullptr) fail();
  UniqueFd fd(::fcntl(::fileno(file), F_DUPFD_CLOEXEC, 0));
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written || !fd || ::lseek(fd.get(), 0, SEEK_SET) != 0) fail();
  return fd;
}

}  // namespace afar
