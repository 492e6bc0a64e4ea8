// A configuration file as values that know their line. JSON with comments, bounded while it is
// read: a file of 200,000 levels costs no more than its size.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace afar::config {

struct Member;

struct Node {
  enum class Type { kNull, kBoolean, kInteger, kFraction, kString, kArray, kObject };
  Type type = Type::kNull;
  int line = 0;
  bool boolean = false;
  std::int64_t integer = 0;       // of an integer that fits; one that does not is a fraction
  std::string text;               // of a string
  std::vector<Node> elements{};   // of an array
  std::vector<Member> members{};  // of an object, in the file's order; a name may stand twice
};

struct Member {
  std::string name;
  int line = 0;
  Node value;
};

// Real files nest six levels deep; a reader that follows the values must not run out of stack.
inline constexpr int kLevelsMax = 32;

struct SyntaxError {
  int line = 0;
  std::string what;
};

std::variant<Node, SyntaxError> parse(std::string_view text);

// "a string", "an object": for what was found instead.
std::string_view kind_of(const Node& node);
// The last member of that name, or null.
const Node* find_member(const Node& object, std::string_view name);

}  // namespace afar::config
