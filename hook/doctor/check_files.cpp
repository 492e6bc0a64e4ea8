// Whose files they are, and who may read them.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "hook/doctor/checks.h"
#include "hook/streams.h"
#include "shared/os/fd.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/nesting.h"

namespace afar::doctor {
namespace {

namespace fs = std::filesystem;

// A configuration is some kB.
constexpr std::size_t kConfigBytesMax = 1024 * 1024;

std::optional<struct stat> look_at(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return std::nullopt;
  return info;
}

std::string mode_in_words(mode_t mode) {
  char text[8];
  std::snprintf(text, sizeof text, "%04o", mode & 07777u);
  return text;
}

// Asked of the mode too: root may write everywhere.
bool may_write(const std::string& folder, const struct stat& info) {
  return (info.st_mode & 0300) == 0300 && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

// The folder itself, or what is nearest above it.
Finding missing_folder(const std::string& folder) {
  fs::path above = fs::path(folder).parent_path();
  std::optional<struct stat> info;
  while (!(info = look_at(above.string())) && above.has_relative_path()) {
    above = above.parent_path();
  }
  if (info && S_ISDIR(info->st_mode) && may_write(above.string(), *info)) {
    return fine("state", folder + " is not there yet; the daemon makes it");
  }
  return wrong("state", folder + " is not there and cannot be made in " + above.string(),
               "make it, or set XDG_STATE_HOME to a folder of yours");
}

Finding check_folder(const std::string& folder) {
  const auto info = look_at(folder);
  if (!info && errno == ENOENT) return missing_folder(folder);
  if (!info) {
    return wrong("state", "cannot look at " + folder + ": " + std::strerror(errno),
                 "set XDG_STATE_HOME to a folder of yours");
  }
  if (!S_ISDIR(info->st_mode)) {
    return wrong("state", folder + " is no folder", "move it away");
  }
  if (info->st_uid != ::geteuid()) {
    return wrong("state", folder + " belongs to another user", "make it yours, or move it away");
  }
  if (!may_write(folder, *info)) {
    return wrong("state", folder + " is not writable (mode " + mode_in_words(info->st_mode) + ")",
                 "chmod 700 " + folder);
  }
  if ((info->st_mode & 077) != 0) {
    return wrong("state",
                 folder + " is open to other users (mode " + mode_in_words(info->st_mode) + ")",
                 "chmod 700 " + folder);
  }
  return fine("state", folder + " is yours alone and writable");
}

// In a closed folder nobody gets at a file; the mode still goes along with a copy.
void check_files_in(const std::string& folder, bool closed, Findings& findings) {
  std::error_code none;
  for (const auto& each : fs::directory_iterator(folder, none)) {
    const std::string path = each.path().string();
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) continue;
    if ((info.st_mode & 077) == 0) continue;
    const std::string what =
        path + " is open to other users (mode " + mode_in_words(info.st_mode) + ")";
    const std::string remedy = "chmod 600 " + path;
    findings.push_back(closed ? warning("state", what, remedy) : wrong("state", what, remedy));
  }
}

void check_secret(const std::string& path, Findings& findings) {
  const auto info = look_at(path);
  // One that is missing is the configuration's matter.
  if (!info || !S_ISREG(info->st_mode)) return;
  if ((info->st_mode & 077) != 0) {
    findings.push_back(wrong(
        "secrets",
        path + " can be read or written by other users (mode " + mode_in_words(info->st_mode) + ")",
        "chmod 600 " + path + ", and have a new secret made"));
  } else if (info->st_uid != ::geteuid()) {
    findings.push_back(wrong("secrets", path + " belongs to another user", "chown it to yourself"));
  }
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The values of keys like "token_file", wherever they stand.
void collect_files(const nlohmann::json& part, const std::string& home,
                   std::set<std::string>& files) {
  for (const auto& each : part.items()) {
    if (each.value().is_structured()) collect_files(each.value(), home, files);
    if (!part.is_object() || !each.value().is_string() || !ends_with(each.key(), "_file")) continue;
    std::string path = each.value().get<std::string>();
    if (path.rfind("~/", 0) == 0) path = home + path.substr(1);
    files.insert(path);
  }
}

std::set<std::string> secret_files(const Patient& patient) {
  std::set<std::string> files;
  std::error_code none;
  for (const auto& each :
       fs::directory_iterator(fs::path(patient.paths.config).parent_path(), none)) {
    const std::string name = each.path().filename().string();
    if (ends_with(name, ".token") || ends_with(name, ".env")) files.insert(each.path().string());
  }
  const UniqueFd fd(::open(patient.paths.config.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  const auto info = look_at(patient.paths.config);
  if (!fd || !info || !S_ISREG(info->st_mode)) return files;
  const auto text = hook::read_all(fd.get(), kConfigBytesMax);
  if (!text || !rpc::nests_within(*text, rpc::kNestingMax)) return files;
  collect_files(nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false,
                                      /*ignore_comments=*/true),
                patient.environment("HOME").value_or(""), files);
  return files;
}

void check_config_file(const std::string& path, Findings& findings) {
  const auto info = look_at(path);
  if (!info || !S_ISREG(info->st_mode)) return;
  if ((info->st_mode & 022) != 0) {
    findings.push_back(wrong("secrets",
                             path + " can be written by other users (mode " +
                                 mode_in_words(info->st_mode) + "): they decide for you",
                             "chmod 600 " + path));
  } else if ((info->st_mode & 044) != 0) {
    findings.push_back(warning(
        "secrets", path + " can be read by other users (mode " + mode_in_words(info->st_mode) + ")",
        "chmod 600 " + path));
  }
}

}  // namespace

Findings check_state(const Patient& patient) {
  std::set<std::string> folders{patient.paths.state_dir};
  const std::string base = fs::absolute(patient.paths.database).parent_path().string();
  folders.insert(base);
  Findings findings;
  for (const auto& folder : folders) {
    findings.push_back(check_folder(folder));
    const auto info = look_at(folder);
    // A database's folder that is a shared one has other people's files in it, too.
    if (!info || (folder != patient.paths.state_dir && (info->st_mode & 077) != 0)) continue;
    check_files_in(folder, (info->st_mode & 077) == 0, findings);
  }
  return findings;
}

Findings check_secrets(const Patient& patient) {
  Findings findings;
  for (const auto& each : secret_files(patient)) check_secret(each, findings);
  check_config_file(patient.paths.config, findings);
  if (findings.empty())
    findings.push_back(fine("secrets", "no file with secrets is open to others"));
  return findings;
}

}  // namespace afar::doctor
