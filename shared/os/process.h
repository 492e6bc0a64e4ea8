// Processes: where our own executables are, starting one that outlives us, and who descends from
// whom.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/os/fd.h"

namespace afar {

// The absolute path of the running executable, symlinks resolved; empty where the system does not
// say.
std::string own_executable();

// An executable of ours: beside the running one, else at `relative` to its folder
// ("../libexec/afar/x"), else by PATH. Empty: not found.
std::string find_sibling(const std::string& name);

// Starts argv[0] (an absolute path) in a session of its own, with / as its directory, standard
// input and output at /dev/null, standard error appended to `log` (0600), every other descriptor
// closed, and `environment` ("NAME=value") as its whole environment. Returns the process's id; it
// is no child of ours (an agent that ends us and our descendants must not take it along). Throws
// std::runtime_error where it cannot even be tried; a program that fails later shows in the log.
std::int64_t spawn_detached(const std::vector<std::string>& argv,
                            const std::vector<std::string>& environment, const std::string& log);

// The same, with `input` as its standard input and its standard output readable here; the end of
// that is its end, or that of what it left running with it.
UniqueFd spawn_piped(const std::vector<std::string>& argv,
                     const std::vector<std::string>& environment, const std::string& input,
                     const std::string& log);

// In a child, after fork and before exec: no descriptor of its parent's above 2 (but `keep`), its
// limit of them, and its signals as they were before anybody chose.
void leave_parent_behind(int keep = -1);

// Whether there is such a process, ours or another's. A number may have gone to another process by
// now.
bool process_lives(std::int64_t pid);

// The parent of a process; nullopt where it cannot be told.
std::optional<std::int64_t> parent_of_process(std::int64_t pid);

// This process's environment without what belongs to one agent's session or to a service manager:
// CLAUDE*, ANTHROPIC_*, AI_AGENT, LISTEN_*, NOTIFY_SOCKET. As "NAME=value".
std::vector<std::string> environment_without_agent();

}  // namespace afar
