#include "daemon/config/load.h"

#include "daemon/config/document.h"

namespace afar::config {

ConfigFiles config_files(const Paths& paths, const Environment& environment) {
  ConfigFiles files;
  files.user = paths.config;
  files.user_named = paths.config_named;
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
  const std::size_t problems_before = problems.size();
  const auto user = read_document(files.user, std::nullopt, problems);
  // Rules that are not there because of a slip in a name must not look like none at all.
  if (!user && files.user_named && problems.size() == problems_before) {
    problems.push_back({files.user, 0, "", "there is no such file"});
  }
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
