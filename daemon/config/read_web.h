// Reads how the page is served, and web addresses wherever they stand.
#pragma once
#include <optional>
#include <string>

#include "daemon/config/place.h"
#include "daemon/config/surface_settings.h"

namespace afar::config {

WebSettings read_web(const Place& place, const std::string& home);

// An https address, or http to this machine; without a slash at its end.
std::optional<std::string> read_url(const Place& place);

}  // namespace afar::config
