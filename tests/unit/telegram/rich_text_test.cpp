// Goal: whatever is in a text, its marks stay where they belong and nothing is cut within a
// character. Method: letters of one, two and four bytes; cuts at every length.
#include "daemon/surfaces/telegram/rich_text.h"

#include <gtest/gtest.h>

#include "daemon/text/utf8.h"

namespace afar::telegram {
namespace {

TEST(RichText, CountsPlacesInUtf16Units) {
  EXPECT_EQ(units_of(""), 0u);
  EXPECT_EQ(units_of("Grüße"), 5u);
  EXPECT_EQ(units_of("日本"), 2u);
  EXPECT_EQ(units_of("😀"), 2u);
  RichText text;
  text.plain("😀 ").marked("bold", "ü😀").plain("!").marked("code", "x");
  EXPECT_EQ(text.text(), "😀 ü😀!x");
  EXPECT_EQ(text.units(), 8u);
  EXPECT_EQ(text.marks(), (std::vector<Mark>{{"bold", 3, 3}, {"code", 7, 1}}));
}

TEST(RichText, AddsAnotherWithItsMarks) {
  RichText first;
  first.plain("ab");
  RichText second;
  second.marked("pre", "cd");
  EXPECT_EQ(first.add(second).marks(), (std::vector<Mark>{{"pre", 2, 2}}));
}

TEST(RichText, TakesNoMarkAroundNothing) {
  RichText text;
  text.marked("pre", "").marked("bold", " \n");
  EXPECT_TRUE(text.marks().empty());
}

TEST(RichText, BeginsLinesAndParagraphsOnce) {
  RichText text;
  text.new_line().new_paragraph();
  EXPECT_EQ(text.text(), "");
  text.plain("a").new_line().new_line().plain("b").new_paragraph().new_paragraph().plain("c");
  EXPECT_EQ(text.text(), "a\nb\n\nc");
}

TEST(Cutting, NeverSplitsACharacterAndKeepsTheLength) {
  const std::string text = "a😀ü日😀b and so on, for as long as it takes to be cut in the middle 😀😀😀";
  for (std::size_t units = 1; units <= units_of(text); ++units) {
    for (const std::string& cut : {cut_end(text, units), cut_start(text, units)}) {
      EXPECT_TRUE(is_utf8(cut)) << units;
      EXPECT_LE(units_of(cut), units);
    }
    const std::string middle = cut_middle(text, units);
    EXPECT_TRUE(is_utf8(middle)) << units;
    EXPECT_LE(units_of(middle), std::max<std::size_t>(units, 40));
  }
  EXPECT_EQ(cut_end(text, units_of(text)), text);
  EXPECT_EQ(cut_end("abcd", 3), "ab…");
  EXPECT_EQ(cut_start("abcd", 3), "…cd");
}

TEST(Cutting, SaysHowMuchIsLeftOut) {
  const std::string cut = cut_middle(std::string(500, 'a') + std::string(500, 'z'), 140);
  EXPECT_EQ(cut, std::string(67, 'a') + "\n⋯ 900 characters left out ⋯\n" + std::string(33, 'z'));
}

RichText blocks(const std::string& markdown, std::size_t units = 4000) {
  bool cut = false;
  RichText text = with_code_blocks(markdown, units, cut);
  EXPECT_EQ(cut, units < 4000);
  return text;
}

TEST(CodeBlocks, AreMarkedAndLoseTheirFences) {
  const RichText text = blocks("```\nmake deploy\n```\n\ndescription:\n```sh\nx\n```\n");
  EXPECT_EQ(text.text(), "make deploy\n\ndescription:\nx\n");
  EXPECT_EQ(text.marks(), (std::vector<Mark>{{"pre", 0, 11}, {"pre", 26, 1}}));
}

TEST(CodeBlocks, AreEndedByNoShorterFence) {
  const RichText text = blocks("````\na\n```\nb\n````\nc");
  EXPECT_EQ(text.text(), "a\n```\nb\nc");
  EXPECT_EQ(text.marks(), (std::vector<Mark>{{"pre", 0, 7}}));
}

TEST(CodeBlocks, WithoutAnEndGoOnToTheEnd) {
  EXPECT_EQ(blocks("a\n```\nb\nc").text(), "a\nb\nc\n");
}

TEST(CodeBlocks, AreCutInTheMiddleOfTheLongestOne) {
  const RichText text =
      blocks("```\n" + std::string(3000, 'a') + "END\n```\n\nwhy:\n```\nshort\n```\n", 1000);
  EXPECT_LE(text.units(), 1010u);
  EXPECT_NE(text.text().find("characters left out"), std::string::npos);
  EXPECT_NE(text.text().find("aEND\n"), std::string::npos) << "its end is there";
  EXPECT_NE(text.text().find("short"), std::string::npos);
}

TEST(CodeBlocks, VeryManyStayWithinWhatAMessageTakes) {
  std::string markdown;
  for (int i = 0; i < 3000; ++i) markdown += "```\nx\n```\n";
  const RichText text = blocks(markdown, 1000);
  EXPECT_LE(text.units(), 1010u);
  EXPECT_LE(text.marks().size(), 100u);
}

}  // namespace
}  // namespace afar::telegram
