#include "daemon/cli/arguments.h"

#define CXXOPTS_NO_REGEX true
#include <algorithm>
#include <cctype>
#include <cxxopts.hpp>

#include "daemon/cli/failure.h"
#include "daemon/text/printable.h"

namespace afar::cli {
namespace {

void declare(cxxopts::Options& known, const std::vector<OptionSpec>& options) {
  for (const auto& each : options) {
    if (each.value.empty()) {
      known.add_options()(each.name == "help" ? "h,help" : each.name, each.help);
    } else {
      known.add_options()(each.name, each.help, cxxopts::value<std::string>());
    }
  }
}

bool is_flag(const std::string& name, const std::vector<OptionSpec>& options) {
  return std::any_of(options.begin(), options.end(), [&](const OptionSpec& each) {
    return each.name == name && each.value.empty();
  });
}

[[noreturn]] void refuse(const std::string& command, const std::string& why) {
  throw Failure(ExitCode::kWrongUsage, why + "\nTry: afar help " + command);
}

// What is wrong, in our words; cxxopts quotes with marks that not every terminal has.
std::string why_refused(const cxxopts::exceptions::exception& error) {
  std::string words = printable_line(error.what());
  for (const std::string mark : {"\u2018", "\u2019"}) {
    for (std::size_t at; (at = words.find(mark)) != std::string::npos;) {
      words.replace(at, mark.size(), "\"");
    }
  }
  if (!words.empty()) words[0] = static_cast<char>(std::tolower(words[0]));
  return words;
}

}  // namespace

std::vector<OptionSpec> global_options() {
  return {{"socket", "PATH", "the daemon's socket (else AFAR_SOCKET)"},
          {"db", "PATH", "the database (else AFAR_DB)"},
          {"config", "PATH", "the configuration (else AFAR_CONFIG)"},
          {"help", "", "what this command does and takes"}};
}

bool Arguments::has(std::string_view option) const { return given_.find(option) != given_.end(); }

std::optional<std::string> Arguments::value(std::string_view option) const {
  const auto found = given_.find(option);
  if (found == given_.end()) return std::nullopt;
  return found->second;
}

Paths Arguments::paths(const Environment& environment) const {
  return find_paths(environment, {value("socket").value_or(""), value("db").value_or(""),
                                  value("config").value_or("")});
}

DialogId dialog_id_from(const std::string& typed) {
  DialogId id = typed;
  for (char& c : id) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (!looks_like_dialog_id(id)) {
    throw Failure(ExitCode::kNoSuchDialog,
                  "there is no dialog \"" + printable_line(typed) +
                      "\": an id is five letters, as afar list shows them");
  }
  return id;
}

Arguments read_arguments(const std::string& command, const std::vector<OptionSpec>& options,
                         const std::vector<std::string>& words) {
  cxxopts::Options known(command);
  declare(known, options);
  declare(known, global_options());
  std::vector<const char*> argv{"afar"};
  for (const auto& word : words) argv.push_back(word.c_str());
  Arguments arguments;
  try {
    const auto parsed = known.parse(static_cast<int>(argv.size()), argv.data());
    for (const auto& each : parsed.arguments()) {
      const bool flag = is_flag(each.key(), options) || each.key() == "help";
      if (flag && each.value() != "true") refuse(command, "--" + each.key() + " takes no value");
      // Of two texts one would be lost without a word.
      if (!arguments.given_.emplace(each.key(), each.value()).second && !flag) {
        refuse(command, "--" + each.key() + " is given twice");
      }
    }
    // Operands are left unmatched on purpose: cxxopts would cut declared ones at their commas.
    arguments.operands = parsed.unmatched();
  } catch (const cxxopts::exceptions::exception& error) {
    refuse(command, why_refused(error));
  }
  for (const char* name : {"socket", "db", "config"}) {
    if (arguments.value(name) == "") refuse(command, "--" + std::string(name) + " is empty");
  }
  return arguments;
}

}  // namespace afar::cli
