#include "daemon/surfaces/web/links.h"

#include <nlohmann/json.hpp>

#include "daemon/surfaces/surfaces.h"
#include "daemon/surfaces/web/web.h"

namespace afar::web {

using nlohmann::json;

std::string why_off(const Surfaces& surfaces) {
  const auto page = surfaces.web();
  if (!page) return "the configuration turns it off";
  page->listen_again();
  return page->why_down();
}

json make_link(const Surfaces& surfaces, CommitTurns::Job& job, const std::string& name) {
  const auto page = surfaces.web();
  const auto code = Visitors::make_code(job, name);
  const std::string end = "/#login=" + code.secret;
  const std::string local = page->local_url() + end;
  const bool is_public = !page->public_url().empty();
  return {{"url", is_public ? page->public_url() + end : local},
          {"local_url", local},
          {"public_url", is_public ? json(page->public_url()) : json(nullptr)},
          {"name", name},
          {"expires_at", to_rfc3339(code.expires_at)}};
}

}  // namespace afar::web
