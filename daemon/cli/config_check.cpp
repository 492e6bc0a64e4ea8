// afar config check: whether the files can be used, and everything that is wrong with them.
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/configured.h"
#include "daemon/text/printable.h"
#include "daemon/config/on_record.h"
#include "shared/rpc/message.h"

namespace afar::cli {
namespace {

using config::ConfigFiles;
using config::Loaded;
using config::Problems;

std::string rules_in_words(std::size_t count) {
  return count == 0 ? "no rules" : count == 1 ? "one rule" : std::to_string(count) + " rules";
}

void print_file(const std::string& file, const std::optional<std::string>& hash, std::size_t rules,
                Console& console) {
  console.out << printable_line(file) << ": "
              << (hash ? "fine, " + rules_in_words(rules) : "there is none") << "\n";
}

void print_as_json(const std::variant<Loaded, Problems>& loaded, Console& console) {
  const auto* problems = std::get_if<Problems>(&loaded);
  const nlohmann::json result = {{"ok", problems == nullptr},
                                 {"problems", problems != nullptr ? config::problems_json(*problems)
                                                                  : nlohmann::json::array()}};
  console.out << rpc::dump(result) << "\n";
}

ExitCode run_config_check(const Arguments& arguments, Surroundings& surroundings) {
  const ConfigFiles files = config_files_of(arguments, surroundings);
  const auto read = config::load(files);
  const auto* problems = std::get_if<Problems>(&read);
  Console& console = surroundings.console;
  if (arguments.has("json")) {
    print_as_json(read, console);
  } else if (problems != nullptr) {
    console.out << printable_block(problems_text(*problems), "") << "\n";
  } else {
    const auto& loaded = std::get<Loaded>(read);
    print_file(files.user, loaded.user_hash, loaded.settings.rules.user.size(), console);
    print_file(files.system, loaded.system_hash, loaded.settings.rules.system.size(), console);
  }
  return problems != nullptr ? ExitCode::kFailed : ExitCode::kDone;
}

}  // namespace

Command config_check_command() {
  return {
      "config check",
      "",
      "whether the configuration can be used, and all that is wrong with it",
      "Reads the files themselves, the user's and the system's; needs no daemon. Exit status 1\n"
      "where a problem was found; each is printed with file, line and key.",
      {{"json", "", "as JSON: {ok, problems: [{file, line, path, what}]}"}},
      0,
      0,
      run_config_check};
}

}  // namespace afar::cli
