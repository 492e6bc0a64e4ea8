// afar status, afar daemon status: how the daemon is.
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "daemon/cli/command.h"
#include "daemon/cli/daemon_link.h"
#include "daemon/cli/table.h"
#include "daemon/cli/width.h"
#include "daemon/text/printable.h"
#include "daemon/text/time_words.h"
#include "shared/version.h"

namespace afar::cli {
namespace {

using nlohmann::json;

// A field as a word for people, whatever its type.
std::string shown(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return "-";
  return printable_line(found->is_string() ? found->get<std::string>() : rpc::dump(*found));
}

void print_daemon(const json& status, Console& console) {
  const auto uptime = Milliseconds(status.value("uptime_ms", std::int64_t{0}));
  console.out << console.bold("afard " + shown(status, "version")) << " (protocol "
              << shown(status, "protocol") << ", schema " << shown(status, "schema")
              << "), process " << shown(status, "pid") << ", up " << duration_in_words(uptime)
              << "\n";
  if (status.value("version", "") != product_version()) {
    console.out << version_line("afar") << " is another version: afar daemon restart\n";
  }
  console.out << "socket    " << shown(status, "socket") << "\n"
              << "database  " << shown(status, "database") << "\n";
}

void print_switch(const Paths& paths, Console& console) {
  if (::access(off_switch(paths).c_str(), F_OK) != 0) return;
  console.out << console.bold("afar is off") << ": hooks stay out (undo it with: afar on)\n";
}

void print_resumes(const json& status, WallTime now, Console& console) {
  const auto resumes = status.find("resumes");
  if (resumes == status.end() || !resumes->is_object()) return;
  for (const auto& each : resumes->value("failed", json::array())) {
    const auto again = from_rfc3339(shown(each, "again_at"));
    console.out << shown(each, "dialog") << " was answered and its session not resumed ("
                << shown(each, "attempts") << " tried, "
                << (again ? "again at " + moment_in_words(*again, now) : "given up")
                << "): " << shown(each, "why") << "\n";
  }
}

void print_counters(const json& status, Console& console) {
  const auto counters = status.find("counters");
  if (counters == status.end() || !counters->is_object() || counters->empty()) return;
  std::size_t widest = 0;
  for (const auto& each : counters->items()) widest = std::max(widest, each.key().size());
  console.out << "\n" << console.dim("Counted since its start") << "\n";
  for (const auto& each : counters->items()) {
    console.out << "  " << padded_right(printable_line(each.key()), widest + 2)
                << printable_line(rpc::dump(each.value())) << "\n";
  }
}

void print_presence(const json& status, Console& console) {
  const auto presence = status.find("presence");
  if (presence == status.end() || !presence->is_object()) return;
  const bool said = shown(*presence, "mode") != "auto";
  console.out << "You are " << shown(*presence, "presence")
              << (said ? ", as you said (afar auto ends that).\n" : ", by your prompts.\n");
}

// What of a surface's cards a person wants to hear: what waits, and why.
std::string cards_in_words(const json& cards) {
  std::string words = shown(cards, "shown") + " shown, " + shown(cards, "waiting") + " waiting";
  if (cards.value("given_up", 0) > 0) words += ", " + shown(cards, "given_up") + " given up";
  if (shown(cards, "last_failure") != "-") words += "; last: " + shown(cards, "last_failure");
  return words;
}

void print_surfaces(const json& status, Console& console) {
  const auto surfaces = status.find("surfaces");
  if (surfaces == status.end() || !surfaces->is_array() || surfaces->empty()) return;
  Table table;
  table.columns = {{"SURFACE"}, {"STATE"}, {"CARDS"}};
  for (const auto& each : *surfaces) {
    const std::string why = shown(each, "why");
    table.rows.push_back({shown(each, "name"),
                          shown(each, "state") + (why == "-" ? "" : " (" + why + ")"),
                          cards_in_words(each.value("cards", json::object()))});
  }
  console.out << "\n";
  print_table(table, console);
}

std::string moment_field(const json& session, const char* name, WallTime now) {
  const auto at = from_rfc3339(shown(session, name));
  return at ? moment_in_words(*at, now) : "-";
}

void print_sessions(const json& sessions, WallTime now, Console& console) {
  if (sessions.empty()) return;
  Table table;
  table.columns = {{"AGENT"}, {"SESSION"}, {"LAST EVENT"}, {"AT"}, {"PROJECT"}};
  for (const auto& each : sessions) {
    table.rows.push_back({shown(each, "agent"), shown(each, "session"), shown(each, "last_event"),
                          moment_field(each, "last_event_at", now), shown(each, "project")});
  }
  console.out << "\n";
  print_table(table, console);
}

ExitCode run_status(const Arguments& arguments, Surroundings& surroundings) {
  DaemonLink link(surroundings, arguments.paths(surroundings.environment));
  const json status = link.call("status", json::object());
  Console& console = surroundings.console;
  if (arguments.has("json")) {
    console.out << rpc::dump(status) << "\n";
    return ExitCode::kDone;
  }
  const json sessions = link.call("session.list", json::object());
  print_daemon(status, console);
  print_presence(status, console);
  print_switch(arguments.paths(surroundings.environment), console);
  print_resumes(status, surroundings.now(), console);
  print_surfaces(status, console);
  print_counters(status, console);
  print_sessions(sessions.value("sessions", json::array()), surroundings.now(), console);
  return ExitCode::kDone;
}

}  // namespace

Command status_command() {
  return {"status",
          "",
          "the daemon: version, files, counters, sessions",
          "",
          {{"json", "", "the status as JSON"}},
          0,
          0,
          run_status};
}

Command daemon_status_command() {
  Command command = status_command();
  command.name = "daemon status";
  command.summary = "the same as afar status";
  return command;
}

}  // namespace afar::cli
