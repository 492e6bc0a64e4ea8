#include "tests/unit/core/broker_fixture.h"

#include <cstdlib>

namespace afar {
namespace {

std::filesystem::path temporary_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "afar-core-XXXXXX").string();
  return ::mkdtemp(pattern.data());
}

// a, b, c ... as ids of five letters, in order.
DialogId numbered_id(int number) {
  DialogId id = "aaaaa";
  for (int i = 4; number > 0; --i, number /= 10) {
    id[static_cast<std::size_t>(i)] = static_cast<char>('a' + number % 10);
  }
  return id;
}

}  // namespace

Ruling built_in_policy(const OpenRequest& request, const Moment&) {
  return built_in_ruling(request);
}

Ruling rule(Mode mode, OnTimeout on_timeout) {
  Ruling ruling;
  ruling.rule = "night";
  ruling.mode = mode;
  ruling.on_timeout = on_timeout;
  return ruling;
}

OpenRequest two_questions(OpenRequest request) {
  request.content.questions.push_back(request.content.questions[0]);
  request.content.questions[1].id = "q2";
  request.content.questions[1].text = "And?";
  return request;
}

Answer choose(const std::string& option) {
  Answer answer;
  answer.questions["q1"].options = {option};
  return answer;
}

BrokerTest::BrokerTest()
    : folder_(temporary_folder()),
      store_(std::make_unique<Store>((folder_ / "afar.db").string())),
      broker_(
          {[this] { return numbered_id(next_id_++); },
           [this](std::int64_t pid) { return dead_processes_.count(pid) == 0; },
           [this](const OpenRequest& request, const Moment& moment) {
             moments_.push_back(moment);
             return ruling_ ? *ruling_ : built_in_ruling(request);
           },
           /*open_dialogs_max=*/20000,
           [this](const DialogRecord&, const Decider& by, WallTime) -> std::optional<std::string> {
             if (approver_.empty() || by.name == approver_) return std::nullopt;
             return "only " + approver_ + " may answer this";
           },
           [this](const std::string&) { return resumes_; }}),
      now_{WallTime(std::chrono::hours(24 * 365 * 56)), MonoTime(std::chrono::hours(1))} {
  turn([this](Turn& t) { broker_.start(t); });
}

BrokerTest::~BrokerTest() {
  store_.reset();
  std::filesystem::remove_all(folder_);
}

void BrokerTest::turn(const std::function<void(Turn&)>& work) {
  Turn t{*store_, now_};
  broker_.begin_turn();
  Store::Transaction transaction(*store_);
  work(t);
  broker_.tick(t);
  transaction.commit();
  all_effects_.insert(all_effects_.end(), t.effects.begin(), t.effects.end());
}

void BrokerTest::pass(Milliseconds time) {
  now_.wall += time;
  now_.mono += time;
  turn([](Turn&) {});
}

void BrokerTest::pass_until_next_tick() {
  const auto next = broker_.next_tick(now_);
  ASSERT_TRUE(next.has_value());
  pass(std::chrono::ceil<Milliseconds>(*next - now_.mono));
}

OpenRequest BrokerTest::question(const std::string& call, Phase phase) {
  OpenRequest request;
  request.content.questions = {{"q1",
                                "Pick",
                                "Which?",
                                false,
                                true,
                                true,
                                {{"o1", "A", "", "", false}, {"o2", "B", "", "", false}},
                                {}}};
  request.origin.agent = "claude-code";
  request.origin.session = "s1";
  request.origin.call = call;
  request.tool = "AskUserQuestion";
  request.phase = phase;
  request.can_race = true;
  request.limit = std::chrono::minutes(10);
  return request;
}

OpenRequest BrokerTest::beside(std::int64_t agent_pid) {
  OpenRequest request = question("", Phase::kBeside);
  request.agent_pid = agent_pid;
  return request;
}

OpenRequest BrokerTest::before(const std::string& call) { return question(call, Phase::kBefore); }

OpenRequest BrokerTest::headless(const std::string& call) {
  OpenRequest request = before(call);
  request.origin.interactive = false;
  request.can_race = false;
  request.can_defer = true;
  return request;
}

DialogId BrokerTest::open(const OpenRequest& request, ConnectionId connection) {
  turn([&](Turn& t) {
    EXPECT_EQ(broker_.open(t, request, {connection, "1"}), OpenStatus::kTaken);
  });
  const auto waiting = broker_.waiters().of_connection(connection);
  return waiting.empty() ? "" : waiting.front().dialog;
}

AnswerResult BrokerTest::answer(const DialogId& id, const std::string& option) {
  AnswerResult result;
  turn([&](Turn& t) {
    result = broker_.answer(t, id, choose(option), {Decider::Kind::kPerson, "owner", "cli", ""});
  });
  return result;
}

std::vector<LateWords> BrokerTest::event(SessionEvent::What what, bool by_person,
                                         ConnectionId from) {
  SessionEvent event;
  event.what = what;
  event.by_person = by_person;
  event.origin = question("", Phase::kBeside).origin;
  event.takes_context = from != 0;
  std::vector<LateWords> words;
  turn([&](Turn& t) { words = broker_.session_event(t, event, from).words; });
  return words;
}

Dialog BrokerTest::dialog(const DialogId& id) { return store_->find(id).value().dialog; }

std::vector<OpenResult> BrokerTest::told(ConnectionId connection) const {
  std::vector<OpenResult> results;
  for (const auto& effect : all_effects_) {
    const auto* told = std::get_if<TellOutcome>(&effect);
    if (told != nullptr && told->to.connection == connection) results.push_back(told->result);
  }
  return results;
}

std::vector<std::string> BrokerTest::audit_kinds(const DialogId& id) {
  std::vector<std::string> kinds;
  for (const auto& event : store_->audit_query({{}, id, 0}).events) kinds.push_back(event.kind);
  return kinds;
}

Waiter BrokerTest::waiter_of(ConnectionId connection) {
  return broker_.waiters().of_connection(connection).at(0);
}

}  // namespace afar
