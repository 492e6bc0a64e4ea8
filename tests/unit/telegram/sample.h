// Dialogs of each kind, as a card shows them.
#pragma once
#include "shared/dialog/dialog.h"

namespace afar::telegram {

inline Question question(const std::string& id, const std::string& text,
                         const std::vector<std::string>& labels) {
  Question made;
  made.id = id;
  made.text = text;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    made.options.push_back({"o" + std::to_string(i + 1), labels[i], "", "", false});
  }
  return made;
}

inline Dialog dialog_of(std::vector<Question> questions,
                        DialogKind kind = DialogKind::kUserQuestion) {
  Dialog dialog;
  dialog.id = "tbxkq";
  dialog.kind = kind;
  dialog.origin.agent = "claude-code";
  dialog.origin.project = "shop-api";
  dialog.origin.session = "0f3a2b1c-aaaa";
  dialog.content.title = questions.empty() ? "" : questions[0].text;
  dialog.content.questions = std::move(questions);
  return dialog;
}

inline Dialog cache_question() {
  Dialog dialog =
      dialog_of({question("q1", "Which approach do you prefer?",
                          {"Redis-based cache", "In-memory with LRU", "SQLite file cache"})});
  auto& asked = dialog.content.questions[0];
  asked.header = "Cache";
  asked.options[0].description = "shared between workers";
  asked.options[2].recommended = true;
  return dialog;
}

inline Dialog permission_to_run(const std::string& command) {
  Dialog dialog =
      dialog_of({question("q1", "Allow this call of Bash?", {})}, DialogKind::kPermission);
  dialog.content.title = "Bash: " + command;
  dialog.content.body = "```\n" + command + "\n```\n\ndescription:\n```\nRun it\n```\n";
  auto& asked = dialog.content.questions[0];
  asked.allow_free_text = false;
  asked.options = {{"allow", "Allow once", "it runs as shown", "", false},
                   {"allow_always", "Always: Bash(npm test:*)", "", "", false},
                   {"deny", "Deny", "the agent gets your words", "", false},
                   {"deny_and_stop", "Deny and stop", "", "", false}};
  return dialog;
}

}  // namespace afar::telegram
