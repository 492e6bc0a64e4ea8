// afar telegram pair|list|revoke: whose taps and words in Telegram count.
#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/cli/qr.h"
#include "daemon/text/printable.h"
#include "daemon/text/time_words.h"

namespace afar::cli {
namespace {

using nlohmann::json;

constexpr char kSurface[] = "telegram";

std::string text_of(const json& object, const char* name) {
  return printable_line(object.value(name, ""));
}

void print_code(const json& code, Console& console) {
  const std::string link = code.value("link", "");
  console.out << "Send this code to " << text_of(code, "bot") << " in a private chat:\n\n  "
              << console.bold(text_of(code, "code")) << "\n\nor open " << printable_line(link)
              << "\n";
  if (console.terminal) console.out << "\n" << qr_code(link, console.columns);
  console.out << "\nIt is good for ten minutes and one person. Waiting ..." << std::endl;
}

bool says_yes(Console& console) {
  std::string word;
  std::getline(console.in, word);
  return word == "y" || word == "Y" || word == "yes";
}

ExitCode run_pair(const Arguments& arguments, Surroundings& surroundings) {
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  Console& console = surroundings.console;
  json wanted{{"surface", kSurface}};
  if (const auto name = arguments.value("as")) wanted["responder"] = *name;
  const json code = link.call("pairing.start", wanted);
  print_code(code, console);
  const json which{{"surface", kSurface}, {"code", code.at("code")}};
  const json person = link.call_without_limit("pairing.wait", which);
  console.out << text_of(person, "name") << " sent the code. Is that who is to answer as "
              << text_of(person, "responder") << "? [y/N] " << std::flush;
  const bool yes = says_yes(console);
  json word = which;
  word["accept"] = yes;
  link.call("pairing.confirm", word);
  if (!yes) {
    console.out << "Not paired.\n";
    return ExitCode::kFailed;
  }
  console.out << "Paired: " << text_of(person, "name") << " answers as "
              << text_of(person, "responder") << ". To undo it: afar telegram revoke "
              << text_of(person, "id") << "\n";
  return ExitCode::kDone;
}

ExitCode run_list(const Arguments& arguments, Surroundings& surroundings) {
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  auto& out = surroundings.console.out;
  const json people = link.call("pairing.list", {{"surface", kSurface}}).at("people");
  if (arguments.has("json")) {
    out << people.dump() << "\n";
    return ExitCode::kDone;
  }
  if (people.empty()) {
    out << "Nobody is paired. `afar telegram pair` lets somebody in.\n";
    return ExitCode::kDone;
  }
  for (const auto& person : people) {
    const auto at = from_rfc3339(person.value("at", ""));
    out << text_of(person, "id") << "  " << text_of(person, "name") << " as "
        << text_of(person, "responder");
    if (at) out << ", since " << moment_in_words(*at, surroundings.now());
    out << "\n";
  }
  return ExitCode::kDone;
}

ExitCode run_revoke(const Arguments& arguments, Surroundings& surroundings) {
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  const json person =
      link.call("pairing.revoke", {{"surface", kSurface}, {"id", arguments.operands.at(0)}});
  surroundings.console.out << text_of(person, "name") << " is not paired any more.\n";
  return ExitCode::kDone;
}

}  // namespace

Command telegram_pair_command() {
  return {
      "telegram pair",
      "",
      "let somebody answer in Telegram",
      "Prints a code for the bot; the person sends it from their own account, and you say here\n"
      "that it is them. Before that the bot is silent to everybody.",
      {{"as", "NAME", "the responder that they are (owner)"}},
      0,
      0,
      run_pair};
}

Command telegram_list_command() {
  return {"telegram list",
          "",
          "who was paired in Telegram",
          "People of the configuration file are not among them.",
          {{"json", "", "one JSON array"}},
          0,
          0,
          run_list};
}

Command telegram_revoke_command() {
  return {"telegram revoke",
          "ID",
          "undo a pairing",
          "ID is the number that `afar telegram list` shows. It holds at once.",
          {},
          1,
          1,
          run_revoke};
}

}  // namespace afar::cli
