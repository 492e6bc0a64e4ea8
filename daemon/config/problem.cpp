#include "daemon/config/problem.h"

namespace afar::config {

std::string to_text(const Problem& problem) {
  std::string text = problem.file;
  if (problem.line > 0) text += ":" + std::to_string(problem.line);
  text += ": ";
  if (!problem.path.empty()) text += problem.path + ": ";
  return text + problem.what;
}

}  // namespace afar::config
