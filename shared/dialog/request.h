// What an agent's side sends to the daemon, and what it gets back. Plain values; JSON in
// dialog_json.h.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/dialog/dialog.h"

namespace afar {

// When the agent's event fires: before the agent shows a dialog of its own, or while it is on
// screen.
enum class Phase { kBefore, kBeside };

// dialog.open
struct OpenRequest {
  DialogKind kind = DialogKind::kUserQuestion;
  Content content;
  Origin origin;              // origin.generation is ignored: the daemon knows it
  std::string tool;           // the agent's name of the tool, for rules
  std::string input;          // the tool's input as text, for rules over permissions; may be empty
  std::string subagent_type;  // what kind of subagent asks, for rules; may be empty
  Phase phase = Phase::kBefore;
  bool can_race = false;   // the host has a dialog of its own that fires a kBeside event
  bool can_defer = false;  // the host can end its run now and ask again when resumed
  // The operator set the agent up to ask through afar, and nothing of the agent's own stands behind
  // it: what stays out of it is refused. So the built-in policy asks, also where it else would not.
  bool must_ask = false;
  // Of a permission: the operator turned on that this agent's permissions are asked here too.
  bool relay = false;
  // Of a permission: as far as is known the agent asks nobody about this call, and would simply run
  // it. Only a rule that names such calls is about it.
  bool unasked = false;
  bool wait = true;  // false: return as soon as the dialog is committed
  // How long the host lets this call take, from now; the daemon answers within it. Absent: no
  // limit.
  std::optional<Milliseconds> limit;
  // The agent's process on this host, a hint only: who answers must not descend from it. 0:
  // unknown.
  std::int64_t agent_pid = 0;
  // The id this caller was told before the connection was lost.
  std::optional<DialogId> id;
  // Calls of this agent that are known to be running at this moment (its parallel calls).
  std::vector<std::string> running_calls;
};

// The result of dialog.open: what to tell the agent. Without an id no dialog was opened. The same
// shape is the fallback in dialog.opened: what to tell it if the daemon dies before the limit.
struct OpenResult {
  std::optional<DialogId> id;
  Outcome outcome;
  Answer answers;       // of answered and defaulted
  bool parked = false;  // denied for now: the dialog itself stays open
};

// The notification dialog.opened, sent at once when a dialog waits.
struct Opened {
  DialogId id;
  OpenResult fallback;
};

// dialog.settle: the agent's own dialog has ended, with the answers where the agent tells them.
struct SettleRequest {
  DialogKind kind = DialogKind::kUserQuestion;
  Content content;
  Origin origin;
  std::string tool;
  std::optional<Answer> answers;  // absent: it ended without telling how
};

// session.event: what a session does besides asking.
struct SessionEvent {
  // kIdle, kNeedsInput: the agent tells that it waits for a prompt, or shows a dialog of its own.
  enum class What { kStart, kPrompt, kStop, kEnd, kIdle, kNeedsInput };
  What what = What::kStart;
  Origin origin;
  // kPrompt: written by the person, not by the client itself. Only that moves the generation.
  bool by_person = false;
  // The agent reads texts that are given back now.
  bool takes_context = false;
  // kPrompt: ours, with the late answer of this dialog.
  std::optional<DialogId> delivers{};
};

// Words for the agent about a dialog whose answer came when it no longer waited.
struct LateWords {
  DialogId dialog;
  std::string text;
};

std::string_view to_word(Phase phase);
std::string_view to_word(SessionEvent::What what);

}  // namespace afar
