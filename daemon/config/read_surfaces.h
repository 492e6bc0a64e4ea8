// Reads where people are. What is wrong goes to the list of the place.
#pragma once
#include <set>
#include <string>

#include "daemon/config/place.h"
#include "daemon/config/surface_settings.h"

namespace afar::config {

struct SurfacesContext {
  std::string home;              // for ~ in paths; empty: not known
  std::set<std::string> people;  // who can be a responder
};

SurfaceSettings read_surfaces(const Place& place, const SurfacesContext& context);

}  // namespace afar::config
