// A person who types commands, and remembers what each one told: whatever becomes of the daemon and
// its disk, it must stand.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/integration/command.h"
#include "tests/integration/operator.h"

namespace afar::test {

class Person {
 public:
  explicit Person(const Stage& stage) : stage_(stage) {}

  // afar answer, dismiss: its exit code. `choices`: by the question's number, the option's number.
  int answer(const std::string& id, const std::map<int, int>& choices);
  int write(const std::string& id, const std::string& text);  // to the first question
  int dismiss(const std::string& id);
  // afar list, show: nothing where the command failed.
  std::optional<std::vector<nlohmann::json>> list();
  std::optional<nlohmann::json> show(const std::string& id);
  // What the last command that failed said.
  const std::string& complaint() const { return complaint_; }

  // The agent got the dialog's answer.
  void learned_that_agent_has_answer(const std::string& id) { states_[id] = "answered"; }

  // Fails the test unless everything told is on record, and the record is whole.
  void expect_all_stands();

 private:
  int run(std::vector<std::string> arguments, std::string& out);
  void learn(const nlohmann::json& dialog);

  const Stage& stage_;
  std::string complaint_;
  std::set<std::string> ids_;
  std::map<std::string, std::string> states_;  // in which a dialog has ended
  // By dialog and question: the answer as it is on the wire.
  std::map<std::string, std::map<std::string, nlohmann::json>> answers_;
};

// The dialog of a session, if it is among them.
std::optional<nlohmann::json> of_session(const std::vector<nlohmann::json>& dialogs,
                                         const std::string& session);

}  // namespace afar::test
