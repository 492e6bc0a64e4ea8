// Goal: a wrong type in any field of any method is invalid_params, by its place, and changes
// nothing. Method: parameters with every field set; each value is replaced by one of every other
// type.
#include <gmock/gmock.h>

#include "tests/integration/agent.h"
#include "tests/integration/raw_connection.h"
#include "tests/unit/shared/sample.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

struct Method {
  const char* role;
  const char* name;
  json params;
};

json answer_params(const std::string& id) {
  return {{"id", id},
          {"answers", {{"q1", {{"options", {"o1"}}, {"text", "words"}, {"note", "a note"}}}}},
          {"response", "to all of it"}};
}

std::vector<Method> methods(const std::string& id) {
  return {{"hook", "dialog.open", sample::open_request()},
          {"hook", "dialog.settle", sample::settle_request()},
          {"hook", "session.event", sample::session_event()},
          {"hook", "dialog.cancel", {{"id", id}, {"reason", "interrupted"}}},
          {"hook",
           "dialog.context",
           {{"id", id}, {"context", "words"}, {"running_calls", {"toolu_1"}}}},
          {"hook", "dialog.delivered", {{"id", id}}},
          {"operator", "dialog.list", {{"all", true}, {"after", 1}}},
          {"operator", "dialog.get", {{"id", id}}},
          {"operator", "dialog.wait", {{"id", id}}},
          {"operator", "dialog.answer", answer_params(id)},
          {"operator", "dialog.cancel", {{"id", id}}},
          {"operator",
           "audit.query",
           {{"since", "2026-11-30T14:02:03Z"}, {"dialog", id}, {"after", 1}}}};
}

void collect(const json& value, const json::json_pointer& at,
             std::vector<json::json_pointer>& places) {
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      if (!member.is_null()) places.push_back(at / key);
      collect(member, at / key, places);
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      places.push_back(at / i);
      collect(value[i], at / i, places);
    }
  }
}

class WireFieldsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    stage_.start_daemon();
    hook_.emplace(agent_.hook(before("s-0", "toolu_0")));
    person_.emplace(stage_.connect());
    id_ = person_->until_open(1).at(0).at("id");
  }
  void expect_untouched() {
    EXPECT_EQ(person_->counter("opened"), 1u);
    EXPECT_EQ(person_->counter("failed_turns"), 0u) << "a wrong message is no defect";
    EXPECT_EQ(person_->get(id_).at("answers"), json::object());
    person_->answer(id_, {"o1"});
    EXPECT_EQ(hook_->end().out, allowed_before(before("", ""), {{"Which color?", "Red"}}));
  }

  Stage stage_;
  Agent agent_{stage_, Agent::Kind::kHeadless};
  std::optional<Hook> hook_;
  std::optional<Operator> person_;
  std::string id_;
};

TEST_F(WireFieldsTest, EveryFieldOfEveryMethodWithEveryWrongTypeIsInvalid) {
  RawConnection as_hook(stage_.paths());
  as_hook.initialize("hook");
  RawConnection as_person(stage_.paths());
  as_person.initialize("operator");
  int number = 0;
  for (const Method& method : methods(id_)) {
    RawConnection& connection = method.role == std::string("hook") ? as_hook : as_person;
    std::vector<json::json_pointer> places;
    collect(method.params, json::json_pointer(), places);
    for (const auto& place : places) {
      const json& right = method.params.at(place);
      for (const json& wrong :
           {json("7"), json(7), json(-0.5), json(true), json::array({1}), json({{"a", 1}})}) {
        const bool same_type = right.is_number_integer() ? wrong.is_number_integer()
                               : right.is_number()       ? wrong.is_number()
                                                         : right.type() == wrong.type();
        if (same_type) continue;
        json params = method.params;
        params[place] = wrong;
        const json reply =
            connection.ask(rpc::request_line(std::to_string(++number), method.name, params));
        ASSERT_TRUE(reply.contains("error")) << method.name << " " << place << " " << wrong;
        EXPECT_EQ(reply["error"]["data"]["kind"], "invalid_params")
            << method.name << " " << place << " " << wrong << ": " << reply;
        EXPECT_EQ(reply["id"], number);
      }
    }
  }
  EXPECT_GT(number, 400);
  expect_untouched();
}

