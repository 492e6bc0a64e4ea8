// afar away, afar here, afar auto: what the person says of their presence, for rules that ask it.
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"

namespace afar::cli {
namespace {

ExitCode say(const char* mode, const Arguments& arguments, Surroundings& surroundings) {
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  const auto result = link.call("presence.set", {{"mode", mode}});
  auto& out = surroundings.console.out;
  if (result.value("mode", "") == "auto") {
    out << "afar goes by your prompts and answers at the terminal: you are "
        << result.value("presence", "") << " now.\n";
  } else {
    out << "You are " << result.value("presence", "") << ", until you say otherwise (afar auto).\n";
  }
  return ExitCode::kDone;
}

ExitCode run_away(const Arguments& arguments, Surroundings& surroundings) {
  return say("away", arguments, surroundings);
}

ExitCode run_here(const Arguments& arguments, Surroundings& surroundings) {
  return say("here", arguments, surroundings);
}

ExitCode run_auto(const Arguments& arguments, Surroundings& surroundings) {
  return say("auto", arguments, surroundings);
}

}  // namespace

Command away_command() {
  return {"away",
          "",
          "say that you are away",
          "Rules can ask for it: \"presence\": \"away\".",
          {},
          0,
          0,
          run_away};
}

Command here_command() {
  return {"here", "", "say that you are at the terminal", "", {}, 0, 0, run_here};
}

Command auto_command() {
  return {"auto",
          "",
          "let your prompts tell whether you are there",
          "You are away once you have neither prompted nor answered at a terminal for\n"
          "presence.away_after (10m).",
          {},
          0,
          0,
          run_auto};
}

}  // namespace afar::cli
