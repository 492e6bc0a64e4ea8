#include "daemon/config/read_delivery.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "daemon/config/read_secret.h"
#include "shared/os/secret_file.h"

namespace afar::config {
namespace {

// A file of secrets: ours, and closed to everybody else.
void check_secret(const Place& place, const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    place.refuse("cannot look at " + path + ": " + std::strerror(errno));
  } else if (const auto wrong = why_not_secret(info)) {
    place.refuse(path + " " + *wrong);
  }
}

AgentDelivery read_agent(const Place& place, const std::string& home) {
  AgentDelivery agent;
  read_members(
      place, {{"resume", [&](const Place& at) { assign(agent.resume, read_boolean(at)); }},
              {"program", [&](const Place& at) { assign(agent.program, read_path(at, home)); }},
              {"env_file",
               [&](const Place& at) {
                 if (auto path = read_path(at, home)) {
                   check_secret(at, *path);
                   agent.env_file = *path;
                 }
               }},
              {"args", [&](const Place& at) {
                 read_elements(at, [&](const Place& each) { append(agent.args, read_text(each)); });
               }}});
  return agent;
}

}  // namespace

Deliveries read_delivery(const Place& place, const std::string& home) {
  Deliveries delivery;
  read_entries(place, [&](const std::string& agent, const Place& at) {
    delivery[agent] = read_agent(at, home);
  });
  return delivery;
}

}  // namespace afar::config
