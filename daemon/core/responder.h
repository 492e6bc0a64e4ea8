// People who may answer, and whether one may answer a certain dialog. Pure.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/core/ledger.h"
#include "daemon/core/rule_book.h"

namespace afar {

// One person, however many surfaces they use. The owner, whoever has this uid, always exists.
struct Responder {
  std::optional<std::int64_t> telegram;  // the stable id there
  bool web = false;
  bool ntfy = false;
  std::optional<std::vector<DialogKind>> may;  // absent: every kind
};
using Responders = std::map<std::string, Responder>;  // by name

inline constexpr char kOwner[] = "owner";
// The owner's own command, at this machine.
inline constexpr char kCliSurface[] = "cli";

// Why this person may not answer or dismiss the dialog, in words; nullopt: they may. Approvers bind
// everybody, the owner too, as the dialog was opened: no later change of the rules frees it. The
// same holds for the surfaces on which a rule has it shown; the owner at this machine needs none.
std::optional<std::string> why_not_answer(const Responders& responders, const DialogRecord& record,
                                          const Decider& by, WallTime now);

}  // namespace afar
