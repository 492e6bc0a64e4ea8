#include "hook/setup/installed_program.h"

#include <filesystem>
#include <string_view>

#include "shared/os/process.h"

namespace afar::setup {

namespace fs = std::filesystem;

std::string installed_program(const std::string& name, const Environment& environment) {
  const std::string beside = find_sibling(name);
  if (beside.empty()) return "";
  const std::string path = environment("PATH").value_or("");
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const fs::path folder(rest.substr(0, colon));
    rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
    std::error_code none;
    const fs::path candidate = folder / name;
    if (folder.is_absolute() && fs::equivalent(candidate, beside, none)) return candidate.string();
  }
  return fs::path(beside).lexically_normal().string();
}

}  // namespace afar::setup
