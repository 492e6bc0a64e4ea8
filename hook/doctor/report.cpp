#include "hook/doctor/report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hook/printable.h"
#include "shared/rpc/message.h"

namespace afar::doctor {
namespace {

std::string_view word_of(Level level) {
  switch (level) {
    case Level::kFine:
      return "ok";
    case Level::kWarning:
      return "warning";
    case Level::kWrong:
      break;
  }
  return "wrong";
}

std::string padded(std::string_view text, std::size_t width) {
  std::string cell(text);
  cell.resize(std::max(cell.size(), width) + 2, ' ');
  return cell;
}

std::ptrdiff_t count(const Findings& findings, Level level) {
  return std::count_if(findings.begin(), findings.end(),
                       [&](const Finding& each) { return each.level == level; });
}

}  // namespace

bool all_fine(const Findings& findings) { return count(findings, Level::kWrong) == 0; }

std::string report(const Findings& findings) {
  std::size_t widest = 0;
  for (const auto& each : findings) widest = std::max(widest, each.check.size());
  constexpr std::size_t kWordWidth = 7;
  std::string text;
  for (const auto& each : findings) {
    text += padded(word_of(each.level), kWordWidth) + padded(each.check, widest) +
            printable(each.what) + "\n";
    if (each.remedy.empty()) continue;
    text += std::string(kWordWidth + 2 + widest + 2, ' ') + "-> " + printable(each.remedy) + "\n";
  }
  const auto wrongs = count(findings, Level::kWrong);
  const auto warnings = count(findings, Level::kWarning);
  return text + "\n" +
         (wrongs == 0 ? "Nothing is" : std::to_string(wrongs) + (wrongs == 1 ? " is" : " are")) +
         " wrong, " + std::to_string(warnings) + (warnings == 1 ? " warning.\n" : " warnings.\n");
}

std::string report_json(const Findings& findings) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const auto& each : findings) {
    checks.push_back({{"check", each.check},
                      {"status", word_of(each.level)},
                      {"what", each.what},
                      {"remedy", nullptr}});
    if (!each.remedy.empty()) checks.back()["remedy"] = each.remedy;
  }
  const nlohmann::ordered_json result = {{"ok", all_fine(findings)}, {"checks", checks}};
  // Paths may be any bytes.
  return result.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace afar::doctor
