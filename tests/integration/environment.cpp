#include "tests/integration/environment.h"

namespace afar::test {

ChildEnvironment ChildEnvironment::with(const std::map<std::string, std::string>& changes) const {
  ChildEnvironment changed = *this;
  for (const auto& [name, value] : changes) {
    if (value.empty()) {
      changed.variables_.erase(name);
    } else {
      changed.variables_[name] = value;
    }
  }
  return changed;
}

std::vector<std::string> ChildEnvironment::strings() const {
  std::vector<std::string> strings;
  for (const auto& [name, value] : variables_) {
    strings.push_back(name);
    strings.back().append("=").append(value);
  }
  return strings;
}

}  // namespace afar::test
