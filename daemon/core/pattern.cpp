#include "daemon/core/pattern.h"

#include <re2/re2.h>

namespace afar {
namespace {

// For one pattern's program and the states that it caches while it runs; RE2's own default is 8
// MiB, too much for a file that may hold a thousand. A pattern that needs more is refused when it
// is read; one that runs out of cache goes on, more slowly.
constexpr std::int64_t kMemoryBytesMax = 1024 * 1024;

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

std::variant<Pattern, BadPattern> Pattern::compile(const std::string& expression) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMemoryBytesMax);
  auto compiled = std::make_shared<const RE2>(piece(expression), options);
  if (!compiled->ok()) return BadPattern{compiled->error()};
  return Pattern(std::move(compiled));
}

bool Pattern::found_in(std::string_view text) const {
  return RE2::PartialMatch(piece(text), *compiled_);
}

bool Pattern::covers(std::string_view text) const {
  return RE2::FullMatch(piece(text), *compiled_);
}

std::string Pattern::replaced_in(const std::string& text, const std::string& with) const {
  std::string replaced = text;
  RE2::GlobalReplace(&replaced, *compiled_, piece(with));
  return replaced;
}

}  // namespace afar
