#include "hook/mcp/options.h"

#define CXXOPTS_NO_REGEX  // <regex> would be a third of the binary
#include <cxxopts.hpp>

#include "shared/version.h"

namespace afar::mcp {
namespace {

constexpr const char* kHelp =
    R"(afar-mcp [option ...]

An MCP server on standard input and output, started by a coding agent. Its
tool permission_prompt asks a person, by afar, what the agent would else ask
in its terminal:

  claude -p --permission-prompt-tool mcp__afar__permission_prompt \
    --mcp-config '{"mcpServers":{"afar":{"command":"afar-mcp"}}}' PROMPT

  --session ID     the agent's session (where left out: what the agent tells)
  --no-start       do not start a daemon where none runs
  --socket PATH    the daemon's socket
  --db PATH        the daemon's database
  --version, --help

Exit status: 0, or 1 for wrong options and for input that is no MCP.
)";

hook::Notice wrong(const std::string& what) {
  return {1, "", "afar-mcp: " + what + " (see afar-mcp --help)\n"};
}

cxxopts::Options declared_options() {
  cxxopts::Options declared("afar-mcp");
  declared.add_options()                              //
      ("session", "", cxxopts::value<std::string>())  //
      ("no-start", "")                                //
      ("socket", "", cxxopts::value<std::string>())   //
      ("db", "", cxxopts::value<std::string>())       //
      ("version", "")                                 //
      ("help", "");
  return declared;
}

std::variant<Options, hook::Notice> options_from(const cxxopts::ParseResult& given) {
  if (given.count("help") != 0) return hook::Notice{0, kHelp, ""};
  if (given.count("version") != 0) return hook::Notice{0, version_line("afar-mcp") + "\n", ""};
  if (!given.unmatched().empty()) {
    return wrong("there is no argument \"" + given.unmatched().front() + "\"");
  }
  const auto text = [&](const char* name) {
    return given.count(name) != 0 ? given[name].as<std::string>() : std::string();
  };
  for (const char* name : {"session", "socket", "db"}) {
    if (given.count(name) != 0 && text(name).empty()) {
      return wrong("--" + std::string(name) + " takes a value");
    }
  }
  Options options;
  options.session = text("session");
  options.no_start = given.count("no-start") != 0 && given["no-start"].as<bool>();
  options.paths.socket = text("socket");
  options.paths.database = text("db");
  return options;
}

}  // namespace

std::variant<Options, hook::Notice> read_options(int argc, const char* const* argv) {
  try {
    return options_from(declared_options().parse(argc, argv));
  } catch (const cxxopts::exceptions::exception& error) {
    return wrong(error.what());
  }
}

}  // namespace afar::mcp
