// Goal: `afar wait` ends when the dialog does, or when its time is over, and outlives a restart of
// the daemon. Method: whole commands against a daemon of the test's own; `dismiss` and `show`
// beside it, which ask in the same way.
#include <gtest/gtest.h>

#include "shared/dialog/dialog_json.h"
#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

using nlohmann::json;

class Wait : public CliTest {};

TEST_F(Wait, SaysHowItEnded) {
  daemon().on("dialog.wait", to_json(answered(sample_dialog(), {"o3"})));
  const Ran ran = run({"wait", "tbxkq"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, "tbxkq answered: SQLite file cache, by ann on Telegram at 14:02.\n");
  EXPECT_EQ(daemon().params_of("dialog.wait"), json({{"id", "tbxkq"}}));
  EXPECT_EQ(run({"wait", "tbxkq", "--json"}).out,
            rpc::dump(to_json(answered(sample_dialog(), {"o3"}))) + "\n");
}

TEST_F(Wait, EndsWhenItsTimeIsOver) {
  daemon().on_calls("dialog.wait", {Reply::nothing()});
  const Ran ran = run({"wait", "tbxkq", "--timeout", "0.01"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, "afar: tbxkq is still open.\n");
}

TEST_F(Wait, OnlyLooksWithATimeoutOfNone) {
  daemon().on("dialog.get", to_json(sample_dialog()));
  EXPECT_EQ(run({"wait", "tbxkq", "--timeout", "0"}).exit_code, 1);
  daemon().on("dialog.get", to_json(answered(sample_dialog(), {"o3"})));
  EXPECT_EQ(run({"wait", "tbxkq", "--timeout", "0"}).exit_code, 0);
  for (const auto& each : daemon().received()) EXPECT_EQ(each.method, "dialog.get");
}

TEST_F(Wait, OutlivesARestart) {
  daemon().on_calls("dialog.wait",
                    {Reply::error(rpc::ErrorCode::kRestarting, "restarting"), Reply::hang_up(),
                     Reply::with(to_json(answered(sample_dialog(), {"o3"})))});
  const Ran ran = run({"wait", "tbxkq"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(daemon().received().size(), 3u);
}

TEST_F(Wait, SaysThatThereIsNoSuchDialog) {
  daemon().on_calls("dialog.wait",
                    {Reply::error(rpc::ErrorCode::kNotFound, "there is no dialog tbxkq")});
  EXPECT_EQ(run({"wait", "tbxkq"}).exit_code, 3);
}

TEST_F(Wait, DismissTellsTheDaemon) {
  daemon().on("dialog.cancel", {{"dialog", to_json(sample_dialog())}});
  const Ran ran = run({"dismiss", "tbxkq"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, "tbxkq dismissed. An agent that waits for it is told that nobody answers.\n");
  EXPECT_EQ(daemon().params_of("dialog.cancel"), json({{"id", "tbxkq"}, {"reason", "dismissed"}}));
}

TEST_F(Wait, ShowPrintsACardOrTheJson) {
  daemon().on("dialog.get", to_json(sample_dialog()));
  EXPECT_EQ(run({"show", "tbxkq"}).out.rfind("tbxkq  waits since 14:02 (4m12s)\n", 0), 0u);
  EXPECT_EQ(run({"show", "tbxkq", "--json"}).out, rpc::dump(to_json(sample_dialog())) + "\n");
}

}  // namespace
}  // namespace afar::cli
