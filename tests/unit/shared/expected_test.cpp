#include "shared/dialog/expected.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace afar {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

Question field(const std::string& expects) {
  const json document = json::parse(expects);
  Question question;
  question.id = "q1";
  question.expects = expected_from(Fields(document));
  return question;
}

std::string judged(const std::string& expects, const std::string& text) {
  QuestionAnswer answer;
  answer.text = text;
  return misfit_of(field(expects), answer).value_or("fits");
}

TEST(Expected, ForEveryText) {
  struct Case {
    const char* expects;
    const char* text;
    const char* judged;
  };
  const char* age = R"({"type":"integer","minimum":0,"maximum":150})";
  const char* ratio = R"({"type":"number","minimum":0.5})";
  const char* name = R"({"min_length":2,"max_length":4})";
  for (const auto& each : {
           Case{age, "42", "fits"},
           Case{age, " 42\n", "fits"},
           Case{age, "0", "fits"},
           Case{age, "150", "fits"},
           Case{age, "151", "expected a whole number from 0 to 150, found \"151\""},
           Case{age, "-1", "expected a whole number from 0 to 150, found \"-1\""},
           Case{age, "abc", "expected a whole number from 0 to 150, found \"abc\""},
           Case{age, "4.0", "expected a whole number from 0 to 150, found \"4.0\""},
           Case{age, "1e1", "expected a whole number from 0 to 150, found \"1e1\""},
           Case{age, "007", "expected a whole number from 0 to 150, found \"007\""},
           Case{age, "+5", "expected a whole number from 0 to 150, found \"+5\""},
           Case{age, "4 2", "expected a whole number from 0 to 150, found \"4 2\""},
           Case{age, "-", "expected a whole number from 0 to 150, found \"-\""},
           Case{R"({"type":"integer"})", "-12345678901234567890123", "fits"},
           Case{ratio, "0.5", "fits"},
           Case{ratio, "1.25e3", "fits"},
           Case{ratio, "0.49", "expected a number of at least 0.5, found \"0.49\""},
           Case{ratio, "0,7", "expected a number of at least 0.5, found \"0,7\""},
           Case{ratio, "1.", "expected a number of at least 0.5, found \"1.\""},
           Case{ratio, ".7", "expected a number of at least 0.5, found \".7\""},
           Case{ratio, "1e", "expected a number of at least 0.5, found \"1e\""},
           Case{ratio, "1e999", "expected a number of at least 0.5, found \"1e999\""},
           Case{ratio, "NaN", "expected a number of at least 0.5, found \"NaN\""},
           Case{ratio, "Infinity", "expected a number of at least 0.5, found \"Infinity\""},
           Case{ratio, "0x10", "expected a number of at least 0.5, found \"0x10\""},
           Case{R"({"type":"number","maximum":2})", "3",
                "expected a number of at most 2, found \"3\""},
           Case{name, "Zoë", "fits"},
           Case{name, "Zoës", "fits"},
           Case{name, "Z", "expected a text from 2 to 4 characters, found \"Z\""},
           Case{name, "Zoë G", "expected a text from 2 to 4 characters, found \"Zoë G\""},
           Case{R"({"format":"email"})", "a@b.example", "fits"},
           Case{R"({"format":"email"})", "a.b.example",
                "expected an email address, found \"a.b.example\""},
           Case{R"({"format":"email"})", "a b@c", "expected an email address, found \"a b@c\""},
           Case{R"({"format":"email"})", "a@b@c", "expected an email address, found \"a@b@c\""},
           Case{R"({"format":"uri"})", "https://a.example/x?y", "fits"},
           Case{R"({"format":"uri"})", "mailto:a@b.example", "fits"},
           Case{R"({"format":"uri"})", "a.example",
                "expected a link like https://example.org/, found \"a.example\""},
           Case{R"({"format":"date"})", "2026-02-28", "fits"},
           Case{R"({"format":"date"})", "2026-02-30",
                "expected a date like 2026-11-30, found \"2026-02-30\""},
           Case{R"({"format":"date"})", "30.11.2026",
                "expected a date like 2026-11-30, found \"30.11.2026\""},
           Case{R"({"format":"date-time"})", "2026-11-30T14:02:03+01:00", "fits"},
           Case{R"({"format":"date-time"})", "2026-11-30",
                "expected a time like 2026-11-30T14:02:00Z, found \"2026-11-30\""},
           Case{R"({"format":"a-new-one"})", "anything", "fits"},
           Case{R"({})", "anything", "fits"},
       }) {
    EXPECT_EQ(judged(each.expects, each.text), each.judged) << each.expects;
  }
}

TEST(Expected, CountsTheOptionsChosen) {
  Question question = field(R"({"min_items":1,"max_items":2})");
  question.multi_select = true;
  EXPECT_EQ(expected_in_words(question), "from 1 to 2 of the options");
  QuestionAnswer answer;
  answer.options = {"o1", "o2"};
  EXPECT_EQ(misfit_of(question, answer), std::nullopt);
  answer.options.push_back("o3");
  EXPECT_EQ(misfit_of(question, answer), "expected from 1 to 2 of the options, found 3");
}

TEST(Expected, RepeatsOnlyTheBeginningOfALongText) {
  EXPECT_THAT(judged(R"({"type":"integer"})", std::string(500, 'x')),
              testing::AllOf(HasSubstr("xxx…\""), testing::SizeIs(testing::Lt(120u))));
}

TEST(Expected, ComesBackFromJsonAsItWas) {
  const json written =
      json::parse(R"({"type":"integer","minimum":0,"maximum":0.5,"min_length":1,"max_length":2,)"
                  R"("min_items":3,"max_items":4,"format":"date","suggestion":"7"})");
  const Expected expected = expected_from(Fields(written));
  EXPECT_EQ(to_json(expected), written);
  EXPECT_EQ(to_json(Expected{}), json({{"type", "text"}}));
}

}  // namespace
}  // namespace afar
