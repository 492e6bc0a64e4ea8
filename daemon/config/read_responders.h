// Reads who may answer.
#pragma once
#include "daemon/config/place.h"
#include "daemon/core/responder.h"

namespace afar::config {

Responders read_responders(const Place& place);

}  // namespace afar::config
