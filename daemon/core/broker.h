// The life of a dialog: the one place that decides what becomes of it. Events in, effects out; the
// ledger is the state, and what is kept in memory here (who waits, who is missing) dies with the
// connections it is about. No I/O and no clock: a turn brings the ledger, the time and a list for
// the effects, which are carried out only after the turn is committed. Single-threaded.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "daemon/core/answering.h"
#include "daemon/core/calls.h"
#include "daemon/core/ledger.h"
#include "daemon/core/policy.h"
#include "daemon/core/waiters.h"
#include "shared/dialog/request.h"

namespace afar {

// Effects, in the order in which they are to be carried out.
struct TellOutcome {
  WaiterId to;
  OpenResult result;
};
struct TellOpened {
  ConnectionId to = 0;
  Opened opened;
};
// The dialog opened, got a part of its answer, or ended: for those who watch.
struct DialogChanged {
  DialogId id;
};
// An agent's side that waits for late answers gets some, or none: it need not wait any more.
struct TellLate {
  WaiterId to;
  std::vector<LateWords> words;
};
// An agent's run is to be resumed: it is in the ledger.
struct ResumeDue {};
using Effect = std::variant<TellOutcome, TellOpened, DialogChanged, TellLate, ResumeDue>;

struct Turn {
  Ledger& ledger;
  Now now;
  std::vector<Effect> effects{};
};

// `told` without an id: the hook had not heard of a dialog, but may have opened one all the same.
struct FellBack {
  OpenResult told;
  SessionKey session;
  std::string subagent;
  std::string call;  // may be empty
};

struct NoSuchDialog {};
struct AlreadyEnded {
  Dialog dialog;
};
struct AnswerDone {
  Dialog dialog;
  bool complete = false;
  bool late = false;  // policy or the terminal had ended it before
  std::vector<std::string> missing;
};
// The rules let only others answer it. It is on record.
struct NotAllowed {
  std::string why;
};
using AnswerResult =
    std::variant<AnswerDone, NoSuchDialog, AlreadyEnded, AnswerRefused, NotAllowed>;
using CancelResult = std::variant<Dialog, NoSuchDialog, AlreadyEnded, NotAllowed>;

// When a dialog opens, for rules about times and presence.
struct Moment {
  WallTime now{};
  Signs signs{};
};

struct SessionTold {
  std::int64_t generation = 0;     // after the event
  std::vector<LateWords> words{};  // for the agent, now
};

enum class OpenStatus { kTaken, kTooMany };

// How many times each thing happened since the daemon started: `afar status`, and what tests look
// at.
struct BrokerCounters {
  std::uint64_t opened = 0;
  std::uint64_t joined = 0;
  std::uint64_t stayed_out = 0;  // policy opened nothing
  std::uint64_t answered = 0;
  std::uint64_t late_answers = 0;     // of those: after policy had ended it
  std::uint64_t refused_answers = 0;  // ended already, or not theirs to give
  std::uint64_t timeouts = 0;
};

// Whether a mode decides without waiting for anybody.
bool decides_at_once(Mode mode);

class Broker {
 public:
  // What the core asks of the world.
  struct World {
    std::function<DialogId()> draw_id;                    // a random id, perhaps taken
    std::function<bool(std::int64_t pid)> process_lives;  // a hint
    // The operator's policy.
    std::function<Ruling(const OpenRequest&, const Moment&)> ruling_for;
    std::int64_t open_dialogs_max = 20000;
    // Why this person may not answer or dismiss the dialog now; nullopt: they may. Absent: all may.
    std::function<std::optional<std::string>(const DialogRecord&, const Decider&, WallTime now)>
        why_not_answer{};
    // Whether runs of this agent that ended for a question are resumed. Absent: none is.
    std::function<bool(const std::string& agent)> resumes{};
  };
  explicit Broker(World world) : world_(std::move(world)) {}

  // Once at start: open dialogs whose hooks do not come back within 5 s are without their agent.
  void start(Turn& turn);

