// What doctor finds: one line of its report.
#pragma once
#include <string>
#include <vector>

namespace afar::doctor {

enum class Level {
  kFine,
  kWarning,  // works, but a person should know
  kWrong,    // does not work, or not as it should: the exit status tells
};

struct Finding {
  Level level = Level::kFine;
  std::string check;  // which one: a word, for scripts
  std::string what;
  std::string remedy;  // what to do; empty where all is fine
};

using Findings = std::vector<Finding>;

inline Finding fine(std::string check, std::string what) {
  return {Level::kFine, std::move(check), std::move(what), ""};
}
inline Finding warning(std::string check, std::string what, std::string remedy) {
  return {Level::kWarning, std::move(check), std::move(what), std::move(remedy)};
}
inline Finding wrong(std::string check, std::string what, std::string remedy) {
  return {Level::kWrong, std::move(check), std::move(what), std::move(remedy)};
}

}  // namespace afar::doctor
