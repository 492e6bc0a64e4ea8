// The policy of an installation without a rule, and what a mode comes to on a host. Pure.
#pragma once
#include "daemon/core/ruling.h"
#include "shared/dialog/request.h"

namespace afar {

// Interactive: race without end, then the terminal. Not interactive: block up to the host's limit,
// then park. Permissions stay with the terminal where the operator did not turn them on, since
// every prompt would ring a phone otherwise, and so does the entry into plan mode. So does the form
// of an MCP server where there is a terminal: while a hook waits the form is not shown, and a
// person sitting there would wait for nothing. What must be asked has no terminal behind it: block,
// whatever it is.
Ruling built_in_ruling(const OpenRequest& request);

// A mode that the host cannot do falls to the next one that keeps the person in charge: defer to
// race where the run cannot be ended, race to block where the agent has no dialog of its own.
Mode mode_on_host(Mode wanted, const OpenRequest& request);

}  // namespace afar
