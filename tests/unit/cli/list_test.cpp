// Goal: `afar list` shows what waits, whole where it is piped and fitted where it is not. Method:
// whole commands against a daemon of the test's own.
#include <gtest/gtest.h>

#include "daemon/cli/width.h"
#include "shared/dialog/dialog_json.h"
#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

using nlohmann::json;

class List : public CliTest {
 protected:
  void give(const std::vector<Dialog>& dialogs) {
    json list = json::array();
    for (const auto& dialog : dialogs) list.push_back(to_json(dialog));
    daemon().on("dialog.list", {{"dialogs", list}, {"next", nullptr}});
  }
  static Dialog younger_plan() {
    Dialog plan = sample_plan();
    plan.created_at = test_now() - Milliseconds(38000);
    return plan;
  }
};

TEST_F(List, ShowsAQuestionAndAPlan) {
  give({sample_dialog(), younger_plan()});
  const Ran ran = run({"list"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out,
            "ID     WAIT   AGENT        PROJECT   QUESTION\n"
            "tbxkq  4m12s  claude-code  shop-api  Which approach do you prefer?  (3 options)\n"
            "mfvqz    38s  claude-code  shop-api  Approve the plan \"Add a cache\"?\n");
  EXPECT_EQ(daemon().params_of("dialog.list"), json({{"all", false}, {"after", nullptr}}));
}

TEST_F(List, CountsFurtherQuestions) {
  give({dialog_of_three_questions()});
  EXPECT_NE(run({"list"}).out.find("Which approach do you prefer?  (+2 more)\n"),
            std::string::npos);
}

TEST_F(List, SaysWhoAsksByAForm) {
  give({sample_form()});
  EXPECT_NE(run({"list"}).out.find("The MCP server \"shop\" asks: Who are you?\n"),
            std::string::npos);
}

TEST_F(List, SaysThatThereIsNothing) {
  give({});
  EXPECT_EQ(run({"list"}).exit_code, 0);
  EXPECT_EQ(run({"list"}).out, "");
  EXPECT_EQ(run({"list"}).err, "Nothing waits for an answer.\n");
  EXPECT_EQ(run({"list", "--all"}).err, "Nothing is on record.\n");
  EXPECT_EQ(run({"list", "--json"}).out, "[]\n");
}

TEST_F(List, ShowsStatesOfAll) {
  give({answered(sample_dialog(), {"o3"}), younger_plan()});
  const Ran ran = run({"list", "--all"});
  EXPECT_EQ(daemon().params_of("dialog.list")["all"], true);
  EXPECT_NE(ran.out.find("ID     STATE     WAIT"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("tbxkq  answered"), std::string::npos);
  EXPECT_NE(ran.out.find("  27s  "), std::string::npos) << "how long it waited: " << ran.out;
  EXPECT_NE(ran.out.find("mfvqz  open"), std::string::npos);
}

TEST_F(List, JoinsPages) {
  daemon().on("dialog.list", [](const json& params) {
    const bool first = params["after"].is_null();
    Dialog dialog = first ? sample_dialog() : younger_plan();
    return Reply::with(
        {{"dialogs", json::array({to_json(dialog)})}, {"next", first ? json(7) : json()}});
  });
  const Ran ran = run({"list", "--json"});
  EXPECT_EQ(json::parse(ran.out), json::array({to_json(sample_dialog()), to_json(younger_plan())}));
  ASSERT_EQ(daemon().received().size(), 2u);
  EXPECT_EQ(daemon().received()[1].params["after"], 7);
}

TEST_F(List, EndsWhereAPageLeadsToItself) {
  daemon().on("dialog.list", {{"dialogs", json::array({to_json(sample_dialog())})}, {"next", 7}});
  EXPECT_EQ(run({"list"}).exit_code, 0);
  EXPECT_EQ(daemon().received().size(), 2u);
}

TEST_F(List, IsCutOnATerminalOnly) {
  Dialog dialog = sample_dialog();
  dialog.content.questions[0].text = "日本語の質問です。" + std::string(200, 'x');
  dialog.origin.project = std::string(60, 'p');
  give({dialog});
  const std::string piped = run({"list"}).out;
  EXPECT_NE(piped.find(dialog.content.questions[0].text + "  (3 options)\n"), std::string::npos);
  EXPECT_NE(piped.find(dialog.origin.project), std::string::npos);
  terminal_ = true;
  for (const int columns : {60, 80, 120}) {
    columns_ = columns;
    const std::string line = run({"list"}).out.substr(run({"list"}).out.find('\n') + 1);
    EXPECT_LE(display_width(line.substr(0, line.size() - 1)),
              static_cast<std::size_t>(columns) + 12)
        << line;
    EXPECT_NE(line.find("…  (3 options)\n"), std::string::npos) << line;
  }
}

TEST_F(List, KeepsOneLineForEachDialog) {
  Dialog dialog = sample_dialog();
  dialog.content.questions[0].text = "two\nlines\x1b[2J";
  dialog.origin.project = "a\nb";
  give({dialog});
  const Ran ran = run({"list"});
  EXPECT_NE(ran.out.find("a ⏎ b    two ⏎ lines\\x1b[2J  (3 options)\n"), std::string::npos)
      << ran.out;
}

TEST_F(List, PrintsExactlyTheJsonOfTheProtocol) {
  json dialog = to_json(sample_dialog());
  dialog["a_field_of_the_future"] = {{"x", 1}};
  daemon().on("dialog.list", {{"dialogs", json::array({dialog})}, {"next", nullptr}});
  EXPECT_EQ(run({"list", "--json"}).out, rpc::dump(json::array({dialog})) + "\n");
}

}  // namespace
}  // namespace afar::cli
