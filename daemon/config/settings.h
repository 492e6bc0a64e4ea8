// What a configuration file says, as values. Everything has a default: an installation without a
// file works.
#pragma once
#include <string>
#include <vector>

#include "daemon/config/place.h"
#include "daemon/config/read_delivery.h"
#include "daemon/config/surface_settings.h"
#include "daemon/core/responder.h"
#include "daemon/core/rule_book.h"

namespace afar::config {

struct Settings {
  RuleBook rules;
  Deliveries delivery;
  Responders responders;
  Limit away_after = std::chrono::minutes(10);
  std::int64_t open_dialogs_max = 20000;
  SurfaceSettings surfaces;
  std::vector<Pattern> redact;  // besides the built-in ones
  Notices notices;
};

// The user's file, all of it. `home`: what ~ stands for; empty: not known.
void read_user_file(const Place& top, const std::string& home, Settings& settings);
// The system's file holds rules and nothing else.
void read_system_file(const Place& top, const std::string& home, Settings& settings);

}  // namespace afar::config
