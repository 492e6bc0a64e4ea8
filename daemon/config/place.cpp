#include "daemon/config/place.h"

#include <algorithm>
#include <map>

#include "daemon/config/duration.h"

namespace afar::config {
namespace {

// What a message repeats of the file: enough to find it by.
constexpr std::size_t kShownMax = 60;
constexpr std::size_t kNameBytesMax = 100;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// Text of the file for a message on one line of a log or a terminal, cut between characters.
std::string shown(std::string_view text) {
  std::size_t size = std::min(text.size(), kShownMax);
  while (size > 0 && size < text.size() &&
         (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) {
    --size;
  }
  std::string result(text.substr(0, size));
  std::replace_if(result.begin(), result.end(), is_control, '?');
  return size < text.size() ? result + "..." : result;
}

std::string listed(const std::vector<std::pair<std::string_view, Reader>>& keys) {
  std::string text;
  for (const auto& [name, reader] : keys) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

// Calls `read` for each member of an object, but for names that stand twice.
void read_each(const Place& place,
               const std::function<void(const std::string& name, const Place&)>& read) {
  if (place.node().type != Node::Type::kObject) {
    place.expected("an object");
    return;
  }
  std::map<std::string_view, int> lines;
  for (const auto& member : place.node().members) {
    const Place at = place.member(member);
    const auto [first, is_first] = lines.emplace(member.name, member.line);
    if (is_first) {
      read(member.name, at);
    } else {
      at.refuse("stands twice, first on line " + std::to_string(first->second));
    }
  }
}

}  // namespace

Place Place::member(const Member& member) const {
  const std::string name = member.name.empty() ? "\"\"" : shown(member.name);
  return {member.value, *this, member.line, path_.empty() ? name : path_ + "." + name};
}

Place Place::element(std::size_t index) const {
  const Node& element = node_.elements.at(index);
  return {element, *this, element.line, path_ + "[" + std::to_string(index) + "]"};
}

void Place::refuse(const std::string& what) const {
  problems_.push_back({file_, line_, path_, what});
}

void Place::expected(std::string_view wanted) const {
  refuse("expected " + std::string(wanted) + ", found " + std::string(kind_of(node_)));
}

void Place::expected_word(std::string_view wanted) const {
  if (node_.type != Node::Type::kString) {
    expected(wanted);
    return;
  }
  refuse("expected " + std::string(wanted) + ", found \"" + shown(node_.text) + "\"");
}

void read_members(const Place& place,
                  const std::vector<std::pair<std::string_view, Reader>>& keys) {
  read_each(place, [&](const std::string& name, const Place& at) {
    const auto key = std::find_if(keys.begin(), keys.end(),
                                  [&](const auto& each) { return each.first == name; });
    if (key == keys.end()) {
      at.refuse("unknown key; known here: " + listed(keys));
    } else {
      key->second(at);
    }
  });
}

void read_entries(const Place& place,
                  const std::function<void(const std::string& name, const Place&)>& read) {
  read_each(place, [&](const std::string& name, const Place& at) {
    if (name.empty() || name.size() > kNameBytesMax ||
        std::any_of(name.begin(), name.end(), is_control)) {
      at.refuse("expected a name of 1 to " + std::to_string(kNameBytesMax) +
                " bytes without control characters");
      return;
    }
    read(name, at);
  });
}

void read_elements(const Place& place, const Reader& read) {
  if (place.node().type != Node::Type::kArray) {
    place.expected("a list");
    return;
  }
  for (std::size_t i = 0; i < place.node().elements.size(); ++i) read(place.element(i));
}

void read_one_or_more(const Place& place, const Reader& read) {
  if (place.node().type != Node::Type::kArray) {
    read(place);
  } else if (place.node().elements.empty()) {
    place.refuse("an empty list holds for nothing; leave the key out where it does not matter");
  } else {
    read_elements(place, read);
  }
}

std::optional<std::string> read_text(const Place& place) {
  if (place.node().type == Node::Type::kString && !place.node().text.empty()) {
    return place.node().text;
  }
  place.expected("a text");
  return std::nullopt;
}

std::optional<std::string> read_name(const Place& place) {
  auto text = read_text(place);
  if (text &&
      (text->size() > kNameBytesMax || std::any_of(text->begin(), text->end(), is_control))) {
    place.refuse("expected at most " + std::to_string(kNameBytesMax) +
                 " bytes without control characters");
    return std::nullopt;
  }
  return text;
}

std::optional<bool> read_boolean(const Place& place) {
  if (place.node().type == Node::Type::kBoolean) return place.node().boolean;
  place.expected("true or false");
  return std::nullopt;
}

std::optional<std::int64_t> read_integer(const Place& place, std::int64_t least,
                                         std::int64_t most) {
  const Node& node = place.node();
  if (node.type == Node::Type::kInteger && node.integer >= least && node.integer <= most) {
    return node.integer;
  }
  place.expected("a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return std::nullopt;
}

std::optional<Limit> read_duration(const Place& place) {
  if (place.node().type == Node::Type::kString) {
    if (const auto duration = parse_duration(place.node().text)) return duration;
  }
  place.expected_word(
      "a duration like \"45s\", \"10m\", \"2h\" or \"7d\" (36500d at most), or \"never\"");
  return std::nullopt;
}

}  // namespace afar::config
