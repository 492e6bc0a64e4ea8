#include "hook/options.h"

#include <charconv>
#include <optional>
#include <string_view>

#include "hook/agents/agent.h"
#include "shared/version.h"

namespace afar::hook {
namespace {

constexpr const char* kHelp =
    R"(afar-hook --agent NAME [option ...]

Reads one event of a coding agent on standard input, and prints the agent's
decision or nothing. Registered as a hook in the agent's configuration.

  --agent NAME            the agent that runs this: claude-code
  --if-unavailable WHAT   what the agent gets where afar's daemon cannot be
                          reached: local (nothing: the agent asks in its own
                          dialog; where left out), deny, or default
  --host-timeout SECONDS  the limit that the agent's configuration gives this
                          hook (600 where left out)
  --no-start              do not start a daemon where none runs
  --socket PATH           the daemon's socket
  --db PATH               the daemon's database
  --version, --help

Exit status: 0, or 1 for wrong options.
)";

// A hook may wait for weeks; a year is beyond what any host takes and far from overflow.
constexpr std::int64_t kHostTimeoutMax = 366LL * 24 * 3600;

Notice wrong(const std::string& what) {
  return {1, "", "afar-hook: " + what + " (see afar-hook --help)\n"};
}

// Walks over the arguments; takes "--name value" and "--name=value".
class Arguments {
 public:
  Arguments(int argc, const char* const* argv) : argc_(argc), argv_(argv) {}

  bool next() {
    if (at_ + 1 >= argc_) return false;
    const std::string_view argument = argv_[++at_];
    const std::size_t equals = argument.find('=');
    name_ = argument.substr(0, equals);
    has_own_value_ = equals != std::string_view::npos;
    own_value_ = has_own_value_ ? argument.substr(equals + 1) : std::string_view();
    return true;
  }
  std::string_view name() const { return name_; }
  bool has_own_value() const { return has_own_value_; }
  std::optional<std::string> take_value() {
    if (has_own_value_) return std::string(own_value_);
    if (at_ + 1 >= argc_) return std::nullopt;
    return argv_[++at_];
  }

 private:
  int argc_;
  const char* const* argv_;
  int at_ = 0;
  std::string_view name_;
  bool has_own_value_ = false;
  std::string_view own_value_;
};

// What is wrong with the value, in words; nullopt where it was taken.
std::optional<std::string> take(std::string_view name, const std::string& value, Options& options) {
  if (name == "--agent") {
    if (!make_agent(value)) {
      return "there is no agent \"" + value + "\"; known: " + std::string(agent_names());
    }
    options.agent = value;
  } else if (name == "--if-unavailable") {
    if (value == "local") {
      options.if_unavailable = IfUnavailable::kLocal;
    } else if (value == "deny") {
      options.if_unavailable = IfUnavailable::kDeny;
    } else if (value == "default") {
      options.if_unavailable = IfUnavailable::kDefault;
    } else {
      return "--if-unavailable takes local, deny or default";
    }
  } else if (name == "--host-timeout") {
    std::int64_t seconds = 0;
    const char* end = value.data() + value.size();
    const auto read = std::from_chars(value.data(), end, seconds);
    if (read.ec != std::errc() || read.ptr != end || seconds < 1 || seconds > kHostTimeoutMax) {
      return "--host-timeout takes a whole number of seconds from 1 to " +
             std::to_string(kHostTimeoutMax);
    }
    options.host_timeout = std::chrono::seconds(seconds);
  } else if (name == "--socket" || name == "--db") {
    if (value.empty()) return std::string(name) + " takes a path";
    (name == "--socket" ? options.paths.socket : options.paths.database) = value;
  }
  return std::nullopt;
}

bool takes_value(std::string_view name) {
  return name == "--agent" || name == "--if-unavailable" || name == "--host-timeout" ||
         name == "--socket" || name == "--db";
}

}  // namespace

std::variant<Options, Notice> read_options(int argc, const char* const* argv) {
  Options options;
  Arguments arguments(argc, argv);
  while (arguments.next()) {
    const std::string name(arguments.name());
    if (takes_value(name)) {
      const auto value = arguments.take_value();
      if (!value) return wrong(name + " takes a value");
      if (const auto why = take(name, *value, options)) return wrong(*why);
      continue;
    }
    if (name != "--no-start" && name != "--help" && name != "--version") {
      return wrong("there is no option \"" + name + "\"");
    }
    if (arguments.has_own_value()) return wrong(name + " takes no value");
    if (name == "--help") return Notice{0, kHelp, ""};
    if (name == "--version") return Notice{0, version_line("afar-hook") + "\n", ""};
    options.no_start = true;
  }
  if (options.agent.empty()) {
    return wrong("--agent is missing; known: " + std::string(agent_names()));
  }
  return options;
}

}  // namespace afar::hook
