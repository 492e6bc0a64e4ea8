// Where things live (contracts of the command line: socket, database, config, state directory).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace afar {

// Looks up an environment variable; nullopt where it is not set. An empty value counts as not set,
// as the XDG base directory specification says.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;
Environment system_environment();

struct Paths {
  std::string socket;  // $AFAR_SOCKET, else afard.sock in the runtime directory
  std::string database;
  std::string config;
  std::string state_dir;  // the folder of the database's default place: log, runs, spool
  std::string lock;       // beside the database: names the living daemon
  std::string spawn_lock;
  std::string web_token{};  // of the page's owner, where the configuration names no other file
  bool config_named = false;  // by the command line or the environment: then it has to be there
};

// What a command line may set; empty: not set.
struct PathOverrides {
  std::string socket;
  std::string database;
  std::string config;
};

// Reads the environment, creates nothing. HOME not set: paths below /dev/null, which fail where
// they are used, with that path in the message.
Paths find_paths(const Environment& environment, const PathOverrides& overrides = {});

// Makes the folder of `file` and what is missing above it with mode 0700. For the shared folder
// below /tmp it also checks that it is a folder of ours, closed to others and no symlink. Returns
// what is wrong, in words, or nullopt.
std::optional<std::string> make_private_folder_of(const std::string& file);

// The file that `afar off` leaves: while it is there hooks stay out.
std::string off_switch(const Paths& paths);

// Whether this process was started by a coding agent: CLAUDECODE or AI_AGENT is set.
bool runs_inside_agent(const Environment& environment);

}  // namespace afar
