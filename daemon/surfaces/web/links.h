// Links by which a person's browser comes to the page: what the operator's command asks for.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daemon/turn/commit_turns.h"

namespace afar {

class Surfaces;

namespace web {

// Why the page cannot be reached, in words; empty: it can. Where another program had its port, it
// tries again first.
std::string why_off(const Surfaces& surfaces);

// In a turn, where it can: {url, local_url, public_url, expires_at}. `url` is the one to open, with
// a code in its fragment that works once.
nlohmann::json make_link(const Surfaces& surfaces, CommitTurns::Job& job, const std::string& name);

}  // namespace web
}  // namespace afar
