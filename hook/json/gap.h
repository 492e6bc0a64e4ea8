// What stands between the parts of JSON text: white space, and the comments that people write into
// settings, to the line's end or between /* and */, although JSON has none.
#pragma once
#include <string>
#include <string_view>

namespace afar::raw {

// The first place from `at` on that is neither white space nor in a comment; the text's size where
// there is none.
std::size_t after_gap(std::string_view text, std::size_t at);
// The end of the comment that begins there; `at` itself where none does. A line's end is not part
// of it.
std::size_t after_comment(std::string_view text, std::size_t at);
// The end of the last comment of the gap that begins there; `at` itself where it has none.
std::size_t after_comments(std::string_view text, std::size_t at);
// The same, of those that begin on that line.
std::size_t after_comments_of_line(std::string_view text, std::size_t at);

// Whether what comes behind this gap would be part of its last comment.
bool ends_in_comment(std::string_view gap);

// The same text with blanks in place of comments, or of each comma that stands behind a last part: of
// the same length, for a parser that takes neither.
std::string without_comments(std::string_view json);
std::string without_trailing_commas(std::string_view json);

}  // namespace afar::raw
