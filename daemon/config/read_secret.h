// Secrets stand in files of their own, in the environment or in systemd credentials, and never in
// the configuration itself.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/config/place.h"
#include "daemon/config/surface_settings.h"

namespace afar::config {

inline constexpr std::size_t kSecretBytesMax = 64 * 1024;

// The keys NAME_file, NAME_env and NAME_credential, of which one is enough. `names` keeps the keys'
// texts; it must outlive the reading.
struct SecretKeys {
  SecretKeys(std::string_view name, std::string home, std::optional<Secret>& target);
  std::vector<std::pair<std::string_view, Reader>> keys();

 private:
  void take(const Place& place, std::optional<std::string> text);
  std::optional<std::string> file_text(const Place& place) const;
  std::optional<std::string> variable_text(const Place& place) const;
  std::optional<std::string> credential_text(const Place& place) const;

  std::string file_;
  std::string env_;
  std::string credential_;
  std::string home_;
  std::optional<Secret>& target_;
};

// An absolute path; with ~/ for the home.
std::optional<std::string> read_path(const Place& place, const std::string& home);

}  // namespace afar::config
