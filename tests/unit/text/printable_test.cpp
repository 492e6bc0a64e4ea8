// Goal: no text of an agent or a person reaches a terminal as anything but glyphs. Method: a table
// of hostile and of ordinary texts, and every byte and control character there is.
#include "daemon/text/printable.h"

#include <gtest/gtest.h>

#include "daemon/text/utf8.h"

namespace afar::cli {
namespace {

TEST(PrintableLine, ShowsControlCharacters) {
  EXPECT_EQ(printable_line("a\x1b[31mred\x07"), "a\\x1b[31mred\\x07");
  EXPECT_EQ(printable_line("\x1b]0;title\x1b\\"), "\\x1b]0;title\\x1b\\");
  EXPECT_EQ(printable_line("a\rb"), "a\\x0db");
  EXPECT_EQ(printable_line("a\x7f"), "a\\x7f");
  EXPECT_EQ(printable_line(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable_line("\u009b31m"), "\\u009b31m");
}

TEST(PrintableLine, ShowsWhatHidesOrTurnsText) {
  EXPECT_EQ(printable_line("rm \u202efdp.exe"), "rm \\u202efdp.exe");
  EXPECT_EQ(printable_line("a\u2066b\u2069"), "a\\u2066b\\u2069");
  EXPECT_EQ(printable_line("a\u200bb"), "a\\u200bb");
  EXPECT_EQ(printable_line("a\u2028b"), "a\\u2028b");
  EXPECT_EQ(printable_line("\U000e0041\U000e007f"), "\\U000e0041\\U000e007f");
}

TEST(PrintableLine, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(printable_line("a\xff z"), "a\\xff z");
  EXPECT_EQ(printable_line("\xc0\xaf"), "\\xc0\\xaf") << "overlong";
  EXPECT_EQ(printable_line("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "surrogate";
  EXPECT_EQ(printable_line("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "past U+10FFFF";
  EXPECT_EQ(printable_line("\xe2\x82"), "\\xe2\\x82") << "cut off";
}

TEST(PrintableLine, LeavesTextAsItIs) {
  const std::string text = "Grüße, 日本語, привет, 👩\u200d💻, e\u0301, ”quotes”";
  EXPECT_EQ(printable_line(text), text);
}

TEST(PrintableLine, StaysOnOneLine) {
  EXPECT_EQ(printable_line("one\ntwo\r\nthree\n\n"), "one ⏎ two ⏎ three");
  EXPECT_EQ(printable_line("a\tb"), "a b");
  EXPECT_EQ(printable_line(""), "");
}

TEST(PrintableBlock, KeepsLinesAndIndentsEachOfThem) {
  EXPECT_EQ(printable_block("one\n\ttwo\r\nthree\n", "  "), "  one\n  \ttwo\n  three");
  EXPECT_EQ(printable_block("a\x1b[2K\nb", "> "), "> a\\x1b[2K\n> b");
  EXPECT_EQ(printable_block("one\n\nthree", "> "), "> one\n> \n> three");
}

TEST(Printable, EveryByteAndPairOfBytesComesOutAsHarmlessUtf8) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text{static_cast<char>(first), static_cast<char>(second)};
      const std::string shown = printable_line(text);
      ASSERT_TRUE(is_utf8(shown)) << first << " " << second;
      for (const char c : shown) {
        const auto byte = static_cast<unsigned char>(c);
        ASSERT_TRUE(byte >= 0x20 && byte != 0x7F) << first << " " << second;
      }
    }
  }
}

TEST(Utf8, TellsTextFromBytes) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("Grüße 👩"));
  EXPECT_TRUE(is_utf8(std::string("\0", 1)));
  EXPECT_FALSE(is_utf8("\xff"));
  EXPECT_FALSE(is_utf8("a\xc3"));
  EXPECT_FALSE(is_utf8("\xed\xbf\xbf"));
}

}  // namespace
}  // namespace afar::cli
