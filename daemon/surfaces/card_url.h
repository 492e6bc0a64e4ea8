// Where a dialog stands on the web page.
#pragma once
#include <string>

#include "daemon/config/surface_settings.h"

namespace afar {

// Empty where the page cannot be reached from elsewhere.
inline std::string card_url(const config::WebSettings& web, const DialogId& id) {
  return web.on && !web.public_url.empty() ? web.public_url + "/#" + id : "";
}

}  // namespace afar