  OpenStatus open(Turn& turn, OpenRequest request, const WaiterId& waiter);
  // The dialog that it settled, if any.
  std::optional<DialogId> settle(Turn& turn, const SettleRequest& request);
  AnswerResult answer(Turn& turn, const DialogId& id, const Answer& given, const Decider& by);
  // A person on a surface dismisses it.
  CancelResult dismiss(Turn& turn, const DialogId& id, const Decider& by);
  // An answer that may not be given was tried: goes on record.
  void refuse(Turn& turn, const DialogId& id, const Decider& by, const std::string& why);
  // Late answers go to where the event came from, and count as delivered once that confirms them.
  SessionTold session_event(Turn& turn, const SessionEvent& event, ConnectionId from);
  // An idle session's side waits for late answers: told as soon as there is one, or that there is
  // nothing to wait for any more (the session's next prompt, its end, another one that waits).
  void wait_for_late(Turn& turn, const Origin& origin, const WaiterId& waiter);
  // Words about an answer for an agent that is about to be resumed with them; pending from then on.
  std::string words_for_resume(Turn& turn, const DialogId& id);
  // They have arrived, or else may never have: the session is told again then.
  void settle_resumed(Turn& turn, const DialogId& id, bool arrived);

  // From the connection of a waiter. They concern dialogs that it waits for, nothing else.
  void host_ended_call(Turn& turn, const Waiter& waiter);  // SIGTERM: Esc, or the host itself ends
  void agent_gone(Turn& turn, const Waiter& waiter);
  void add_context(Turn& turn, const Waiter& waiter, const std::string& context,
                   const std::vector<std::string>& running_calls);
  void delivered(Turn& turn, ConnectionId connection, const DialogId& id);
  void connection_lost(Turn& turn, ConnectionId connection);

  // The operator changed a limit; the person's last prompt, from the record at start.
  void limit_open_dialogs(std::int64_t most) { world_.open_dialogs_max = most; }
  void note_prompt(WallTime at) { signs_.last_prompt_at = at; }
  // Puts on record what the person says of their presence; nullopt: their prompts are to tell. It
  // holds from note_presence() on.
  void set_presence(Turn& turn, std::optional<Presence> said, const Decider& by);
  void note_presence(std::optional<Presence> said) { signs_.said = said; }
  const Signs& signs() const { return signs_; }

  // What a hook told its agent on its own, while the daemon could not be reached. The dialog stands
  // as the agent was told, unless somebody has ended it or waits for it again.
  void fell_back(Turn& turn, const FellBack& fallen);
  // A prompt of the person's that we were not there for.
  void missed_prompt(Turn& turn, const SessionKey& session, WallTime at);

  // Deadlines, missing agents and expiries that are due.
  void tick(Turn& turn);
  // When tick is to be called next; nullopt: nothing is waiting for its time.
  std::optional<MonoTime> next_tick(Now now) const;

  // Around each turn: what is in memory follows the transaction.
  void begin_turn();
  void roll_back_turn();
  // After a turn that failed: waiters past their deadline, who must not wait for the disk. They are
  // let go, and the caller tells them to fall back.
  std::vector<Waiter> give_up_overdue(MonoTime now);

  // The processes of agents that asked something since we started; some may have ended. Who
  // descends from one of them is no person.
  const std::set<std::int64_t>& agents() const { return agents_; }
  const Waiters& waiters() const { return waiters_; }
  const BrokerCounters& counters() const { return counters_; }

 private:
  // A dialog whose waiter went away and may come back.
  struct Absence {
    MonoTime until;
    bool host_ended = false;  // the host ended the call: decides between cancelled and left
    std::int64_t agent_pid = 0;
  };

