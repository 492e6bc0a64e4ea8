// Keys of the configuration that this version of afar knows and does not act on. None of them is
// taken in silence: a rule that was meant to ring a phone must not look as if it did. Where the
// value asks for nothing (an empty list, false), there is nothing to refuse.
#pragma once
#include <string_view>

#include "daemon/config/place.h"

namespace afar::config {

// "this version of afar has no escalation yet"
void refuse_not_yet(const Place& place, std::string_view what);

void read_surfaces_not_yet(const Place& place);       // the top-level key
void read_rule_surfaces_not_yet(const Place& place);  // of a rule
void read_audit_not_yet(const Place& place);
void read_redact_not_yet(const Place& place);
void read_notices_not_yet(const Place& place);

}  // namespace afar::config
