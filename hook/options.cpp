#include "hook/options.h"

#define CXXOPTS_NO_REGEX  // <regex> would be a third of the binary
#include <cxxopts.hpp>

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
  --permissions           permissions are asked through afar too, where no rule
                          says otherwise
  --no-start              do not start a daemon where none runs
  --wake                  wait beside the idle session of a stop or a start, and
                          wake the agent (exit status 2, words on standard
                          error) once an answer comes that nobody waits for
  --print-request         print the dialog that the event asks for (null: none)
                          as afar's protocol has it, and ask nobody
  --socket PATH           the daemon's socket
  --db PATH               the daemon's database
  --version, --help

Exit status: 0, or 1 for wrong options (and for an event that --print-request
cannot read); 2 with --wake alone.
)";

// A hook may wait for weeks; a year is beyond what any host takes and far from overflow.
constexpr std::int64_t kHostTimeoutMax = 366LL * 24 * 3600;

Notice wrong(const std::string& what) {
  return {1, "", "afar-hook: " + what + " (see afar-hook --help)\n"};
}

cxxopts::Options declared_options() {
  cxxopts::Options declared("afar-hook");
  declared.add_options()                                     //
      ("agent", "", cxxopts::value<std::string>())           //
      ("if-unavailable", "", cxxopts::value<std::string>())  //
      ("host-timeout", "", cxxopts::value<std::int64_t>())   //
      ("no-start", "")                                       //
      ("permissions", "")                                    //
      ("print-request", "")                                  //
      ("wake", "")                                           //
      ("socket", "", cxxopts::value<std::string>())          //
      ("db", "", cxxopts::value<std::string>())              //
      ("version", "")                                        //
      ("help", "");
  return declared;
}

std::variant<Options, Notice> options_from(const cxxopts::ParseResult& given) {
  if (given.count("help") != 0) return Notice{0, kHelp, ""};
  if (given.count("version") != 0) return Notice{0, version_line("afar-hook") + "\n", ""};
  if (!given.unmatched().empty()) {
    return wrong("there is no argument \"" + given.unmatched().front() + "\"");
  }
  Options options;
  const auto text = [&](const char* name) {
    return given.count(name) != 0 ? given[name].as<std::string>() : std::string();
  };
  options.print_request = given.count("print-request") != 0 && given["print-request"].as<bool>();
  options.agent = text("agent");
  // The only one there is so far; a person who tries an event need not name it.
  if (options.agent.empty() && options.print_request) options.agent = agent_names();
  if (options.agent.empty()) {
    return wrong("--agent is missing; known: " + std::string(agent_names()));
  }
  if (!make_agent(options.agent)) {
    return wrong("there is no agent \"" + options.agent +
                 "\"; known: " + std::string(agent_names()));
  }
  if (given.count("if-unavailable") != 0) {
    const std::string wanted = text("if-unavailable");
    if (wanted != "local" && wanted != "deny" && wanted != "default") {
      return wrong("--if-unavailable takes local, deny or default");
    }
    options.if_unavailable = wanted == "local"  ? IfUnavailable::kLocal
                             : wanted == "deny" ? IfUnavailable::kDeny
                                                : IfUnavailable::kDefault;
  }
  if (given.count("host-timeout") != 0) {
    const auto seconds = given["host-timeout"].as<std::int64_t>();
    if (seconds < 1 || seconds > kHostTimeoutMax) {
      return wrong("--host-timeout takes a whole number of seconds from 1 to " +
                   std::to_string(kHostTimeoutMax));
    }
    options.host_timeout = std::chrono::seconds(seconds);
  }
  options.no_start = given.count("no-start") != 0 && given["no-start"].as<bool>();
  options.permissions = given.count("permissions") != 0 && given["permissions"].as<bool>();
  options.wake = given.count("wake") != 0 && given["wake"].as<bool>();
  if (options.wake && options.print_request) {
    return wrong("--wake and --print-request do not go together");
  }
  for (const char* name : {"socket", "db"}) {
    if (given.count(name) != 0 && text(name).empty()) {
      return wrong("--" + std::string(name) + " takes a path");
    }
  }
  options.paths.socket = text("socket");
  options.paths.database = text("db");
  return options;
}

}  // namespace

std::variant<Options, Notice> read_options(int argc, const char* const* argv) {
  try {
    return options_from(declared_options().parse(argc, argv));
  } catch (const cxxopts::exceptions::exception& error) {
    return wrong(error.what());
  }
}

}  // namespace afar::hook
