#include "hook/setup/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hook/json/gap.h"
#include "hook/json/layout.h"
#include "hook/json/raw.h"
#include "hook/setup/refused.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/nesting.h"

namespace afar::setup {

std::string_view json_object(std::string_view text) {
  return raw::first_value(text.substr(raw::root_of(text)));
}

std::string_view JsonCheck::object() const {
  if (raw::root_of(text_) == text_.size()) {
    throw Refused(file_ + " is empty; write {} into it, or remove it");
  }
  syntax();
  const std::string_view object = json_object(text_);
  if (!raw::members(object)) refuse(object, "the settings", "an object {...}");
  return object;
}

void JsonCheck::objects_along(const std::vector<std::string>& path) const {
  std::string_view object = this->object();
  for (const auto& name : path) {
    const auto next = raw::member(object, name);
    if (!next) return;
    if (!raw::members(*next)) refuse(*next, "\"" + name + "\"", "an object {...}");
    object = *next;
  }
}

void JsonCheck::syntax() const {
  // All of the same length, so that places are the same.
  std::string strict = dialect_.trailing_commas ? raw::without_trailing_commas(text_) : text_;
  if (dialect_.comments) strict = raw::without_comments(strict);
  if (auto repaired = raw::without_lone_surrogates(strict)) strict = std::move(*repaired);
  if (!rpc::nests_within(strict, rpc::kNestingMax)) {
    throw Refused(file_ + " nests deeper than settings do; look what it is");
  }
  try {
    // Only looked at: doubled names and large numbers are the client's business.
    const auto ignored = nlohmann::json::parse(strict);
  } catch (const nlohmann::json::parse_error& error) {
    const std::string said = error.what();
    const std::size_t what = said.find(": ");
    throw Refused(place(std::min(error.byte, text_.size())) + ": this is no JSON" +
                  (what == std::string::npos ? "" : said.substr(what)) + "; mend it first");
  }
}

std::string JsonCheck::place(std::size_t byte) const {
  const auto end = text_.begin() + static_cast<std::ptrdiff_t>(byte);
  return file_ + ", line " + std::to_string(1 + std::count(text_.begin(), end, '\n'));
}

void JsonCheck::refuse(std::string_view part, const std::string& what,
                       const std::string& wanted) const {
  throw Refused(place(static_cast<std::size_t>(part.data() - text_.data())) + ": " + what +
                " has to be " + wanted + "; mend it first");
}

}  // namespace afar::setup
