// Plain text with marks beside it, as Telegram takes it: no markup stands in the text itself, so no
// text of an agent's can break it or pose as ours. Pure.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace afar::telegram {

// Lengths and places in messages count UTF-16 units. The text is UTF-8 and whole.
std::size_t units_of(std::string_view text);

// Its beginning, of at most so many units, with an ellipsis where something is left out.
std::string cut_end(std::string_view text, std::size_t units);
// Its end in the same way.
std::string cut_start(std::string_view text, std::size_t units);
// Its beginning and its end, with how much is left out between them.
std::string cut_middle(std::string_view text, std::size_t units);

struct Mark {
  std::string type;  // "bold", "code", "pre", "expandable_blockquote", "text_link"
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string url{};  // of a text_link

  bool operator==(const Mark&) const = default;
};

class RichText {
 public:
  RichText& plain(std::string_view text);
  RichText& marked(const char* type, std::string_view text, const std::string& url = "");
  RichText& add(const RichText& other);
  // Begins a new line, or a new paragraph; nothing at the start.
  RichText& new_line();
  RichText& new_paragraph();

  const std::string& text() const { return text_; }
  std::size_t units() const { return units_; }
  const std::vector<Mark>& marks() const { return marks_; }
  bool empty() const { return text_.empty(); }

 private:
  std::string text_;
  std::size_t units_ = 0;
  std::vector<Mark> marks_;
};

// Markdown's code blocks as blocks of code, all else as it is; of about so many units at most,
// where the longest part is cut in its middle. `cut` is set where something is left out.
RichText with_code_blocks(std::string_view markdown, std::size_t units, bool& cut);

}  // namespace afar::telegram
