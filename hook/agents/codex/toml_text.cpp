#include "hook/agents/codex/toml_text.h"

#include <algorithm>

#include "hook/setup/refused.h"

namespace afar::hook::codex {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The parser counts lines, and characters in them, from 1.
std::size_t offset_of(std::string_view text, const toml::source_position& position) {
  std::size_t at = text.rfind(kByteOrderMark, 0) == 0 ? kByteOrderMark.size() : 0;
  for (toml::source_index line = 1; line < position.line; ++line) {
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  for (toml::source_index column = 1; column < position.column && at < text.size(); ++column) {
    for (++at; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;) ++at;
  }
  return at;
}

// Where the last value ends of those that stand below the table's own header.
std::size_t last_end(std::string_view text, const toml::table& table, std::size_t end) {
  for (const auto& [key, value] : table) {
    const toml::table* within = value.as_table();
    if (within == nullptr || within->is_inline()) {
      end = std::max(end, span_of(text, value).end);
    } else if (!has_header(text, *within)) {
      end = last_end(text, *within, end);
    }
  }
  return end;
}

}  // namespace

toml::table parse(std::string_view text, const std::string& file) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw setup::Refused(file + ", line " + std::to_string(error.source().begin.line) +
                         ": this is no TOML: " + std::string(error.description()) +
                         "; mend it first");
  }
}

Span span_of(std::string_view text, const toml::node& node) {
  return {offset_of(text, node.source().begin), offset_of(text, node.source().end)};
}

Span line_of(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const std::size_t end = text.find('\n', at);
  return {before == std::string_view::npos ? 0 : before + 1,
          end == std::string_view::npos ? text.size() : end + 1};
}

bool has_header(std::string_view text, const toml::table& table) {
  const std::size_t at = offset_of(text, table.source().begin);
  return at < text.size() && text[at] == '[';
}

Span block_of(std::string_view text, const toml::table& table) {
  const std::size_t header = offset_of(text, table.source().begin);
  const std::size_t end = last_end(text, table, header);
  return {line_of(text, header).begin, line_of(text, end).end};
}

std::string_view line_end_of(std::string_view text) {
  return text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

}  // namespace afar::hook::codex
