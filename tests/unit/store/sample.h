// Dialogs, outcomes and audit entries to put on record.
#pragma once
#include <string>

#include "daemon/store/store.h"

namespace afar {

WallTime at_ms(std::int64_t milliseconds);

// The number-th id: "aaaaa", "aaaab", ...
DialogId id_of(int number);

// A plain open question of session "s1", call "c1".
DialogRecord plain_record(const DialogId& id);
// Every field set, with bytes that storage likes to lose: NUL, quotes, emoji, control characters.
DialogRecord full_record(const DialogId& id);

Outcome outcome_of(OutcomeState state, Decider::Kind by = Decider::Kind::kPerson);
AuditEntry entry_of(const std::string& kind, const std::string& body);

// In transactions of their own.
void put(Store& store, const DialogRecord& record);
void end(Store& store, const DialogId& id, OutcomeState state);
void append(Store& store, const AuditEntry& entry);

// Everything a record holds, as text to compare.
std::string in_words(const DialogRecord& record);

}  // namespace afar
