// Reads how answers reach agents that no longer wait for them.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "daemon/config/place.h"

namespace afar::config {

// Nothing is pushed to an agent that is not named.
struct AgentDelivery {
  bool resume = false;            // runs that ended for a question go on once it is answered
  std::string program;            // absolute; empty: found by the agent's name
  std::string env_file;           // absolute; NAME=value lines for the resumed run; empty: none
  std::vector<std::string> args;  // more arguments for it
};
using Deliveries = std::map<std::string, AgentDelivery>;

// `home`: what ~ stands for; empty: not known.
Deliveries read_delivery(const Place& place, const std::string& home);

}  // namespace afar::config
