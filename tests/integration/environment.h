// The environment of a child, made from nothing: whatever runs the tests (an agent, a service
// manager, a desktop) leaves variables around that must not leak in.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace afar::test {

class ChildEnvironment {
 public:
  explicit ChildEnvironment(std::map<std::string, std::string> variables)
      : variables_(std::move(variables)) {}

  // A copy with more variables, or with other values for those it has; an empty value takes the
  // variable out.
  ChildEnvironment with(const std::map<std::string, std::string>& changes) const;
  std::vector<std::string> strings() const;  // "NAME=value"
  const std::string& at(const std::string& name) const { return variables_.at(name); }

 private:
  std::map<std::string, std::string> variables_;
};

}  // namespace afar::test
