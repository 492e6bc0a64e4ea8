// What is wrong in a configuration file, and where.
#pragma once
#include <string>
#include <vector>

namespace afar::config {

struct Problem {
  std::string file;
  int line = 0;      // of the key; 0: the file as a whole
  std::string path;  // "rules[0].do.wait"; empty: the file as a whole
  std::string what;
};

// "config.json:12: rules[0].do.wait: expected a duration like "45s""
std::string to_text(const Problem& problem);

}  // namespace afar::config
