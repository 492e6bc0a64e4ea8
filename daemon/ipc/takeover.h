// Becoming the one daemon of a database.
#pragma once
#include <optional>
#include <string>

#include "shared/os/instance_lock.h"
#include "shared/os/paths.h"

namespace afar {

// The lock beside the database. Where another daemon holds it: one that a service manager started,
// with a socket that listens at `inherited`, has it hand over and waits for that, at most 10 s; any
// other only makes sure that the holder can be reached, and steps aside (nullopt, with the reason
// in the log), or takes over from one that is about to end.
std::optional<InstanceLock> become_the_one(const Paths& paths,
                                           const std::optional<std::string>& inherited);

}  // namespace afar
