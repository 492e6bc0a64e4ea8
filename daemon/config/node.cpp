#include "daemon/config/node.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

namespace afar::config {
namespace {

// Hands text to the parser and tells how far it has read: the parser itself keeps the line of what
// it read to itself.
class Reading {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Reading(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  Reading& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  bool operator==(const Reading& other) const { return at_ == other.at_; }
  bool operator!=(const Reading& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

int lines_before(const char* begin, const char* end) {
  return static_cast<int>(std::count(begin, end, '\n'));
}

// The parser's message without the position, which we tell better, and without the text it read
// last, which may be a secret in the wrong place.
std::string shortened(std::string message) {
  const std::size_t column = message.find("column ");
  const std::size_t start = message.find(": ", column == std::string::npos ? 0 : column);
  if (start != std::string::npos) message.erase(0, start + 2);
  const std::size_t last_read = message.find("; last read: '");
  if (last_read == std::string::npos) return message;
  const std::size_t expected = message.rfind("'; expected ");
  message.erase(last_read, expected == std::string::npos || expected < last_read
                               ? std::string::npos
                               : expected + 1 - last_read);
  return message;
}

// Makes nodes of what the parser sees. The parser keeps no stack of calls, so depth is bounded
// here, before it can hurt anybody.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Builder(std::string_view text)
      : text_(text), reached_(text.data()), counted_(reached_) {}

  Reading begin() { return {text_.data(), &reached_}; }
  Reading end() { return {text_.data() + text_.size(), &reached_}; }
  Node& root() { return root_; }
  const SyntaxError& error() const { return error_; }

  bool null() override { return add(Node::Type::kNull), true; }
  bool boolean(bool value) override { return add(Node::Type::kBoolean).boolean = value, true; }
  bool number_integer(std::int64_t value) override {
    return add(Node::Type::kInteger).integer = value, true;
  }
  bool number_unsigned(std::uint64_t value) override {
    const bool fits = value <= std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    Node& node = add(fits ? Node::Type::kInteger : Node::Type::kFraction);
    if (fits) node.integer = static_cast<std::int64_t>(value);
    return true;
  }
  bool number_float(double, const std::string&) override {
    return add(Node::Type::kFraction), true;
  }
  bool string(std::string& value) override {
    return add(Node::Type::kString).text = std::move(value), true;
  }
  bool binary(nlohmann::json::binary_t&) override { return false; }  // never in text
  bool start_object(std::size_t) override { return open(Node::Type::kObject); }
  bool start_array(std::size_t) override { return open(Node::Type::kArray); }
  bool end_object() override { return open_.pop_back(), true; }
  bool end_array() override { return open_.pop_back(), true; }
  bool key(std::string& name) override {
    open_.back()->members.push_back({std::move(name), line(), {}});
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception& exception) override {
    const std::size_t before = std::min(position > 0 ? position - 1 : 0, text_.size());
    error_ = {1 + lines_before(text_.data(), text_.data() + before), shortened(exception.what())};
    return false;
  }

 private:
  // The line of the value or key that was read just now. After a number the parser has read one
  // character more, which may be the end of the line.
  int line() {
    const char* last = reached_ > text_.data() ? reached_ - 1 : reached_;
    if (last > counted_) {
      line_ += lines_before(counted_, last);
      counted_ = last;
    }
    return line_;
  }
  // Nodes under construction are each the last one of their parent, which so does not move them.
  Node& add(Node::Type type) {
    Node* node = &root_;
    if (!open_.empty() && open_.back()->type == Node::Type::kArray) {
      node = &open_.back()->elements.emplace_back();
    } else if (!open_.empty()) {
      node = &open_.back()->members.back().value;
    }
    node->type = type;
    node->line = line();
    return *node;
  }
  bool open(Node::Type type) {
    Node& node = add(type);
    if (open_.size() >= static_cast<std::size_t>(kLevelsMax)) {
      error_ = {node.line, "nests deeper than " + std::to_string(kLevelsMax) + " levels"};
      return false;
    }
    open_.push_back(&node);
    return true;
  }

  std::string_view text_;
  const char* reached_;  // how far the parser has read
  const char* counted_;  // up to where line_ has counted
  int line_ = 1;
  Node root_;
  std::vector<Node*> open_;
  SyntaxError error_;
};

}  // namespace

std::variant<Node, SyntaxError> parse(std::string_view text) {
  // The parser takes a NUL for the end and would not look at what follows it.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return SyntaxError{1 + lines_before(text.data(), text.data() + nul), "a NUL byte is no JSON"};
  }
  Builder builder(text);
  const bool parsed = nlohmann::json::sax_parse(builder.begin(), builder.end(), &builder,
                                                nlohmann::json::input_format_t::json,
                                                /*strict=*/true, /*ignore_comments=*/true);
  if (!parsed) return builder.error();
  return std::move(builder.root());
}

std::string_view kind_of(const Node& node) {
  switch (node.type) {
    case Node::Type::kNull:
      return "null";
    case Node::Type::kBoolean:
      return node.boolean ? "true" : "false";
    case Node::Type::kInteger:
    case Node::Type::kFraction:
      return "a number";
    case Node::Type::kString:
      return node.text.empty() ? "an empty string" : "a string";
    case Node::Type::kArray:
      return "a list";
    case Node::Type::kObject:
      return "an object";
  }
  return "";
}

const Node* find_member(const Node& object, std::string_view name) {
  const Node* found = nullptr;
  for (const auto& member : object.members) {
    if (member.name == name) found = &member.value;
  }
  return found;
}

}  // namespace afar::config
