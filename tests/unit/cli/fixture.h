// What the tests of whole commands share: a folder of their own, a fixed clock in UTC, captured
// streams, and dialogs to talk about.
#pragma once
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "daemon/cli/surroundings.h"
#include "shared/dialog/dialog.h"
#include "tests/unit/cli/fake_daemon.h"

namespace afar::cli {

struct Ran {
  int exit_code = -1;
  std::string out;
  std::string err;
};

class CliTest : public ::testing::Test {
 protected:
  CliTest();
  ~CliTest() override;

  FakeDaemon& daemon();  // listens from the first use on
  Ran run(const std::vector<std::string>& words);

  std::string folder_;
  std::map<std::string, std::string> environment_;  // as the command sees it
  std::string input_;                               // its standard input
  bool terminal_ = false;
  bool colours_ = false;
  int columns_ = 80;
  std::map<std::string, std::string> programs_;  // where it finds them

 private:
  std::unique_ptr<FakeDaemon> daemon_;
};

// 2026-11-30T14:06:15Z: four minutes and twelve seconds after the sample dialog was opened.
WallTime test_now();
// "14:02" of that day.
WallTime at_14_02();

// tbxkq: claude-code asks in shop-api which of three caches it is to use.
Dialog sample_dialog();
// Two more questions: several of (fast, "small, cheap", safe), and free text only.
Dialog dialog_of_three_questions();
// A plan with its four fixed options; no free text.
Dialog sample_plan();
// A server's form: an age from 0 to 150, one of two colors that may be left out, and its last
// question.
Dialog sample_form();
// The dialog as ann answered it on Telegram at 14:02 with these options of q1.
Dialog answered(Dialog dialog, std::vector<std::string> options);

}  // namespace afar::cli
