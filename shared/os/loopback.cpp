#include "shared/os/loopback.h"

#include <arpa/inet.h>
#include <netinet/in.h>

namespace afar {
namespace {

bool is_ipv4_loopback(const std::string& host) {
  in_addr address{};
  return ::inet_pton(AF_INET, host.c_str(), &address) == 1 && (ntohl(address.s_addr) >> 24) == 127;
}

bool is_ipv6_loopback(const std::string& host) {
  in6_addr address{};
  return ::inet_pton(AF_INET6, host.c_str(), &address) == 1 && IN6_IS_ADDR_LOOPBACK(&address);
}

}  // namespace

bool is_loopback_host(const std::string& host) {
  if (host.find('\0') != std::string::npos) return false;
  if (host == "localhost" || is_ipv4_loopback(host) || is_ipv6_loopback(host)) return true;
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  return bracketed && is_ipv6_loopback(host.substr(1, host.size() - 2));
}

}  // namespace afar
