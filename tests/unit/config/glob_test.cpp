#include "daemon/core/glob.h"

#include <gtest/gtest.h>

namespace afar {
namespace {

bool covers(const std::string& glob, const std::string& text) {
  const auto compiled = Glob::compile(glob);
  if (const auto* bad = std::get_if<BadPattern>(&compiled)) {
    ADD_FAILURE() << glob << ": " << bad->why;
    return false;
  }
  return std::get<Glob>(compiled).covers(text);
}

TEST(Glob, CoversTheWholeTextOrNothing) {
  struct Case {
    const char* glob;
    const char* text;
    bool covers;
  };
  for (const auto& each : {
           Case{"ci-*", "ci-7", true},
           Case{"ci-*", "ci-", true},
           Case{"ci-*", "CI-7", false},
           Case{"ci-*", "my-ci-7", false},
           Case{"*", "", true},
           Case{"b?x", "box", true},
           Case{"b?x", "bx", false},
           Case{"b?x", "b/x", false},
           Case{"b?x", "b\xC3\xA4x", true},
           Case{"mcp__*", "mcp__github__search", true},
           Case{"a.b", "a.b", true},
           Case{"a.b", "axb", false},
           Case{"a+(b)|^$", "a+(b)|^$", true},
           Case{"[ab]1", "a1", true},
           Case{"[ab]1", "c1", false},
           Case{"[a-c]1", "b1", true},
           Case{"[!a-c]1", "b1", false},
           Case{"[!a-c]1", "d1", true},
           Case{"[!a]", "/", false},
           Case{"[^a]", "^", true},
           Case{"[^a]", "b", false},
           Case{"[.]", ".", true},
           Case{"[.]", "x", false},
           Case{"\\*", "*", true},
           Case{"\\*", "a", false},
           Case{"a b\nc", "a b\nc", true},
           Case{"/a/*", "/a/b", true},
           Case{"/a/*", "/a/b/c", false},
           Case{"/a/*", "/a", false},
           Case{"/a/**", "/a/b/c", true},
           Case{"/a/**", "/a", true},
           Case{"/a/**", "/ab", false},
           Case{"/a/**/d", "/a/d", true},
           Case{"/a/**/d", "/a/b/c/d", true},
           Case{"/a/**/d", "/a/bd", false},
           Case{"**/shop", "/home/ann/shop", true},
           Case{"**/shop", "/home/ann/workshop", false},
           Case{"/a/b**", "/a/bc/d", true},
           Case{"/**", "/a/b", true},
           Case{"**", "/a/b\nc", true},
       }) {
    EXPECT_EQ(covers(each.glob, each.text), each.covers) << each.glob << " over " << each.text;
  }
}

TEST(Glob, SaysWhyTextIsNone) {
  for (const auto& [glob, why] :
       {std::pair{"", "the pattern is empty"}, std::pair{"[a", "a [ has no ]"},
        std::pair{"[]", "[] has nothing"}, std::pair{"[!]", "[] has nothing"},
        std::pair{"a\\", "nothing follows"}, std::pair{"[z-a]", "invalid character class range"}}) {
    const auto compiled = Glob::compile(glob);
    ASSERT_TRUE(std::holds_alternative<BadPattern>(compiled)) << glob;
    EXPECT_EQ(std::get<BadPattern>(compiled).why.rfind(why, 0), 0u)
        << std::get<BadPattern>(compiled).why;
  }
}

TEST(Glob, AQuotedTextCoversItself) {
  const std::string text = "/home/[ann]*\\?/x";
  EXPECT_TRUE(covers(Glob::quote(text), text));
  EXPECT_FALSE(covers(Glob::quote(text), "/home/aXXx/x"));
}

TEST(Glob, TakesTimeInProportionToTheText) {
  // A matcher that goes back and forth would not come to an end here.
  std::string glob;
  for (int i = 0; i < 50; ++i) glob += "a*";
  EXPECT_FALSE(covers(glob + "b", std::string(200'000, 'a')));
}

}  // namespace
}  // namespace afar
