// The dialog: one thing an agent asks its human, in one shape for every kind, and what became of
// it. Plain values; no ownership, any thread. The JSON forms are in dialog_json.h.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/dialog/time.h"

namespace afar {

enum class DialogKind { kUserQuestion, kPlanApproval, kPlanEntry, kPermission, kElicitation };

// Five letters a-z without l ("tbxkq"); what people see and type.
using DialogId = std::string;

struct Option {
  std::string id;  // "o1".., or a fixed one of the kind ("allow", "reject"), or the caller's own
  std::string label;
  std::string description;
  std::string preview;
  bool recommended = false;
  // Choosing it ends the whole dialog: no other question needs an answer then ("Decline").
  bool closes = false;
  // May come with the dialog's body as the person wants it instead: a plan that they edited.
  bool edits = false;
};

struct Link {
  std::string title;
  std::string url;
};

// What an answer has to be to fit the field of a form; what is absent is not limited. expected.h
// checks it.
struct Expected {
  enum class Type { kText, kInteger, kNumber };
  Type type = Type::kText;
  std::string format;  // of a text: "email", "uri", "date", "date-time"; empty: any text
  std::optional<double> minimum;
  std::optional<double> maximum;
  std::optional<std::int64_t> min_length;  // characters
  std::optional<std::int64_t> max_length;
  std::optional<std::int64_t> min_items;  // options chosen
  std::optional<std::int64_t> max_items;
  // What the form would fill in by itself: shown, and never an answer unless somebody chooses so.
  std::optional<std::string> suggestion;

  bool operator==(const Expected&) const = default;
};

struct Question {
  std::string id;  // "q1".. or the caller's own
  std::string header;
  std::string text;
  bool multi_select = false;
  bool allow_free_text = true;
  bool required = true;
  std::vector<Option> options;
  std::vector<Link> links;
  std::optional<Expected> expects{};

  const Option* find_option(std::string_view option_id) const;
};

// Who asks. `generation` is the daemon's: the session's turn as the person knows it.
struct Origin {
  std::string agent;
  std::string agent_version;
  std::string host;
  std::string project;
  std::string cwd;
  std::string session;
  std::int64_t generation = 0;
  std::string call;      // the agent's id of the tool call; empty where the event has none
  std::string subagent;  // empty in the main agent
  std::string permission_mode;
  bool interactive = true;
  // Where the agent was told to keep its own files; empty: at the usual place.
  std::string config_dir{};
};

// What is asked. `context`: the agent's last words before it asked.
struct Content {
  std::string title;
  std::string body;  // Markdown
  std::string context;
  std::vector<Question> questions;

  const Question* find_question(std::string_view question_id) const;
};

// What was chosen for one question: option ids, free text, a note; texts byte for byte.
struct QuestionAnswer {
  std::vector<std::string> options;
  std::optional<std::string> text;
  std::optional<std::string> note;
  // On record, of a dialog that policy answered: these options are a default, not the person's.
  bool by_default = false;
  // With an option that edits: the dialog's body, as it is to be.
  std::optional<std::string> edited{};

  bool gives_something() const { return !options.empty() || text.has_value(); }
  bool operator==(const QuestionAnswer&) const = default;
};

struct Answer {
  std::map<std::string, QuestionAnswer> questions;  // by question id
  std::optional<std::string> response;              // a reply to the whole dialog

  bool operator==(const Answer&) const = default;
};

// Where a dialog stands. open and left (to the terminal) can still be answered, as can what policy
// ended (defaulted, denied); the rest is final.
enum class DialogState { kOpen, kAnswered, kDefaulted, kDenied, kLeft, kCancelled, kExpired };

// Who decided.
struct Decider {
  enum class Kind { kPerson, kPolicy, kTerminal, kAgent };
  Kind kind = Kind::kPolicy;
  std::string name;     // a responder's name; empty for a policy
  std::string surface;  // "cli", "terminal", "web", ...
  std::string rule;     // the rule's name, where a policy decided

  bool operator==(const Decider&) const = default;
};

// How far an outcome has got on its way to the agent.
enum class Delivery { kNone, kPending, kDelivered, kUndelivered, kStale };

// What the agent is told. deferred ends the agent's run while the dialog itself stays open.
enum class OutcomeState { kAnswered, kDefaulted, kDenied, kDeferred, kLeft, kCancelled, kExpired };

struct Outcome {
  OutcomeState state = OutcomeState::kLeft;
  Decider by;
  WallTime at{};
  Delivery delivery = Delivery::kNone;
  std::string message;  // words for the agent, where the state needs some
  bool stop = false;    // the agent is to end its turn
};

struct Dialog {
  DialogId id;
  DialogKind kind = DialogKind::kUserQuestion;
  DialogState state = DialogState::kOpen;
  Content content;
  Origin origin;
  WallTime created_at{};
  WallTime expires_at{};
  int waiters = 0;
  Answer answers;  // partial while open
  std::optional<Outcome> outcome;
};

// The words used on the wire and on record. The from_ functions give nullopt for any other word.
std::string_view to_word(DialogKind kind);
std::string_view to_word(DialogState state);
std::string_view to_word(OutcomeState state);
std::string_view to_word(Decider::Kind kind);
std::string_view to_word(Delivery delivery);
std::optional<DialogKind> dialog_kind_from(std::string_view word);
std::optional<DialogState> dialog_state_from(std::string_view word);
std::optional<OutcomeState> outcome_state_from(std::string_view word);
std::optional<Decider::Kind> decider_kind_from(std::string_view word);
std::optional<Delivery> delivery_from(std::string_view word);

// Where a dialog stands once this outcome is reached; a deferred one stays open.
DialogState state_after(OutcomeState outcome);

// Five letters a-z without l. Says nothing about whether such a dialog exists.
bool looks_like_dialog_id(std::string_view text);

}  // namespace afar
