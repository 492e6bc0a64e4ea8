// The page on a stage: a daemon whose page is at a free port, and agents that ask.
#pragma once
#include <gmock/gmock.h>

#include <deque>

#include "tests/integration/agent.h"
#include "tests/integration/command.h"
#include "tests/integration/web_client.h"

namespace afar::test {

class WebTest : public ::testing::Test {
 protected:
  // `more`: keys of the configuration besides where the page is. Responders ann (all kinds) and bea
  // (permissions only) may use it; carl may not.
  void start(const nlohmann::json& more = {}, const nlohmann::json& web = {});
  void restart();
  // A hook that waits with a question; gives the dialog's id.
  std::string ask(const std::string& session = "s-1");
  // Opens it without a hook that waits. `content`: merged into a plain question.
  std::string open(const nlohmann::json& content, const std::string& session = "s-1");
  // What the operator's command prints for a link.
  std::string link(const std::vector<std::string>& options = {});
  Command::End afar(const std::vector<std::string>& arguments) {
    return Command(stage_, arguments).end();
  }
  std::string file_text(const std::string& path) const;
  // Everything that the daemon has written down: its log, its database with its log.
  std::string written_down() const;

  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
  std::vector<Hook> hooks_;
};

}  // namespace afar::test
