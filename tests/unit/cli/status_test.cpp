// Goal: `afar status` tells how the daemon is. Method: whole commands against a daemon of the
// test's own.
#include <gtest/gtest.h>

#include "shared/version.h"
#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

using nlohmann::json;

class Status : public CliTest {
 protected:
  static json status(const std::string& version) {
    return {{"pid", 4711},
            {"version", version},
            {"protocol", 1},
            {"schema", 1},
            {"started_at", "2026-11-30T12:00:00.000Z"},
            {"uptime_ms", 7575000},
            {"database", "/x/afar.db"},
            {"socket", "/x/afard.sock"},
            {"counters", {{"open", 2}, {"answered", 17}}}};
  }
};

TEST_F(Status, ShowsTheDaemonItsCountersAndSessions) {
  daemon().on("status", status(std::string(product_version())));
  daemon().on("session.list", {{"sessions",
                                {{{"agent", "claude-code"},
                                  {"session", "3f2a1b0c"},
                                  {"project", "shop\x1b"},
                                  {"last_event", "prompt"},
                                  {"last_event_at", "2026-11-30T14:02:30.000Z"}}}}});
  const Ran ran = run({"status"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, "afard " + std::string(product_version()) +
                         " (protocol 1, schema 1), process 4711, up 2h06m\n"
                         "socket    /x/afard.sock\n"
                         "database  /x/afar.db\n"
                         "\n"
                         "Counted since its start\n"
                         "  answered  17\n"
                         "  open      2\n"
                         "\n"
                         "AGENT        SESSION   LAST EVENT  AT     PROJECT\n"
                         "claude-code  3f2a1b0c  prompt      14:02  shop\\x1b\n");
  EXPECT_EQ(run({"daemon", "status"}).out, ran.out);
}

TEST_F(Status, SaysThatTheDaemonIsOfAnotherVersion) {
  daemon().on("status", status("9.9.9"));
  daemon().on("session.list", {{"sessions", json::array()}});
  EXPECT_NE(run({"status"}).out.find("is another version: afar daemon restart\n"),
            std::string::npos);
}

TEST_F(Status, SaysHowTheSurfacesStand) {
  json told = status("9.9.9");
  told["surfaces"] = {
      {{"name", "telegram"},
       {"state", "down"},
       {"why", "401 Unauthorized"},
       {"cards", {{"shown", 1}, {"waiting", 2}, {"given_up", 1}, {"last_failure", "502"}}}},
      {{"name", "web"},
       {"state", "up"},
       {"why", nullptr},
       {"cards", {{"shown", 0}, {"waiting", 0}, {"given_up", 0}, {"last_failure", nullptr}}}}};
  daemon().on("status", told);
  daemon().on("session.list", {{"sessions", json::array()}});
  EXPECT_NE(
      run({"status"})
          .out.find("SURFACE   STATE                    CARDS\n"
                    "telegram  down (401 Unauthorized)  1 shown, 2 waiting, 1 given up; last: 502\n"
                    "web       up                       0 shown, 0 waiting\n"),
      std::string::npos);
}

TEST_F(Status, PrintsExactlyTheJsonOfTheProtocol) {
  daemon().on("status", status("9.9.9"));
  EXPECT_EQ(run({"status", "--json"}).out, rpc::dump(status("9.9.9")) + "\n");
}

}  // namespace
}  // namespace afar::cli
