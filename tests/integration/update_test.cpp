// Goal: after an update the first hook of the new release finds a daemon of the new release, and
// who waits feels nothing. Method: a daemon that runs from a copy, which is replaced under it.
#include <gmock/gmock.h>

#include <filesystem>

#include "shared/rpc/find_daemon.h"
#include "shared/version.h"
#include "tests/integration/agent.h"
#include "tests/integration/raw_connection.h"

namespace afar::test {
namespace {

using nlohmann::json;

namespace fs = std::filesystem;

class UpdateTest : public ::testing::Test {
 protected:
  void SetUp() override {
    install();
    // The wrapper is given the built program's path, and runs ours in its place.
    stage_.launch_daemon({}, {"/bin/sh", "-c", "shift; exec " + program() + " \"$@\"", "sh"});
    ASSERT_TRUE(until("afard takes connections", [&] {
      return rpc::connect_to_daemon(stage_.paths(), kGuard).status == ConnectStatus::kConnected;
    }));
  }
  std::string program() const { return stage_.home() + "/afard"; }
  // As package managers do it: another file takes the name.
  void install() {
    fs::copy_file(executable("afard"), program() + ".new");
    fs::rename(program() + ".new", program());
  }
  json come(RawConnection& connection, const std::string& role, const std::string& version,
            int protocol = kProtocolVersion) {
    const json call = {
        {"jsonrpc", "2.0"},
        {"id", 1},
        {"method", "initialize"},
        {"params",
         {{"protocol", protocol}, {"client", "test"}, {"version", version}, {"role", role}}}};
    return connection.ask(call.dump() + "\n");
  }
  void expect_alive() {
    RawConnection other(stage_.paths());
    other.initialize("operator");
    EXPECT_EQ(other
                  .ask(R"({"jsonrpc":"2.0","id":2,"method":"ping"})"
                       "\n")
                  .at("id"),
              2);
  }

  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
};

TEST_F(UpdateTest, ADaemonMakesWayForTheOneThatWasInstalledInItsPlace) {
  Hook hook = agent_.hook(before("s-1", "toolu_1"));
  {
    Operator person = stage_.connect();
    person.until_open(1);
  }
  install();
  RawConnection newer(stage_.paths());
  come(newer, "hook", "999.0.0");
  EXPECT_EQ(stage_.daemon().wait(), (Exit{0, 0}));
  ASSERT_TRUE(until("the hook has started another", [&] { return stage_.living_daemon() != 0; }));
  Operator person = stage_.connect();
  person.answer(person.until_open(1).at(0).at("id"), {"o2"});
  EXPECT_EQ(hook.end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
}

TEST_F(UpdateTest, ANewerProtocolIsAReasonToo) {
  install();
  RawConnection newer(stage_.paths());
  come(newer, "hook", "999.0.0", kProtocolVersion + 1);
  EXPECT_EQ(stage_.daemon().wait(), (Exit{0, 0}));
}

TEST_F(UpdateTest, ADaemonStaysWhereNothingElseIsInstalled) {
  RawConnection newer(stage_.paths());
  EXPECT_TRUE(come(newer, "hook", "999.0.0").contains("result"));
  expect_alive();
}

TEST_F(UpdateTest, ADaemonStaysForAnEqualAnOlderOrAnUnknownVersion) {
  install();
  for (const std::string& version :
       {std::string(product_version()), std::string("0.0.1"), std::string("next")}) {
    RawConnection other(stage_.paths());
    EXPECT_TRUE(come(other, "hook", version).contains("result")) << version;
  }
  expect_alive();
}

TEST_F(UpdateTest, AnOperatorsCommandSaysSoAndRestartsNothing) {
  install();
  RawConnection newer(stage_.paths());
  EXPECT_TRUE(come(newer, "operator", "999.0.0").contains("result"));
  expect_alive();
}

}  // namespace
}  // namespace afar::test
