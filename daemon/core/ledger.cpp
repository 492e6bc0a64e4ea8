#include "daemon/core/ledger.h"

namespace afar {

std::string_view to_word(ResumeRow::State state) {
  switch (state) {
    case ResumeRow::State::kDue:
      return "due";
    case ResumeRow::State::kRunning:
      return "running";
    case ResumeRow::State::kDone:
      return "done";
    case ResumeRow::State::kFailed:
      return "failed";
  }
  return "";
}

}  // namespace afar