  CallsUnderWay::Asked asked_by(const OpenRequest& request) const;
  // An answer that is ready for this call: its own, or one that came too late for an earlier call
  // that asked just the same (the agent was told to ask again).
  std::optional<DialogHead> find_ready(Turn& turn, const OpenRequest& request,
                                       const CallsUnderWay::Asked& asked,
                                       const std::optional<DialogHead>& own);
  // The dialog of this very call.
  std::optional<DialogHead> find_own(Turn& turn, const OpenRequest& request,
                                     const CallsUnderWay::Asked& asked);
  void note_agent(std::int64_t pid);
  void take_over(Turn& turn, const OpenRequest& request, const DialogHead& head);
  std::optional<DialogHead> find_known(Turn& turn, const OpenRequest& request,
                                       const CallsUnderWay::Asked& asked,
                                       const std::optional<DialogHead>& own);
  std::optional<DialogHead> find_for_call(Turn& turn, const OpenRequest& request,
                                          const CallsUnderWay::Asked& asked);
  std::optional<DialogHead> find_without_call(Turn& turn, const OpenRequest& request,
                                              const CallsUnderWay::Asked& asked);
  void tell_known(Turn& turn, const DialogHead& known, const WaiterId& waiter,
                  const std::string& way = "");
  Dialog join(Turn& turn, const OpenRequest& request, const DialogHead& known);
  Dialog open_new(Turn& turn, const OpenRequest& request, const CallsUnderWay::Asked& asked,
                  const Ruling& ruling);
  void stay_out(Turn& turn, const WaiterId& waiter, const Ruling& ruling);
  void attach(Turn& turn, const OpenRequest& request, const Dialog& dialog, const Ruling& ruling,
              const WaiterId& waiter);
  bool another_is_deferred(Turn& turn, const Dialog& dialog);
  void decide_at_once(Turn& turn, const Dialog& dialog, const OpenRequest& request,
                      const Ruling& ruling, Mode mode, const WaiterId& waiter);
  void stand_as_told(Turn& turn, const DialogId& id, const OpenResult& told);
  bool stand_as_fallen(Turn& turn, const DialogRecord& record);
  // Puts answers that policy chose on record, marked where the person had not given them.
  Answer keep_defaults(Turn& turn, const DialogId& id, Answer answers);
  // What the person answered is in what is told if we hang or die from here on.
  void renew_fallbacks(Turn& turn, const Dialog& dialog);
  OpenResult fallback_of(const Dialog& dialog, const OpenRequest& request, const Ruling& ruling,
                         WallTime now) const;
  // Tells the waiter what policy decided and puts it on record.
  void apply_decision(Turn& turn, OnTimeout what, const OpenResult& decision,
                      const WaiterId& waiter);
  void leave_superseded(Turn& turn, const SessionKey& session, const std::string& subagent,
                        const std::string& tool, const std::vector<std::string>& running_calls,
                        const DialogId& except);
  std::optional<DialogHead> find_settled(Turn& turn, const SettleRequest& request,
                                         const std::string& hash);
  // The dialog of a form that ended in the agent, which does not repeat what it asked.
  std::optional<DialogHead> find_settled_form(Turn& turn, const SettleRequest& request);
  // The one place where answers and dismissals are held to the rules.
  std::optional<NotAllowed> refuse_unless_allowed(Turn& turn, const DialogRecord& record,
                                                  const Decider& by);
  void settle_unanswered(Turn& turn, const DialogHead& head, const SettleRequest& request);
  void confirm_settled(Turn& turn, const DialogHead& head, const SettleRequest& request);
  void time_out(Turn& turn, const Waiter& waiter);
  void end_absence(Turn& turn, const DialogId& id, const Absence& absence);
  void expire(Turn& turn);
  // Ends the dialog on record and tells all who wait for it.
  void end(Turn& turn, const DialogId& id, const Outcome& outcome, const Answer& answers,
           const std::string& audit_kind, const std::string& audit_body);
  void leave(Turn& turn, const DialogId& id, const Decider& by);
  void tell(Turn& turn, const WaiterId& waiter, const OpenResult& result,
            const std::string& way = "");
  // What a session has not been told of its late answers, on its way now to that connection.
  std::vector<LateWords> take_late_words(Turn& turn, const Origin& agent, const std::string& way,
                                         ConnectionId to);
  void settle_session(Turn& turn, const SessionEvent& event);
  // An answer nobody waited for goes where it can.
  void send_late(Turn& turn, const DialogRecord& record, bool agent_is_gone);
  void let_late_waiter_go(Turn& turn, const SessionKey& session);
  void record(Turn& turn, const std::string& kind, const DialogId& id, const Decider& actor,
              const std::string& body) const;
  bool stands_beside(const DialogHead& head) const;

  World world_;
  Waiters waiters_;
  CallsUnderWay calls_;
  // What a turn changes besides the waiters, kept together so that it can be put back.
  struct Pending {
    std::map<DialogId, Absence> absences;
    // Outcomes sent on a connection and not confirmed yet, with the way they went (a word of the
    // record; empty: to the call that waited).
    std::map<ConnectionId, std::map<DialogId, std::string>> unconfirmed;
    // Who waits for late answers of a session.
    std::map<SessionKey, WaiterId> late_waiters;
    std::optional<WallTime> next_expiry;
    // What hooks told that had not heard of a dialog, and whose dialog is not here (yet).
    std::deque<FellBack> fallen;
  };
  Pending pending_;
  Pending pending_before_turn_;
  std::set<std::int64_t> agents_;
  std::size_t look_through_agents_at_ = 0;
  MonoTime ready_at_{};
  Signs signs_;
  BrokerCounters counters_;
};

}  // namespace afar
