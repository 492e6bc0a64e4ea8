#include "hook/setup/places.h"

#include <filesystem>

#include "hook/setup/refused.h"

namespace afar::setup {

namespace fs = std::filesystem;

std::string project_of(const std::string& folder) {
  std::error_code none;
  for (fs::path each = folder; each.has_relative_path(); each = each.parent_path()) {
    if (fs::exists(each / ".git", none)) return each.string();
  }
  return folder;
}

std::string home_of(const Environment& environment, const std::string& variable) {
  std::string home = variable.empty() ? "" : environment(variable).value_or("");
  if (home.empty()) home = environment("HOME").value_or("");
  if (home.empty()) throw Refused("HOME is not set, so that there is no configuration of yours");
  return fs::absolute(home).string();
}

void refuse_local(Scope scope, const std::string& agent) {
  if (scope != Scope::kLocal) return;
  throw Refused(agent +
                " has no settings of a project for one person alone; take --scope user or "
                "--scope project");
}

}  // namespace afar::setup
