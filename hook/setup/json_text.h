// A settings file's text that is JSON, as the client that it belongs to reads JSON. Texts come in;
// no I/O.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace afar::setup {

// What a client takes beyond JSON.
struct Dialect {
  bool comments = false;
  bool trailing_commas = false;
};

// The object that a checked text is, without what stands around it.
std::string_view json_object(std::string_view text);

// Looks at a text before it is changed, or told of.
class JsonCheck {
 public:
  JsonCheck(const std::string& text, const std::string& file, Dialect dialect = {})
      : text_(text), file_(file), dialect_(dialect) {}

  // The object that the text is. Throws Refused, with the file's name and the line, where it is
  // none.
  std::string_view object() const;
  // The same, and what these names lead to from there, as far as it is there, are objects too.
  void objects_along(const std::vector<std::string>& path) const;
  [[noreturn]] void refuse(std::string_view part, const std::string& what,
                           const std::string& wanted) const;

 private:
  void syntax() const;
  std::string place(std::size_t byte) const;

  const std::string& text_;
  const std::string& file_;
  Dialect dialect_;
};

}  // namespace afar::setup
