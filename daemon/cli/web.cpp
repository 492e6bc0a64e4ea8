// afar web: a link that lets a browser in, and the browsers that came in by one.
#include <charconv>
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/cli/qr.h"
#include "daemon/cli/table.h"
#include "daemon/text/printable.h"
#include "daemon/text/time_words.h"

namespace afar::cli {
namespace {

using nlohmann::json;

// A phone reads a code off a screen, not out of a file.
std::string code_for(const std::string& url, const Console& console) {
  return console.terminal ? qr_code(url, console.columns) : "";
}

ExitCode run_web(const Arguments& arguments, Surroundings& surroundings) {
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  json params = json::object();
  if (const auto name = arguments.value("as")) params["as"] = *name;
  const json made = link.call("web.login", params);
  Console& console = surroundings.console;
  if (arguments.has("json")) {
    console.out << made.dump() << "\n";
    return ExitCode::kDone;
  }
  const std::string url = made.value("url", "");
  const std::string local = made.value("local_url", "");
  console.out << "Open this link within five minutes; it works once, for "
              << printable_line(made.value("name", "")) << ":\n\n  " << url << "\n";
  if (url != local) {
    console.out << "\nOr, in a browser on this machine:\n\n  " << local << "\n";
    if (const std::string code = code_for(url, console); !code.empty()) {
      console.out << "\n" << code;
    }
  } else {
    console.out
        << "\nNo QR code: the link leads to this machine only. To open the page on a phone, "
           "put it behind https and name that as surfaces.web.public_url in the "
           "configuration.\n";
  }
  return ExitCode::kDone;
}

ExitCode run_list(const Arguments& arguments, Surroundings& surroundings) {
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  const json logins = link.call("web.logins", json::object()).at("logins");
  auto& out = surroundings.console.out;
  if (arguments.has("json")) {
    out << logins.dump() << "\n";
    return ExitCode::kDone;
  }
  if (logins.empty()) {
    out << "No browser is logged in. \"afar web\" makes a link.\n";
    return ExitCode::kDone;
  }
  const WallTime now = surroundings.now();
  const auto ago = [&](const json& time) {
    const auto at = time.is_string() ? from_rfc3339(time.get<std::string>()) : std::nullopt;
    return at ? duration_in_words(now - *at) : std::string("-");
  };
  Table table{{{"ID", Column::Align::kRight},
               {"WHO", Column::Align::kLeft},
               {"SINCE", Column::Align::kRight},
               {"SEEN", Column::Align::kRight},
               {"BROWSER", Column::Align::kLeft}},
              {},
              {}};
  for (const auto& each : logins) {
    table.rows.push_back(
        {std::to_string(each.value("id", std::int64_t{0})),
         printable_line(each.value("responder", "")), ago(each.value("created_at", json())),
         ago(each.value("last_seen_at", json())), printable_line(each.value("label", ""))});
  }
  print_table(table, surroundings.console);
  return ExitCode::kDone;
}

ExitCode run_revoke(const Arguments& arguments, Surroundings& surroundings) {
  const std::string& text = arguments.operands.at(0);
  std::int64_t id = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), id);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) {
    throw Failure(ExitCode::kWrongUsage,
                  "expected the number of a login, as \"afar web list\" shows "
                  "it, not \"" +
                      printable_line(text) + "\"");
  }
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  link.call("web.revoke", {{"id", id}});
  surroundings.console.out << "Login " << id << " is ended; that browser is out.\n";
  return ExitCode::kDone;
}

}  // namespace

Command web_command() {
  return {
      "web",
      "",
      "a link to the web page, for a browser that is to be let in",
      "The link works once, within five minutes; the browser is then logged in for 30 days. Where\n"
      "the configuration has surfaces.web.public_url, a QR code for a phone is shown too.",
      {{"as", "NAME", "for this responder of the configuration, not for the owner"},
       {"json", "", "exactly what the daemon says"}},
      0,
      0,
      run_web};
}

Command web_list_command() {
  return {"web list",
          "",
          "the browsers that are logged in",
          "",
          {{"json", "", "exactly what the daemon says"}},
          0,
          0,
          run_list};
}

Command web_revoke_command() {
  return {"web revoke", "ID", "log a browser out (a lost phone)", "", {}, 1, 1, run_revoke};
}

}  // namespace afar::cli
