// Reads typed values out of a configuration file. What is wrong is collected, never thrown, so that
// one reading finds every problem; a reader then gives nothing, and the reading goes on.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/config/node.h"
#include "daemon/config/problem.h"
#include "daemon/core/rules.h"

namespace afar::config {

// A value at its path. Keeps references: the nodes and the list must outlive it.
class Place {
 public:
  Place(const Node& node, std::string file, std::vector<Problem>& problems)
      : node_(node), file_(std::move(file)), problems_(problems), line_(node.line) {}

  const Node& node() const { return node_; }
  const std::string& path() const { return path_; }
  int line() const { return line_; }  // of the key, where there is one

  Place member(const Member& member) const;
  Place element(std::size_t index) const;

  void refuse(const std::string& what) const;
  // "expected a list, found true": the type is wrong. What a string says is not repeated: it may be
  // a secret in the wrong place.
  void expected(std::string_view wanted) const;
  // The same, and what a string says is repeated: the word is wrong.
  void expected_word(std::string_view wanted) const;

 private:
  Place(const Node& node, const Place& parent, int line, std::string path)
      : node_(node),
        file_(parent.file_),
        problems_(parent.problems_),
        line_(line),
        path_(std::move(path)) {}

  const Node& node_;
  std::string file_;
  std::vector<Problem>& problems_;
  int line_;
  std::string path_;
};

using Reader = std::function<void(const Place&)>;

// An object with these keys and no others, each at most once; in the file's order.
void read_members(const Place& place, const std::vector<std::pair<std::string_view, Reader>>& keys);
// An object whose keys are names that the operator made up.
void read_entries(const Place& place,
                  const std::function<void(const std::string& name, const Place&)>& read);
void read_elements(const Place& place, const Reader& read);
// One value, or a list of at least one.
void read_one_or_more(const Place& place, const Reader& read);

std::optional<std::string> read_text(const Place& place);  // not empty
// Text that is shown in one line: bounded, without control characters.
std::optional<std::string> read_name(const Place& place);
std::optional<bool> read_boolean(const Place& place);
std::optional<std::int64_t> read_integer(const Place& place, std::int64_t least, std::int64_t most);
std::optional<Limit> read_duration(const Place& place);

// One of the words that to_word gives for these values.
template <typename Value, std::size_t kCount>
std::optional<Value> read_word(const Place& place, const Value (&values)[kCount]) {
  std::string words;
  for (const auto& value : values) {
    if (place.node().type == Node::Type::kString && place.node().text == to_word(value)) {
      return value;
    }
    words += (words.empty() ? "" : ", ") + std::string(to_word(value));
  }
  place.expected_word("one of " + words);
  return std::nullopt;
}

// Adds what `read` gives, where it gives something.
template <typename Value>
void append(std::vector<Value>& list, std::optional<Value> value) {
  if (value) list.push_back(std::move(*value));
}
template <typename Value, typename Given>
void assign(Value& target, std::optional<Given> value) {
  if (value) target = std::move(*value);
}

}  // namespace afar::config
