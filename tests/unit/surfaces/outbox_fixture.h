// An outbox on a real store and a real broker, with surfaces whose sends the test answers itself.
#pragma once
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/surfaces/outbox.h"

namespace afar {

class FakeSurface : public Surface {
 public:
  struct Send {
    std::string action;
    Card card;
    SentHandler sent;
  };
  explicit FakeSurface(std::string name) : name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  void start() override {}
  void stop() override {}
  void show(const Card& card, SentHandler sent) override { take("show", card, std::move(sent)); }
  void update(const Card& card, SentHandler sent) override {
    take("update", card, std::move(sent));
  }
  void close(const Card& card, SentHandler sent) override { take("close", card, std::move(sent)); }
  void remind(const Card& card, SentHandler sent) override {
    take("remind", card, std::move(sent));
  }
  void notice(const std::string&) override {}
  void probe(ProbeHandler) override {}
  nlohmann::json status() const override { return {}; }
  std::size_t at_once() const override { return 2; }

  std::deque<Send> sends;  // those that the test has not answered yet

 private:
  void take(const std::string& action, const Card& card, SentHandler sent) {
    sends.push_back({action, card, std::move(sent)});
  }
  std::string name_;
};

class OutboxTest : public ::testing::Test {
 protected:
  OutboxTest();
  ~OutboxTest() override;

  // Everything from here on as after kill -9: only what is in the database is left.
  void restart();
  // Runs the loop until it holds; a failure after 30 s.
  void until(const std::string& what, const std::function<bool()>& holds);
  // The next send to this surface, once there is one.
  FakeSurface::Send next(const std::string& surface);
  // Runs all that is ready, so that what was not sent by then has nothing to wait for.
  void settle();
  void turn(const std::function<void(CommitTurns::Job&)>& work);

  // A question of a session of its own; its dialog.
  DialogId ask(const std::string& session);
  void answer(const DialogId& id);
  CardRow card(const std::string& surface, const DialogId& id);
  std::vector<std::string> audit_kinds(const DialogId& id);

  std::filesystem::path folder_;
  Ruling ruling_;
  config::Settings settings_;
  std::shared_ptr<FakeSurface> a_ = std::make_shared<FakeSurface>("command:a");
  std::shared_ptr<FakeSurface> b_ = std::make_shared<FakeSurface>("command:b");

 private:
  struct World;
  void start();
  std::unique_ptr<World> world_;
  int dialogs_ = 0;
};

}  // namespace afar
