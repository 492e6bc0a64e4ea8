// Whether a daemon answers, and whether it is of this release.
#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "hook/doctor/checks.h"
#include "shared/rpc/client.h"
#include "shared/rpc/find_daemon.h"
#include "shared/version.h"

namespace afar::doctor {
namespace {

constexpr Milliseconds kConnectLimit{1000};
constexpr Milliseconds kAnswerLimit{5000};

Finding not_connected(const Connected& connected, const Paths& paths) {
  switch (connected.status) {
    case ConnectStatus::kBusy:
      return wrong("daemon", "afard does not take connections: " + connected.why,
                   "afar daemon restart");
    case ConnectStatus::kNotOurs:
      return wrong("daemon", "another user listens at " + paths.socket + ": " + connected.why,
                   "set XDG_RUNTIME_DIR, or AFAR_SOCKET, to a place of your own");
    case ConnectStatus::kUnusable:
      return wrong("daemon", connected.why,
                   "set AFAR_SOCKET to a shorter path that can be reached");
    default:
      return wrong("daemon", "no daemon is running at " + paths.socket,
                   "afar daemon start (the first question would start it, too)");
  }
}

std::string numbers_of(const nlohmann::json& status) {
  return status.value("version", "?") + " (protocol " +
         std::to_string(status.value("protocol", 0)) + ", schema " +
         std::to_string(status.value("schema", 0)) + ")";
}

Finding found(const nlohmann::json& status) {
  const std::string theirs = "afard " + numbers_of(status);
  const std::string who =
      theirs + ", process " + std::to_string(status.value("pid", std::int64_t{0})) + ",";
  if (theirs != version_line("afard")) {
    return wrong("daemon",
                 who + " is another release than what is installed: " + version_line("afard"),
                 "afar daemon restart");
  }
  return fine("daemon", who + " answers");
}

std::uint32_t big_endian(const unsigned char* bytes) {
  std::uint32_t number = 0;
  for (int at = 0; at < 4; ++at) number = number << 8 | bytes[at];
  return number;
}

// SQLite's user_version, at byte 60 of the file's head; nullopt where there is no database.
std::optional<std::uint32_t> schema_on_disk(const std::string& database) {
  const UniqueFd fd(::open(database.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  unsigned char head[100];
  if (!fd || ::pread(fd.get(), head, sizeof head, 0) != sizeof head) return std::nullopt;
  return big_endian(head + 60);
}

}  // namespace

Findings check_database(const Patient& patient) {
  const auto schema = schema_on_disk(patient.paths.database);
  if (!schema || *schema <= static_cast<std::uint32_t>(kSchemaVersion)) return {};
  return {wrong("database",
                patient.paths.database + " is of schema " + std::to_string(*schema) +
                    ", which is newer than this afar's " + std::to_string(kSchemaVersion),
                "install the afar that made it, or a newer one")};
}

Findings check_daemon(const Patient& patient) {
  Connected connected = rpc::connect_to_daemon(patient.paths, kConnectLimit);
  if (connected.status != ConnectStatus::kConnected) {
    return {not_connected(connected, patient.paths)};
  }
  try {
    rpc::Client client(std::move(connected.fd));
    client.call(
        "initialize",
        rpc::initialize_params("afar-agent", "operator", runs_inside_agent(patient.environment)),
        kAnswerLimit);
    return {found(client.call("status", nlohmann::json::object(), kAnswerLimit))};
  } catch (const std::exception& failed) {
    return {wrong("daemon", std::string("afard does not answer: ") + failed.what(),
                  "afar daemon restart; look into its log")};
  }
}

}  // namespace afar::doctor
