#include "daemon/surfaces/probe_dialog.h"

namespace afar {

Dialog probe_dialog(WallTime now) {
  Question question;
  question.id = "q1";
  question.header = "Test";
  question.text = "Does this reach you?";
  question.options.push_back({"o1", "Yes", "Answering ends the test", "", true});
  Dialog dialog;
  dialog.id = kProbeId;
  dialog.content.title = "A test of afar";
  dialog.content.questions.push_back(question);
  dialog.origin.agent = "afar";
  dialog.created_at = now;
  dialog.expires_at = now;
  return dialog;
}

}  // namespace afar