// Of the right type, but nothing that can be asked or meant.
TEST_F(WireFieldsTest, WhatMakesNoSenseIsInvalid) {
  RawConnection connection(stage_.paths());
  connection.initialize("hook");
  json many_questions = json::array();
  for (int i = 0; i < 33; ++i) {
    many_questions.push_back({{"id", "q" + std::to_string(i)}, {"text", "?"}});
  }
  json many_options = json::array();
  for (int i = 0; i < 257; ++i) {
    many_options.push_back({{"id", "o" + std::to_string(i)}, {"label", "x"}});
  }
  const std::vector<std::pair<const char*, json>> changes{
      {"/questions", json::array()},
      {"/questions", many_questions},
      {"/questions/0/options", many_options},
      {"/questions/1/id", "q1"},
      {"/questions/0/options/1/id", "o1"},
      {"/questions/0/options", json::array()},  // and free text is not allowed
      {"/origin/agent", ""},
      {"/origin/session", ""},
      {"/kind", "poll"},
      {"/phase", "after"},
      {"/wait", "for ever"},
      {"/limit_ms", -1},
      {"/limit_ms", INT64_MAX},
      {"/origin/generation", 18446744073709551615ULL}};
  for (const auto& [place, value] : changes) {
    json params = sample::open_request();
    params[json::json_pointer(place)] = value;
    const json reply = connection.ask(rpc::request_line("1", "dialog.open", params));
    EXPECT_EQ(reply["error"]["data"]["kind"], "invalid_params") << place << " " << reply;
  }
  expect_untouched();
}

TEST_F(WireFieldsTest, AnAnswerThatFitsNoQuestionIsRefusedAndNamesIt) {
  const std::vector<std::pair<json, const char*>> answers{
      {{{"q1", {{"options", {"o9"}}}}}, "o9"},
      {{{"q9", {{"options", {"o1"}}}}}, "q9"},
      {{{"q1", {{"options", {"o1", "o2"}}}}}, "q1"},
      {{{"q1", {{"options", {"o1", "o9"}}}}}, "q1"},
      {{{"q1", {{"text", std::string(300 * 1024, 'x')}}}}, "q1"}};
  for (const auto& [answer, named] : answers) {
    try {
      person_->client().call("dialog.answer", {{"id", id_}, {"answers", answer}}, kGuard);
      ADD_FAILURE() << "taken: " << answer.dump().substr(0, 100);
    } catch (const rpc::CallFailed& failed) {
      EXPECT_EQ(failed.code(), rpc::ErrorCode::kInvalidAnswer) << failed.what();
      EXPECT_THAT(failed.what(), HasSubstr(named));
    }
  }
  expect_untouched();
}

// An answer with nothing in it is no answer.
TEST_F(WireFieldsTest, AnEmptyAnswerAnswersNothing) {
  for (const json& params :
       {json({{"id", id_}}), json({{"id", id_}, {"answers", json::object()}}),
        json({{"id", id_}, {"answers", {{"q1", {{"options", json::array()}}}}}}),
        json({{"id", id_}, {"answers", {{"q1", {{"text", ""}}}}}}),
        json({{"id", id_}, {"answers", {{"q1", {{"note", "only a note"}}}}}}),
        json({{"id", id_}, {"response", ""}})}) {
    try {
      const json result = person_->client().call("dialog.answer", params, kGuard);
      EXPECT_EQ(result.at("complete"), false) << params;
    } catch (const rpc::CallFailed& failed) {
      EXPECT_EQ(failed.code(), rpc::ErrorCode::kInvalidAnswer) << params << failed.what();
    }
    EXPECT_EQ(person_->get(id_).at("state"), "open") << params;
    EXPECT_FALSE(hook_->has_ended()) << params;
  }
}

}  // namespace
}  // namespace afar::test
