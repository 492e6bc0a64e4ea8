// A broker on a real store in a temporary folder, with a clock that stands until it is moved and
// connections that are numbers.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "daemon/core/broker.h"
#include "daemon/store/store.h"

namespace afar {

class BrokerTest : public ::testing::Test {
 protected:
  BrokerTest();
  ~BrokerTest() override;

  // One turn; its effects are kept in `effects` (and added to `all_effects`).
  void turn(const std::function<void(Turn&)>& work);
  void pass(Milliseconds time);
  // Moves the clock to the broker's next deadline and ticks.
  void pass_until_next_tick();

  // A question of session s1 with the options A and B.
  static OpenRequest question(const std::string& call, Phase phase);
  static OpenRequest beside(std::int64_t agent_pid = 0);  // as PermissionRequest: no call
  static OpenRequest before(const std::string& call);     // as PreToolUse, interactive
  static OpenRequest headless(const std::string& call);   // as PreToolUse, not interactive

  // Opens on a connection of its own; the dialog's id, or empty where none waits.
  DialogId open(const OpenRequest& request, ConnectionId connection);
  AnswerResult answer(const DialogId& id, const std::string& option);
  // What the session is told with the event, where it takes something.
  std::vector<LateWords> event(SessionEvent::What what, bool by_person = false,
                               ConnectionId from = 0);
  Dialog dialog(const DialogId& id);
  DialogState state(const DialogId& id) { return dialog(id).state; }
  // What a connection was told, in order.
  std::vector<OpenResult> told(ConnectionId connection) const;
  std::vector<std::string> audit_kinds(const DialogId& id);
  Waiter waiter_of(ConnectionId connection);

  std::filesystem::path folder_;
  std::unique_ptr<Store> store_;
  std::set<std::int64_t> dead_processes_;
  int next_id_ = 0;
  std::optional<Ruling> ruling_;  // the operator's, where a test sets one; else the built-in one
  bool resumes_ = false;          // whether deferred runs are resumed
  std::string approver_;          // who alone may answer, where a test sets it
  std::vector<Moment> moments_;   // what policy was told, in order
  Broker broker_;
  Now now_;
  std::vector<Effect> all_effects_;
};

// The policy of an installation without a file.
Ruling built_in_policy(const OpenRequest& request, const Moment& moment);

// One of the operator's, named "night".
Ruling rule(Mode mode, OnTimeout on_timeout = OnTimeout::kLocal);

// The request with a second question like its first; nothing is recommended in either.
OpenRequest two_questions(OpenRequest request);

// An answer that chooses one option of q1.
Answer choose(const std::string& option);

}  // namespace afar
