#include "daemon/cli/help.h"

#include <algorithm>

#include "daemon/cli/width.h"

namespace afar::cli {
namespace {

std::string options_text(const std::vector<OptionSpec>& options) {
  std::size_t widest = 0;
  const auto shown = [](const OptionSpec& each) {
    return "--" + each.name + (each.value.empty() ? "" : " " + each.value);
  };
  for (const auto& each : options) widest = std::max(widest, shown(each).size());
  std::string text;
  for (const auto& each : options) {
    text += "  " + padded_right(shown(each), widest + 2) + each.help + "\n";
  }
  return text;
}

}  // namespace

std::string help_of_all() {
  std::string text =
      "Answer your coding agents from afar.\n\n"
      "usage: afar COMMAND [...]\n\n"
      "commands:\n";
  std::size_t widest = 0;
  for (const auto& each : all_commands()) widest = std::max(widest, each.name.size());
  for (const auto& each : all_commands()) {
    text += "  " + padded_right(each.name, widest + 2) + each.summary + "\n";
  }
  text += "  " + padded_right("help", widest + 2) + "this text; afar help COMMAND: more on one\n";
  text += "\noptions of every command:\n" + options_text(global_options());
  return text +
         "  --version      the versions of afar, of the wire and of the database\n\n"
         "exit codes: 0 done, 1 failed, 2 wrong usage, 3 no such dialog, 4 already ended,\n"
         "            5 no daemon, 6 not allowed\n";
}

std::string help_of(const Command& command) {
  std::string text = "usage: afar " + command.name;
  if (!command.operands.empty()) text += " " + command.operands;
  if (!command.options.empty()) text += " [options]";
  text += "\n\n" + command.summary + "\n";
  if (!command.details.empty()) text += "\n" + command.details + "\n";
  std::vector<OptionSpec> options = command.options;
  for (const auto& each : global_options()) options.push_back(each);
  return text + "\noptions:\n" + options_text(options);
}

}  // namespace afar::cli
