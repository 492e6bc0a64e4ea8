// A command as data, and the list of all of them. One file per command; each gives its Command.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "daemon/cli/arguments.h"
#include "daemon/cli/failure.h"
#include "daemon/cli/surroundings.h"

namespace afar::cli {

struct Command {
  std::string name;      // one word or two: "list", "audit verify"
  std::string operands;  // as the help shows them: "ID [CHOICE ...]"
  std::string summary;   // one line of the list of commands
  std::string details;   // paragraphs below it; may be empty
  std::vector<OptionSpec> options;
  std::size_t operands_min = 0;
  std::size_t operands_max = 0;
  ExitCode (*run)(const Arguments& arguments, Surroundings& surroundings) = nullptr;
};

inline constexpr std::size_t kAnyNumber = static_cast<std::size_t>(-1);

Command list_command();
Command show_command();
Command answer_command();
Command dismiss_command();
Command forget_command();
Command wait_command();
Command off_command();
Command on_command();
Command away_command();
Command here_command();
Command auto_command();
Command status_command();
Command test_command();
Command web_command();
Command web_list_command();
Command web_revoke_command();
Command audit_command();
Command audit_verify_command();
Command audit_head_command();
Command config_check_command();
Command config_show_command();
Command policy_explain_command();
Command policy_test_command();
Command setup_command();
Command doctor_command();
Command telegram_pair_command();
Command telegram_list_command();
Command telegram_revoke_command();
Command daemon_start_command();
Command daemon_stop_command();
Command daemon_restart_command();
Command daemon_reload_command();
Command daemon_status_command();

// In the order in which the help shows them.
std::vector<Command> all_commands();

// The command named by the first one or two words, and how many that took. Throws Failure with exit
// code 2 that names the nearest one where there is none.
struct FoundCommand {
  Command command;
  std::size_t words = 0;
};
FoundCommand find_command(const std::vector<std::string>& words);

}  // namespace afar::cli
