#include "daemon/core/policy.h"

#include "daemon/core/record.h"

namespace afar {

Ruling built_in_ruling(const OpenRequest& request) {
  Ruling ruling;
  ruling.rule = "built-in";
  const bool relayed = request.kind == DialogKind::kPermission && request.relay && !request.unasked;
  const bool for_the_terminal =
      (request.kind == DialogKind::kPermission && !relayed) ||
      request.kind == DialogKind::kPlanEntry ||
      (request.kind == DialogKind::kElicitation && request.origin.interactive);
  if (for_the_terminal && !request.must_ask) {
    ruling.mode = Mode::kLocal;
  } else if (request.origin.interactive && !request.must_ask) {
    ruling.mode = Mode::kRace;
    ruling.on_timeout = OnTimeout::kLocal;
  } else {
    ruling.mode = Mode::kBlock;
    ruling.on_timeout = can_be_parked(request.kind) ? OnTimeout::kPark : OnTimeout::kLocal;
  }
  return ruling;
}

Mode mode_on_host(Mode wanted, const OpenRequest& request) {
  // The way into plan mode is let pass or refused: it is nothing that a person is asked.
  const bool passes = request.kind == DialogKind::kPlanEntry && !request.must_ask;
  if (passes && wanted != Mode::kDeny) return Mode::kLocal;
  if (wanted == Mode::kDefer && (!request.can_defer || request.phase == Phase::kBeside)) {
    wanted = Mode::kRace;
  }
  // Beside the agent's own dialog there is one to race, whatever the request says.
  if (wanted == Mode::kRace && !request.can_race && request.phase == Phase::kBefore) {
    wanted = Mode::kBlock;
  }
  return wanted;
}

}  // namespace afar
