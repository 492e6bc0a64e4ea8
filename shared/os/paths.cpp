#include "shared/os/paths.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace afar {
namespace {

// Below a file nothing can be made, by root neither.
constexpr const char* kNoHome = "/dev/null";

bool is_directory_of_ours(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == ::getuid();
}

// The XDG base directory specification: a relative path is invalid and counts as not set. It would
// mean another folder for every process.
std::optional<std::string> xdg_folder(const Environment& environment, const char* name) {
  auto folder = environment(name);
  if (folder && folder->front() != '/') folder.reset();
  return folder;
}

// The folder for the socket. Not created here.
std::string runtime_folder(const Environment& environment) {
  if (const auto runtime = xdg_folder(environment, "XDG_RUNTIME_DIR")) return *runtime + "/afar";
  const std::string uid = std::to_string(::getuid());
  const std::string run_user = "/run/user/" + uid;
  if (is_directory_of_ours(run_user)) return run_user + "/afar";
  return "/tmp/afar-" + uid;
}

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::optional<std::string> make_folders(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) return std::nullopt;
    return path + " is not a directory";
  }
  if (path == "/" || path == ".") return std::nullopt;
  if (auto wrong = make_folders(parent_of(path))) return wrong;
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return "cannot create " + path + ": " + std::strerror(errno);
  }
  return std::nullopt;
}

}  // namespace

Environment system_environment() {
  return [](std::string_view name) -> std::optional<std::string> {
    const char* value = std::getenv(std::string(name).c_str());
    if (value == nullptr || *value == '\0') return std::nullopt;
    return std::string(value);
  };
}

Paths find_paths(const Environment& environment, const PathOverrides& overrides) {
  const auto pick = [&](const std::string& option, const char* variable, std::string otherwise) {
    if (!option.empty()) return option;
    return environment(variable).value_or(std::move(otherwise));
  };
  // A relative one would mean another place in every folder.
  std::string home = environment("HOME").value_or(kNoHome);
  if (home[0] != '/') home = kNoHome;
  Paths paths;
  paths.state_dir =
      xdg_folder(environment, "XDG_STATE_HOME").value_or(home + "/.local/state") + "/afar";
  paths.socket = pick(overrides.socket, "AFAR_SOCKET", runtime_folder(environment) + "/afard.sock");
  paths.database = pick(overrides.database, "AFAR_DB", paths.state_dir + "/afar.db");
  const std::string config_dir =
      xdg_folder(environment, "XDG_CONFIG_HOME").value_or(home + "/.config") + "/afar";
  paths.config = pick(overrides.config, "AFAR_CONFIG", config_dir + "/config.json");
  paths.web_token = config_dir + "/web.token";
  paths.config_named = !overrides.config.empty() || environment("AFAR_CONFIG");
  paths.lock = parent_of(paths.database) + "/afar.lock";
  paths.spawn_lock = parent_of(paths.database) + "/spawn.lock";
  return paths;
}

std::string off_switch(const Paths& paths) { return paths.state_dir + "/off"; }

std::optional<std::string> make_private_folder_of(const std::string& file) {
  const std::string folder = parent_of(file);
  if (auto wrong = make_folders(folder)) return wrong;
  if (folder.rfind("/tmp/afar-", 0) != 0) return std::nullopt;
  // Anybody can make a name below /tmp: only a folder that is ours alone will do.
  struct stat info {};
  if (::lstat(folder.c_str(), &info) != 0) {
    return "cannot look at " + folder + ": " + std::strerror(errno);
  }
  if (!S_ISDIR(info.st_mode)) return folder + " is not a directory (a symlink is not taken)";
  if (info.st_uid != ::getuid()) return folder + " belongs to another user";
  if ((info.st_mode & 077) != 0) return folder + " is open to other users (wanted mode 0700)";
  return std::nullopt;
}

bool runs_inside_agent(const Environment& environment) {
  return environment("CLAUDECODE").has_value() || environment("AI_AGENT").has_value();
}

}  // namespace afar
