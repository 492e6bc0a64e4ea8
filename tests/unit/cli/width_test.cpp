// Goal: columns line up in a terminal, and a cut never splits a character. Method: widths that
// terminals are known to use, and cuts at every width.
#include "daemon/cli/width.h"

#include <gtest/gtest.h>

#include "daemon/text/utf8.h"

namespace afar::cli {
namespace {

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("Grüße"), 5u);
  EXPECT_EQ(display_width("日本語"), 6u);
  EXPECT_EQ(display_width("한글"), 4u);
  EXPECT_EQ(display_width("ＡＢ"), 4u) << "full-width letters";
  EXPECT_EQ(display_width("🚀"), 2u);
  EXPECT_EQ(display_width("✅"), 2u);
  EXPECT_EQ(display_width("e\u0301"), 1u) << "a combining accent";
  EXPECT_EQ(display_width("…"), 1u);
  EXPECT_EQ(display_width("│─·"), 3u);
}

TEST(CutToWidth, KeepsWhatFits) {
  EXPECT_EQ(cut_to_width("abc", 3), "abc");
  EXPECT_EQ(cut_to_width("abcd", 3), "ab…");
  EXPECT_EQ(cut_to_width("日本語", 5), "日本…");
  EXPECT_EQ(cut_to_width("日本語", 4), "日…");
  EXPECT_EQ(cut_to_width("abc", 1), "…");
  EXPECT_EQ(cut_to_width("abc", 0), "");
}

TEST(CutToWidth, NeverSplitsACharacterAndNeverGoesOver) {
  const std::string text = "a日e\u0301🚀ü語b";
  for (std::size_t columns = 0; columns <= display_width(text) + 1; ++columns) {
    const std::string cut = cut_to_width(text, columns);
    EXPECT_TRUE(is_utf8(cut)) << columns;
    EXPECT_LE(display_width(cut), columns);
  }
}

TEST(Padded, FillsUpToColumns) {
  EXPECT_EQ(padded_right("日", 4), "日  ");
  EXPECT_EQ(padded_left("38s", 5), "  38s");
  EXPECT_EQ(padded_left("too long", 3), "too long");
}

}  // namespace
}  // namespace afar::cli
