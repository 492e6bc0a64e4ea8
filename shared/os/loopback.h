// Which hosts are this machine.
#pragma once
#include <string>

namespace afar {

// By its name or number: localhost, 127.0.0.0/8, ::1, [::1]. Numbers as they are written out in
// full. Asks no name server.
bool is_loopback_host(const std::string& host);

}  // namespace afar
