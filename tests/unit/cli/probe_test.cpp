// Goal: `afar test` says whether a person can be reached. Method: whole commands against a daemon of
// the test's own.
#include <gtest/gtest.h>

#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

class Probe : public CliTest {};

TEST_F(Probe, SaysThatItsAnswerCameBack) {
  daemon().on("surface.probe", {{"ok", true}, {"words", "ann tapped OK on Telegram."}});
  const Ran ran = run({"test", "telegram"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out,
            "A probe is on its way to telegram; waiting for its answer.\n"
            "ann tapped OK on Telegram.\n");
}

TEST_F(Probe, FailsWithTheReason) {
  daemon().on("surface.probe", {{"ok", false}, {"words", "401 Unauthorized"}});
  const Ran ran = run({"test", "telegram"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.err, "afar: 401 Unauthorized\n");
}

}  // namespace
}  // namespace afar::cli
