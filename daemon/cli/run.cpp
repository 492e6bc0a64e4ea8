#include "daemon/cli/run.h"

#include <exception>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/help.h"
#include "daemon/text/printable.h"
#include "shared/version.h"

namespace afar::cli {
namespace {

using Words = std::vector<std::string>;

// Options that stand before the command belong to it just the same: they are moved behind it.
struct Split {
  Words before;   // "--socket", "/run/x"
  Words command;  // the command's name and what follows it
};

Split split_at_command(const Words& words) {
  Split split;
  std::size_t at = 0;
  while (at < words.size() && words[at].rfind('-', 0) == 0 && words[at] != "--") {
    split.before.push_back(words[at]);
    const bool with_value =
        words[at] == "--socket" || words[at] == "--db" || words[at] == "--config";
    ++at;
    if (with_value && at < words.size()) split.before.push_back(words[at++]);
  }
  split.command.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  return split;
}

ExitCode run_help(const Words& words, Surroundings& surroundings) {
  if (words.size() < 2) {
    surroundings.console.out << help_of_all();
  } else {
    const FoundCommand found = find_command(Words(words.begin() + 1, words.end()));
    surroundings.console.out << help_of(found.command);
  }
  return ExitCode::kDone;
}

void check_operands(const Command& command, const Words& operands) {
  std::string why;
  if (operands.size() < command.operands_min) {
    why = "afar " + command.name + " needs " + command.operands;
  } else if (operands.size() > command.operands_max) {
    why = "afar " + command.name + " does not take \"" +
          printable_line(operands[command.operands_max]) + "\"";
  }
  if (!why.empty()) {
    throw Failure(ExitCode::kWrongUsage, why + "\nTry: afar help " + command.name);
  }
}

ExitCode run_command(const Split& split, Surroundings& surroundings) {
  const FoundCommand found = find_command(split.command);
  Words words = split.before;
  words.insert(words.end(), split.command.begin() + static_cast<std::ptrdiff_t>(found.words),
               split.command.end());
  const Arguments arguments = read_arguments(found.command.name, found.command.options, words);
  if (arguments.wants_help()) {
    surroundings.console.out << help_of(found.command);
    return ExitCode::kDone;
  }
  check_operands(found.command, arguments.operands);
  return found.command.run(arguments, surroundings);
}

ExitCode dispatch(const Words& words, Surroundings& surroundings) {
  const Split split = split_at_command(words);
  if (!split.command.empty() && split.command[0] == "help") {
    return run_help(split.command, surroundings);
  }
  if (!split.command.empty()) return run_command(split, surroundings);
  const Arguments arguments = read_arguments("", {{"version", "", ""}}, split.before);
  if (arguments.has("version")) {
    surroundings.console.out << version_line("afar") << "\n";
    return ExitCode::kDone;
  }
  if (arguments.wants_help()) return run_help({"help"}, surroundings);
  surroundings.console.err << help_of_all();
  return ExitCode::kWrongUsage;
}

int report(ExitCode code, const std::string& message, Surroundings& surroundings) {
  surroundings.console.out.flush();
  surroundings.console.err << "afar: " << printable_block(message, "") << "\n";
  return static_cast<int>(code);
}

}  // namespace

int run(const std::vector<std::string>& words, Surroundings& surroundings) {
  try {
    const ExitCode code = dispatch(words, surroundings);
    // A full disk behind a redirection must not look like success to a script.
    if (!surroundings.console.out.flush()) {
      return report(ExitCode::kFailed, "cannot write the output", surroundings);
    }
    return static_cast<int>(code);
  } catch (const Failure& failure) {
    return report(failure.code(), failure.what(), surroundings);
  } catch (const std::exception& error) {
    return report(ExitCode::kFailed, error.what(), surroundings);
  }
}

}  // namespace afar::cli
