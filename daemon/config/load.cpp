#include "daemon/config/load.h"

#include "daemon/config/document.h"

namespace afar::config {

ConfigFiles config_files(const Paths& paths, const Environment& environment) {
  ConfigFiles files;
  files.user = paths.config;
  files.home = environment("HOME").value_or("");
  return files;
}

std::variant<Loaded, Problems> load(const ConfigFiles& files) {
  Problems problems;
  Loaded loaded;
  const auto system = read_document(files.system, files.system_owner, problems);
  if (system) {
    loaded.system_hash = system->hash;
    read_system_file(Place(system->top, files.system, problems), files.home, loaded.settings);
  }
  const auto user = read_document(files.user, std::nullopt, problems);
  if (user) {
    loaded.user_hash = user->hash;
    read_user_file(Place(user->top, files.user, problems), files.home, loaded.settings);
  }
  if (!problems.empty()) return problems;
  return loaded;
}

Problems check_config(const ConfigFiles& files) {
  auto loaded = load(files);
  auto* problems = std::get_if<Problems>(&loaded);
  return problems != nullptr ? std::move(*problems) : Problems{};
}

}  // namespace afar::config
