#include "tests/unit/cli/fixture.h"

#include <stdlib.h>
#include <time.h>

#include <filesystem>
#include <sstream>

#include "daemon/cli/run.h"

namespace afar::cli {
namespace {

Option option(std::string id, std::string label, std::string description = "") {
  Option made;
  made.id = std::move(id);
  made.label = std::move(label);
  made.description = std::move(description);
  return made;
}

}  // namespace

CliTest::CliTest() {
  ::setenv("TZ", "UTC", 1);
  ::tzset();
  std::string name = "/tmp/cli-test-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
  folder_ = name;
  environment_ = {{"HOME", folder_},
                  {"AFAR_SOCKET", folder_ + "/afard.sock"},
                  {"AFAR_DB", folder_ + "/afar.db"},
                  {"XDG_STATE_HOME", folder_ + "/state"}};
}

CliTest::~CliTest() {
  daemon_.reset();
  std::filesystem::remove_all(folder_);
}

FakeDaemon& CliTest::daemon() {
  if (!daemon_) daemon_ = std::make_unique<FakeDaemon>(folder_ + "/afard.sock");
  return *daemon_;
}

Ran CliTest::run(const std::vector<std::string>& words) {
  std::istringstream in(input_);
  std::ostringstream out;
  std::ostringstream err;
  Surroundings surroundings{{in, out, err, terminal_, colours_, columns_},
                            [this](std::string_view name) -> std::optional<std::string> {
                              const auto found = environment_.find(std::string(name));
                              if (found == environment_.end()) return std::nullopt;
                              return found->second;
                            },
                            test_now,
                            [this](const std::string& name) { return programs_[name]; }};
  Ran ran;
  ran.exit_code = cli::run(words, surroundings);
  ran.out = out.str();
  ran.err = err.str();
  return ran;
}

WallTime test_now() { return *from_rfc3339("2026-11-30T14:06:15.000Z"); }
WallTime at_14_02() { return *from_rfc3339("2026-11-30T14:02:30.000Z"); }

Dialog sample_dialog() {
  Dialog dialog;
  dialog.id = "tbxkq";
  dialog.created_at = test_now() - Milliseconds(252000);
  dialog.expires_at = dialog.created_at + std::chrono::days(7);
  dialog.waiters = 1;
  dialog.origin.agent = "claude-code";
  dialog.origin.project = "shop-api";
  dialog.origin.session = "3f2a1b0c-1111-2222";
  dialog.origin.cwd = "/src/shop-api";
  dialog.origin.host = "box";
  Question question;
  question.id = "q1";
  question.header = "Cache";
  question.text = "Which approach do you prefer?";
  question.options = {option("o1", "Redis-based cache", "shared between workers"),
                      option("o2", "In-memory with LRU", "fastest, lost on restart"),
                      option("o3", "SQLite file cache", "no server")};
  question.options[2].recommended = true;
  dialog.content.questions = {question};
  return dialog;
}

Dialog dialog_of_three_questions() {
  Dialog dialog = sample_dialog();
  Question several;
  several.id = "q2";
  several.text = "What matters?";
  several.multi_select = true;
  several.options = {option("o1", "fast"), option("o2", "small, cheap"), option("o3", "safe")};
  Question free_text;
  free_text.id = "q3";
  free_text.text = "What is its name?";
  dialog.content.questions.push_back(several);
  dialog.content.questions.push_back(free_text);
  return dialog;
}

Dialog sample_plan() {
  Dialog dialog = sample_dialog();
  dialog.id = "mfvqz";
  dialog.kind = DialogKind::kPlanApproval;
  dialog.content.title = "Approve the plan \"Add a cache\"?";
  dialog.content.body = "# Add a cache\n1. Write it.";
  Question question;
  question.id = "q1";
  question.text = "Approve the plan?";
  question.allow_free_text = false;
  question.options = {option("accept", "Approve"), option("accept_edits", "Approve, accept edits"),
                      option("accept_with_feedback", "Approve, with a remark"),
                      option("reject", "Say what to change")};
  dialog.content.questions = {question};
  return dialog;
}

Dialog sample_form() {
  Dialog dialog = sample_dialog();
  dialog.kind = DialogKind::kElicitation;
  dialog.content.title = "The MCP server \"shop\" asks";
  dialog.content.body = "Who are you?";
  Question age;
  age.id = "q1";
  age.header = age.text = "Age";
  age.expects = Expected{};
  age.expects->type = Expected::Type::kInteger;
  age.expects->minimum = 0;
  age.expects->maximum = 150;
  age.expects->suggestion = "18";
  Question color;
  color.id = "q2";
  color.text = "Color";
  color.required = false;
  color.allow_free_text = false;
  color.options = {option("o1", "Red"), option("o2", "Blue")};
  Question action;
  action.id = "action";
  action.text = "Send the form?";
  action.allow_free_text = false;
  action.options = {option("accept", "Send"), option("decline", "Decline")};
  action.options[1].closes = true;
  dialog.content.questions = {age, color, action};
  return dialog;
}

Dialog answered(Dialog dialog, std::vector<std::string> options) {
  dialog.state = DialogState::kAnswered;
  dialog.answers.questions["q1"].options = std::move(options);
  Outcome outcome;
  outcome.state = OutcomeState::kAnswered;
  outcome.by = {Decider::Kind::kPerson, "ann", "telegram", ""};
  outcome.at = at_14_02();
  outcome.delivery = Delivery::kPending;
  dialog.outcome = outcome;
  return dialog;
}

}  // namespace afar::cli
