// Goal: a change touches what it changes and nothing else. Method: texts of every layout that
// people and programs write; what is added is taken out again, and the bytes are compared.
#include "hook/json/edit.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "hook/json/gap.h"
#include "hook/json/layout.h"
#include "hook/json/raw.h"

namespace afar::raw {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string>& texts() {
  static const std::vector<std::string> kTexts{
      "{}",
      "{}\n",
      "{ }",
      "{\n}",
      "{\n\n}\n",
      "{\r\n}\r\n",
      " {} ",
      "\xEF\xBB\xBF{}",
      R"({"a":1})",
      R"({ "a": 1 })",
      R"({"a":1,"b":{},"c":[]})",
      R"({"a" : 1 , "b" : [ ] , "c" : { } })",
      "{\n  \"a\": 1\n}\n",
      "{\n  \"a\": 1,\n  \"b\": {},\n  \"c\": [],\n  \"d\": [ ],\n  \"e\": {\n  }\n}\n",
      "{\n\t\"a\": {\n\t\t\"b\": [\n\t\t\t1\n\t\t]\n\t}\n}",
      "{\r\n    \"a\": [1, 2],\r\n    \"b\": {\"c\": {}}\r\n}\r\n",
      "\xEF\xBB\xBF{\n \"a\": \"\xC3\xA4\"\n}",
      "{\n  \"a\": 1\n  , \"b\": 2\n}",
      "{\n\"a\":1,\n\n\n\"b\":{\n},\"c\":[\n]}",
      "{\"a\":1,\n \"a\":2}",
      "{\"b\":\"}],{[\\\"\",\"c\":[\"\\ud800\",12345678901234567890123]}",
      "{\"a\":[{\"b\":[{}]}],\n\n   \"z\": {   }   }  \n\n",
      // As people write settings that are JSON with comments.
      "// {a}\n{\n  // \"old\": [,\n}\n",
      "/* {[ */ { /* \", */ }",
      "{ \"a\": 1 // one, and no more }\n}",
      "{\n  \"a\": 1, // one\n  /* two */ \"b\": 2 // it is 2\n}\n// end }\n",
      "{\r\n  \"a\": 1 /* x, y */ , // z\r\n  // then\r\n  \"b\": [\r\n    1, // i\r\n  ],\r\n}",
      "{\n  \"a\": {\n    // nothing yet\n  },\n  // \"b\": 2,\n}\n",
      "{\"a\":[1,],\"b\":{\"c\":\"//\",},}",
      "{\n  \"a\": \"/* no */\"\n  // the end\n}",
  };
  return kTexts;
}

// Every object and array in a text, itself too.
void collect(std::string_view value, std::vector<std::string_view>& found) {
  if (const auto all = members(value)) {
    found.push_back(value);
    for (const auto& each : *all) collect(each.value, found);
  } else if (const auto values = elements(value)) {
    found.push_back(value);
    for (const auto& each : *values) collect(each, found);
  }
}

std::vector<std::string_view> containers_of(std::string_view text) {
  std::vector<std::string_view> found;
  collect(first_value(text.substr(root_of(text))), found);
  return found;
}

std::string appended(const std::string& text, std::string_view container, const Json& value) {
  if (container[0] == '{') return append_member(text, container, "new", value);
  return append_element(text, container, value);
}

// The container that stands at the same place in another text, and the last value in it.
struct Last {
  std::string_view container;
  std::string_view value;
};
Last last_in(const std::string& text, std::size_t number) {
  const std::string_view container = containers_of(text).at(number);
  if (container[0] == '[') return {container, elements(container)->back()};
  return {container, members(container)->back().value};
}

bool is_json(const std::string& text) {
  const std::string strict = without_trailing_commas(text);
  return Json::accept(without_lone_surrogates(strict).value_or(strict), /*ignore_comments=*/true);
}

TEST(Edit, WhatIsAddedAndTakenOutLeavesTheBytesAsTheyWere) {
  const std::vector<Json> values{1, Json::array(), Json::parse(R"({"x":[{"y":"a\nb"},[]]})")};
  for (const auto& text : texts()) {
    const auto containers = containers_of(text);
    for (std::size_t number = 0; number < containers.size(); ++number) {
      for (const auto& value : values) {
        const std::string longer = appended(text, containers[number], value);
        ASSERT_TRUE(is_json(longer)) << longer;
        const Last last = last_in(longer, number);
        EXPECT_EQ(Json::parse(last.value), value);
        EXPECT_FALSE(was_made_here(last.container)) << longer;
        EXPECT_EQ(remove(longer, last.container, last.value), text);
      }
    }
  }
}

TEST(Edit, TwoThatAreAddedCanBeTakenOutInAnyOrder) {
  for (const auto& text : texts()) {
    const std::size_t count = containers_of(text).size();
    for (std::size_t number = 0; number < count; ++number) {
      std::string longer = appended(text, containers_of(text)[number], "one");
      longer = appended(longer, containers_of(longer)[number], "two");
      const std::string_view container = containers_of(longer)[number];
      std::vector<std::string_view> values;
      if (container[0] == '[') {
        values = *elements(container);
      } else {
        const auto all = members(container);
        for (const auto& each : *all) values.push_back(each.value);
      }
      for (const std::size_t first : {values.size() - 2, values.size() - 1}) {
        const std::string one_less = remove(longer, container, values[first]);
        const Last last = last_in(one_less, number);
        EXPECT_EQ(remove(one_less, last.container, last.value), text) << longer;
      }
    }
  }
}

TEST(Edit, TellsContainersThatItMadeFromThoseThatWereThere) {
  for (const auto& text : texts()) {
    const auto containers = containers_of(text);
    for (std::size_t number = 0; number < containers.size(); ++number) {
      const Json value = Json::parse(R"({"x":[{"y":1}]})");
      const std::string longer = appended(text, containers[number], value);
      std::vector<std::string_view> made;
      collect(last_in(longer, number).value, made);
      ASSERT_EQ(made.size(), 3u);
      for (const auto& each : made) EXPECT_TRUE(was_made_here(each)) << longer;
    }
  }
}

TEST(Edit, LaysOutWhatIsAddedAsItsNeighboursAre) {
  const Json value = Json::parse(R"({"x":[1]})");
  const struct {
    std::string text;
    std::string longer;
  } cases[] = {
      {R"({"a":1})", R"({"a":1,"new":{"x":[1]}})"},
      {R"({"a": 1, "b": 2})", R"({"a": 1, "b": 2, "new":{"x":[1]}})"},
      {"{\n  \"a\": 1\n}\n",
       "{\n  \"a\": 1,\n  \"new\": {\n    \"x\": [\n      1\n    ]\n  }\n}\n"},
      {"{\r\n\t\"a\": 1\r\n}",
       "{\r\n\t\"a\": 1,\r\n\t\"new\": {\r\n\t\t\"x\": [\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}"},
      {"{\n    \"a\": 1}",
       "{\n    \"a\": 1,\n    \"new\": {\n        \"x\": [\n            1\n        ]\n    }}"},
      {"{}\n", "{ \n  \"new\": {\n    \"x\": [\n      1\n    ]\n  }\n}\n"},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(append_member(each.text, containers_of(each.text)[0], "new", value), each.longer);
  }
}

TEST(Edit, LeavesEveryCommentWithThePartThatItIsAbout) {
  const struct {
    std::string text;
    std::string longer;
  } cases[] = {
      {"{\n  \"a\": 1 // one\n}", "{\n  \"a\": 1, // one\n  \"new\": 2\n}"},
      {"{\n  \"a\": 1, // one\n}", "{\n  \"a\": 1, // one\n  \"new\": 2,\n}"},
      {"{\n  \"a\": 1\n  // more?\n}", "{\n  \"a\": 1,\n  \"new\": 2\n  // more?\n}"},
      {"{\n  // more?\n}", "{\n  // more?\n \n  \"new\": 2\n}"},
      {"{ \"a\": 1 // one\n}", "{ \"a\": 1, // one\n\"new\": 2\n}"},
      {"{ /* b */ \"a\": 1 /* one */ }", "{ /* b */ \"a\": 1, /* one */ \"new\":2 }"},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(append_member(each.text, containers_of(each.text)[0], "new", 2), each.longer);
  }
}

// Comments that a person has written about what is taken out stay too: they are not ours.
TEST(Edit, TakesNoCommentOutWithAPart) {
  const struct {
    std::string text;
    std::string shorter;
  } cases[] = {
      {"{\n  // mine\n  \"x\": 1 // too\n}", "{\n  // mine\n   // too\n}"},
      {"{ // mine \n\"x\": 1}", "{ // mine \n}"},
      {"{\n  \"a\": 1, // mine\n\"x\": 1, \"b\": 2\n}", "{\n  \"a\": 1, // mine\n \"b\": 2\n}"},
      {"{\n  \"a\": 1, // mine\n\"x\": 1}", "{\n  \"a\": 1 // mine\n}"},
      {"{\n  \"x\": 1, // mine\n  \"b\": 2\n}", "{\n  // mine\n  \"b\": 2\n}"},
      {"{\n  \"a\": 1,\n  // mine\n  \"x\": 1, // too\n  \"b\": 2\n}",
       "{\n  \"a\": 1,\n  // mine\n   // too\n  \"b\": 2\n}"},
      {"{\n  \"a\": 1, /* , */\n  \"x\": 1\n}", "{\n  \"a\": 1 /* , */\n}"},
      {"{\n  \"a\": 1,\n  \"x\": 1 /* , */,\n}", "{\n  \"a\": 1,\n}"},
  };
  for (const auto& each : cases) {
    const auto root = containers_of(each.text)[0];
    const std::string shorter = remove(each.text, root, *member(root, "x"));
    EXPECT_EQ(shorter, each.shorter);
    EXPECT_TRUE(is_json(shorter)) << shorter;
  }
}

TEST(Edit, ReplacesAValueAlone) {
  const std::string text = "{\n  \"a\" :  1 ,\n\t\"b\":[1,\n2], \"a\": \"x\"\n}";
  const auto root = containers_of(text)[0];
  EXPECT_EQ(set_member(text, root, "a", 2), "{\n  \"a\" :  1 ,\n\t\"b\":[1,\n2], \"a\": 2\n}")
      << "of doubled names the last counts";
  EXPECT_EQ(set_member(text, root, "b", Json::array({3})),
            "{\n  \"a\" :  1 ,\n\t\"b\":[\n\t  3\n\t], \"a\": \"x\"\n}");
  const std::string empty = "{}";
  EXPECT_EQ(set_member(empty, containers_of(empty)[0], "a\"b", "c"), "{ \n  \"a\\\"b\": \"c\"\n}");
}

TEST(Edit, TakesOutTheFirstOfSeveral) {
  const std::string text = "{\n  \"a\": 1,\n  \"b\": 2\n}";
  const auto root = containers_of(text)[0];
  EXPECT_EQ(remove(text, root, *member(root, "a")), "{\n  \"b\": 2\n}");
  EXPECT_EQ(remove(text, root, *member(root, "b")), "{\n  \"a\": 1\n}");
}

}  // namespace
}  // namespace afar::raw
