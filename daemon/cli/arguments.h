// One command's words, read against what that command takes. Everything that is wrong with them is
// a Failure with exit code 2, before anything is done.
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/dialog/dialog.h"
#include "shared/os/paths.h"

namespace afar::cli {

struct OptionSpec {
  std::string name;
  std::string value;  // what stands after it in the help ("SECONDS"); empty: a flag
  std::string help;
};

// Options that every command takes: where the daemon and its files are.
std::vector<OptionSpec> global_options();

// What a person typed for a dialog's id; small letters, since phones write the first one large. A
// text that cannot be an id is a Failure with exit code 3: there is no such dialog.
DialogId dialog_id_from(const std::string& typed);

class Arguments {
 public:
  std::vector<std::string> operands;

  bool has(std::string_view option) const;
  // The value of an option; nullopt where it is not given.
  std::optional<std::string> value(std::string_view option) const;
  bool wants_help() const { return has("help"); }

  // As the options and the environment say.
  Paths paths(const Environment& environment) const;
  // The operand ID.
  DialogId dialog_id() const { return dialog_id_from(operands.at(0)); }

 private:
  friend Arguments read_arguments(const std::string& command,
                                  const std::vector<OptionSpec>& options,
                                  const std::vector<std::string>& words);
  std::map<std::string, std::string, std::less<>> given_;
};

// `words`: what stands after the command's name, with the global options wherever they stood.
Arguments read_arguments(const std::string& command, const std::vector<OptionSpec>& options,
                         const std::vector<std::string>& words);

}  // namespace afar::cli
