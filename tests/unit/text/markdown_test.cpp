#include "daemon/text/markdown.h"

#include <gmock/gmock.h>

namespace afar {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string html(const std::string& text) { return markdown_to_html(text).value(); }

TEST(MarkdownTest, WhatAgentsWriteIsRendered) {
  EXPECT_EQ(
      html("# Plan\n\n1. **first**\n2. `code`\n"),
      "<h1>Plan</h1>\n<ol>\n<li><strong>first</strong></li>\n<li><code>code</code></li>\n</ol>\n");
  EXPECT_THAT(html("| a | b |\n|---|---|\n| 1 | 2 |\n"), HasSubstr("<td>2</td>"));
  EXPECT_THAT(html("~~gone~~"), HasSubstr("<del>gone</del>"));
  EXPECT_THAT(html("- [x] done\n- [ ] open\n"), HasSubstr("<input type=\"checkbox\" checked"));
  EXPECT_THAT(html("see https://example.org/x"), HasSubstr("<a href=\"https://example.org/x\">"));
  EXPECT_THAT(html("```cpp\nint a<b;\n```\n"),
              HasSubstr("<pre><code class=\"language-cpp\">int a&lt;b;\n</code></pre>"));
  EXPECT_EQ(html(""), "");
}

TEST(MarkdownTest, HtmlStaysTheTextThatItIs) {
  for (const std::string text :
       {"<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b",
        "<svg onload=alert(1)>\n\n</svg>", "<!-- hidden words -->", "x <!-- hidden words --> y",
        "<a href=\"javascript:alert(1)\">a</a>", "> <iframe src=//x></iframe>",
        "| <b>a</b> | b |\n|---|---|\n| <style>*{}</style> | 2 |\n"}) {
    const std::string shown = html(text);
    for (const char* tag : {"<script", "<img", "<svg", "<!--", "<a ", "<iframe", "<b>", "<style"}) {
      EXPECT_THAT(shown, Not(HasSubstr(tag))) << text;
    }
    EXPECT_THAT(shown, HasSubstr("&lt;")) << text;
  }
  EXPECT_THAT(html("<!-- hidden words -->"), HasSubstr("hidden words"));
}

TEST(MarkdownTest, OnlyLinksToTheWebAndToMailLead) {
  for (const std::string url :
       {"javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "file:///x",
        "/api/logout", "//example.org", "java&#10;script:alert(1)", "#x"}) {
    EXPECT_EQ(html("[the *words*](" + url + ")"), "<p>the <em>words</em></p>\n") << url;
    EXPECT_THAT(html("<" + url + ">"), Not(HasSubstr("<a "))) << url;
  }
  EXPECT_THAT(html("[x](HTTPS://example.org)"), HasSubstr("<a href=\"HTTPS://example.org\">x</a>"));
  EXPECT_THAT(html("<someone@example.org>"), HasSubstr("<a href=\"mailto:someone@example.org\">"));
}

TEST(MarkdownTest, AnImageIsItsDescription) {
  EXPECT_EQ(html("a ![the *chart*](https://example.org/x.png) b"),
            "<p>a the <em>chart</em> b</p>\n");
  EXPECT_EQ(html("[![in a link](x.png)](https://example.org)"),
            "<p><a href=\"https://example.org\">in a link</a></p>\n");
  EXPECT_EQ(html("![[a](javascript:x)](y)"), "<p>a</p>\n");
}

TEST(MarkdownTest, QuotesCannotEndAnAttribute) {
  EXPECT_THAT(html("[x](https://e.org/\"onclick=\"alert(1))"), Not(HasSubstr("\"onclick")));
  EXPECT_THAT(html("[x](https://e.org 'a\" onclick=\"b')"), Not(HasSubstr("\" onclick")));
  EXPECT_THAT(html("```a\"onclick=\"b\nx\n```"), Not(HasSubstr("\"onclick")));
}

TEST(MarkdownTest, WhatIsTooLongIsNotRendered) {
  EXPECT_NE(markdown_to_html(std::string(kMarkdownBytesMax, 'x')), std::nullopt);
  EXPECT_EQ(markdown_to_html(std::string(kMarkdownBytesMax + 1, 'x')), std::nullopt);
}

TEST(MarkdownTest, BytesThatAreNoTextDoNoHarm) {
  EXPECT_EQ(html(std::string("a\0b\xff", 4)),
            "<p>a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD</p>\n");
  EXPECT_NE(markdown_to_html(std::string(20'000, '>') + "x"), std::nullopt);
  EXPECT_NE(markdown_to_html(std::string(20'000, '[') + std::string(20'000, '!')), std::nullopt);
}

}  // namespace
}  // namespace afar
