// Goal: a value of the wrong type is refused, wherever it stands, and the error names the place.
// Method: a message with every field set; each value in it is replaced by one of every other type.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <vector>

#include "shared/dialog/dialog_json.h"
#include "tests/unit/shared/sample.h"

namespace afar {
namespace {

using nlohmann::json;

struct Shape {
  const char* name;
  json whole;
  std::function<void(const json&)> read;
  std::string prefix;  // of every path in its errors
};

std::vector<Shape> shapes() {
  return {{"Dialog", sample::dialog(), dialog_from, "dialog."},
          {"OpenRequest", sample::open_request(), open_request_from, ""},
          {"OpenResult", sample::open_result(), open_result_from, ""},
          {"Opened", sample::opened(), opened_from, ""},
          {"SettleRequest", sample::settle_request(), settle_request_from, ""},
          {"SessionEvent", sample::session_event(), session_event_from, ""}};
}

// One value in a message: where it stands, and how an error calls the place.
struct Place {
  json::json_pointer pointer;
  std::string path;
};

void collect(const json& value, const Place& at, std::vector<Place>& places) {
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      const Place place{at.pointer / key, at.path.empty() ? key : at.path + "." + key};
      if (!member.is_null()) places.push_back(place);
      collect(member, place, places);
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      // In a list of words the list itself is named.
      const std::string path =
          value[i].is_string() ? at.path : at.path + "[" + std::to_string(i) + "]";
      const Place place{at.pointer / i, path};
      places.push_back(place);
      collect(value[i], place, places);
    }
  }
}

std::vector<json> values_of_other_types(const json& value) {
  std::vector<json> others;
  for (const json& other :
       {json("7"), json(7), json(-0.5), json(true), json::array({1}), json({{"a", 1}})}) {
    const bool same = value.is_number_integer() ? other.is_number_integer()
                      : value.is_number()       ? other.is_number()
                                                : other.type() == value.type();
    if (!same) others.push_back(other);
  }
  return others;
}

// What the error says; nullopt where the message was taken.
std::optional<std::string> error_of(const Shape& shape, const json& message) {
  try {
    shape.read(message);
    return std::nullopt;
  } catch (const BadField& bad) {
    return bad.what();
  }
}

TEST(WrongFieldTest, EveryValueOfTheWrongTypeIsRefusedByItsPlace) {
  int tried = 0;
  for (const Shape& shape : shapes()) {
    ASSERT_EQ(error_of(shape, shape.whole), std::nullopt);
    std::vector<Place> places;
    collect(shape.whole, Place(), places);
    for (const Place& place : places) {
      for (const json& wrong : values_of_other_types(shape.whole.at(place.pointer))) {
        json message = shape.whole;
        message[place.pointer] = wrong;
        const auto error = error_of(shape, message);
        ASSERT_TRUE(error) << shape.name << " took " << wrong << " at " << place.path;
        const std::string expected = shape.prefix + place.path + ": expected ";
        EXPECT_EQ(error->substr(0, expected.size()), expected) << shape.name << ", " << wrong;
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 1000);
}

TEST(WrongFieldTest, AMessageThatIsNoObjectIsRefused) {
  for (const Shape& shape : shapes()) {
    for (const json& wrong : {json(7), json("text"), json(nullptr), json(true), json::array()}) {
      const auto error = error_of(shape, wrong);
      ASSERT_TRUE(error) << shape.name << " took " << wrong;
      EXPECT_NE(error->find("expected an object"), std::string::npos) << *error;
    }
  }
}

TEST(WrongFieldTest, WhatMustBeThereIsMissedByItsPlace) {
  const std::vector<std::pair<std::string, std::vector<const char*>>> required{
      {"Dialog",
       {"/id", "/kind", "/state", "/origin", "/created_at", "/expires_at", "/origin/agent",
        "/origin/session", "/questions/1/id", "/questions/1/text", "/questions/0/options/1/id",
        "/questions/0/options/1/label", "/questions/0/links/0/url", "/outcome/state", "/outcome/by",
        "/outcome/at", "/outcome/delivery", "/outcome/by/kind"}},
      {"OpenRequest", {"/kind", "/origin", "/origin/agent", "/origin/session", "/questions/0/id"}},
      {"OpenResult", {"/outcome", "/outcome/state"}},
      {"Opened", {"/id", "/fallback", "/fallback/outcome"}},
      {"SettleRequest", {"/kind", "/origin"}},
      {"SessionEvent", {"/event", "/origin", "/origin/session"}}};
  const auto all = shapes();
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(all[i].name, required[i].first);
    for (const char* place : required[i].second) {
      const json::json_pointer pointer(place);
      for (const bool null : {false, true}) {  // null counts as absent
        json message = all[i].whole;
        if (null) {
          message[pointer] = nullptr;
        } else {
          message.at(pointer.parent_pointer()).erase(pointer.back());
        }
        const auto error = error_of(all[i], message);
        ASSERT_TRUE(error) << all[i].name << " misses " << place;
        EXPECT_NE(error->find(pointer.back() + ": expected"), std::string::npos) << *error;
        EXPECT_NE(error->find("found nothing"), std::string::npos) << *error;
      }
    }
  }
}

TEST(WrongFieldTest, NumbersBeyondTheirRangeAreRefused) {
  json dialog = sample::dialog();
  dialog["origin"]["generation"] = 18446744073709551615ULL;
  EXPECT_THROW(dialog_from(dialog), BadField);
}

TEST(WrongFieldTest, ATimeThatIsNoneIsRefusedByItsPlace) {
  json dialog = sample::dialog();
  dialog["outcome"]["at"] = "tomorrow";
  try {
    dialog_from(dialog);
    FAIL() << "was taken";
  } catch (const BadField& bad) {
    EXPECT_EQ(std::string(bad.what()).rfind("dialog.outcome.at: ", 0), 0u) << bad.what();
  }
}

}  // namespace
}  // namespace afar
