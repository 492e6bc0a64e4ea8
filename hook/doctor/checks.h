// What doctor looks at whichever the agent is. Each looks only, and tells what it found; a check
// that has nothing to look at, which another one tells of, stays silent.
#pragma once
#include "hook/doctor/finding.h"
#include "hook/doctor/patient.h"

namespace afar::doctor {

// The programs of afar that are installed, and whether they are of one release.
Findings check_programs(const Patient& patient);
// AFAR_DISABLE and the kill switch.
Findings check_switches(const Patient& patient);
// The configuration, by afar itself.
Findings check_config(const Patient& patient);
// The daemon: there, answering, of this release.
Findings check_daemon(const Patient& patient);
// The database: not of a newer release.
Findings check_database(const Patient& patient);
// The state directory and the database's: there, ours, writable, and closed to others.
Findings check_state(const Patient& patient);
// Files with secrets: those in the configuration's folder and those that it names.
Findings check_secrets(const Patient& patient);
// How long the disk takes for a commit.
Findings check_disk(const Patient& patient);
// Whether the wall clock can be right.
Findings check_clock(const Patient& patient);

}  // namespace afar::doctor
