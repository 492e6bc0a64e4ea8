#include "tests/unit/surfaces/outbox_fixture.h"

#include <stdlib.h>

#include <fstream>

namespace afar {
namespace {

config::Loaded loaded_with(const config::Settings& settings) {
  config::Loaded loaded;
  loaded.settings = settings;
  return loaded;
}

config::CommandSettings command(const std::string& name) {
  config::CommandSettings settings;
  settings.name = name;
  return settings;
}

}  // namespace

struct OutboxTest::World {
  explicit World(OutboxTest& test)
      : configuration({}, loaded_with(test.settings_)),
        store((test.folder_ / "afar.db").string()),
        broker({[&test] {
                  std::string id = "aaaaa";
                  id.back() = static_cast<char>('a' + test.dialogs_++);
                  return id;
                },
                [](std::int64_t) { return true; },
                [&test](const OpenRequest&, const Moment&) { return test.ruling_; }}),
        turns(loop, store, broker),
        reception(turns, configuration),
        outbox(loop, turns, reception, configuration, {(test.folder_ / "off").string()},
               {Milliseconds(1), Milliseconds(4), Milliseconds(0)}) {
    turns.on_effect([](const Effect&) {});
    turns.on_give_up([](const Waiter&, const std::string&) {});
    turns.on_changes(
        [this](CommitTurns::Job& job, const std::vector<DialogId>& ids) { outbox.keep(job, ids); });
    turns.on_changed([this](const std::vector<DialogId>&) { outbox.look(); });
    turns.begin_with([this](CommitTurns::Job& job) {
      broker.start(job.turn);
      outbox.keep_open_ones(job);
    });
    outbox.send_to({{"command:a", test.a_}, {"command:b", test.b_}});
  }

  boost::asio::io_context loop{1};
  config::Configuration configuration;
  Store store;
  Broker broker;
  CommitTurns turns;
  Reception reception;
  Outbox outbox;
};

OutboxTest::OutboxTest() {
  std::string name = "/tmp/outbox-test-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
  folder_ = name;
  ruling_.rule = "night";
  ruling_.mode = Mode::kBlock;
  settings_.surfaces.commands = {command("a"), command("b")};
  start();
}

OutboxTest::~OutboxTest() {
  world_.reset();
  std::filesystem::remove_all(folder_);
}

void OutboxTest::start() { world_ = std::make_unique<World>(*this); }

void OutboxTest::restart() {
  world_.reset();
  a_->sends.clear();
  b_->sends.clear();
  start();
}

void OutboxTest::until(const std::string& what, const std::function<bool()>& holds) {
  const auto guard = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!holds()) {
    if (std::chrono::steady_clock::now() > guard) {
      ADD_FAILURE() << "never: " << what;
      return;
    }
    world_->loop.restart();
    world_->loop.run_one_for(std::chrono::milliseconds(100));
  }
}

FakeSurface::Send OutboxTest::next(const std::string& surface) {
  auto& sends = surface == "command:a" ? a_->sends : b_->sends;
  until("a send to " + surface, [&] { return !sends.empty(); });
  if (sends.empty()) return {"nothing", {}, [](const Sent&) {}};
  auto send = std::move(sends.front());
  sends.pop_front();
  return send;
}

void OutboxTest::settle() {
  // A turn of its own goes after everything that is queued now.
  for (int i = 0; i < 3; ++i) turn([](CommitTurns::Job&) {});
}

void OutboxTest::turn(const std::function<void(CommitTurns::Job&)>& work) {
  bool done = false;
  world_->turns.post({[&](CommitTurns::Job& job) {
                        work(job);
                        job.after.emplace_back([&] { done = true; });
                      },
                      [&](WorkFailure, const std::string& why) {
                        ADD_FAILURE() << why;
                        done = true;
                      }});
  until("a turn", [&] { return done; });
}

DialogId OutboxTest::ask(const std::string& session) {
  OpenRequest request;
  request.kind = DialogKind::kUserQuestion;
  request.tool = "AskUserQuestion";
  request.phase = Phase::kBefore;
  request.origin.agent = "claude-code";
  request.origin.session = session;
  request.origin.call = "call-" + session;
  Question question;
  question.id = "q1";
  question.text = "Which cache?";
  question.options = {{"o1", "Redis", "", "", false}, {"o2", "SQLite", "", "", true}};
  request.content.questions = {question};
  std::string opened;
  turn([&](CommitTurns::Job& job) {
    job.broker.open(job.turn, request, {7, session});
    opened = job.broker.waiters().of_connection(7).back().dialog;
  });
  return opened;
}

void OutboxTest::answer(const DialogId& id) {
  turn([&](CommitTurns::Job& job) {
    Answer answer;
    answer.questions["q1"].options = {"o1"};
    job.broker.answer(job.turn, id, answer, {Decider::Kind::kPerson, "owner", "cli", ""});
  });
}

CardRow OutboxTest::card(const std::string& surface, const DialogId& id) {
  std::optional<CardRow> found;
  turn([&](CommitTurns::Job& job) { found = job.store.find_card(surface, id); });
  if (!found) ADD_FAILURE() << "no card of " << id << " on " << surface;
  return found.value_or(CardRow{});
}

std::vector<std::string> OutboxTest::audit_kinds(const DialogId& id) {
  std::vector<std::string> kinds;
  turn([&](CommitTurns::Job& job) {
    AuditFilter filter;
    filter.dialog = id;
    for (const auto& event : job.store.audit_query(filter).events) kinds.push_back(event.kind);
  });
  return kinds;
}

}  // namespace afar
