// Goal: what has to know an agent is passed on to afar-agent, word for word, and its end is the
// command's. Method: a script in afar-agent's place that writes down its arguments.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

class PassedOn : public CliTest {
 protected:
  PassedOn() {
    programs_["afar-agent"] = folder_ + "/afar-agent";
    std::ofstream(programs_["afar-agent"]) << "#!/bin/sh\nprintf '%s|' \"$@\" > " << folder_
                                           << "/args\nexit $(cat " << folder_ << "/exit)\n";
    ::chmod(programs_["afar-agent"].c_str(), 0700);
    ends_with(0);
  }
  void ends_with(int exit_code) const { std::ofstream(folder_ + "/exit") << exit_code; }
  std::string args() const {
    std::ifstream in(folder_ + "/args");
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
};

TEST_F(PassedOn, WordForWord) {
  EXPECT_EQ(run({"setup", "claude-code"}).exit_code, 0);
  EXPECT_EQ(args(), "setup|--|claude-code|");
  run({"setup", "--remove", "claude-code", "--scope", "local", "--dry-run"});
  EXPECT_EQ(args(), "setup|--scope=local|--remove|--dry-run|--|claude-code|");
  run({"doctor", "--json"});
  EXPECT_EQ(args(), "doctor|--json|--|");
  run({"--db", "/a b", "setup", "--permissions", "--", "-x"});
  EXPECT_EQ(args(), "setup|--permissions|--db=/a b|--|-x|");
}

TEST_F(PassedOn, AndItsEndIsOurs) {
  for (const int exit_code : {0, 1, 2}) {
    ends_with(exit_code);
    EXPECT_EQ(run({"setup", "claude-code"}).exit_code, exit_code);
  }
}

TEST_F(PassedOn, WrongWordsAreRefusedHere) {
  EXPECT_EQ(run({"setup"}).exit_code, 2);
  EXPECT_EQ(run({"setup", "claude-code", "--bogus"}).exit_code, 2);
  EXPECT_EQ(args(), "");
}

TEST_F(PassedOn, WithoutTheProgramSaysWhatToDo) {
  programs_.erase("afar-agent");
  const Ran ran = run({"setup", "claude-code"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, ::testing::HasSubstr("there is no afar-agent"));
}

}  // namespace
}  // namespace afar::cli
