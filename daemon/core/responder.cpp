#include "daemon/core/responder.h"

#include <algorithm>

namespace afar {
namespace {

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

}  // namespace

std::optional<std::string> why_not_answer(const Responders& responders, const DialogRecord& record,
                                          const Decider& by, WallTime now) {
  if (by.surface != kCliSurface && !is_shown_on(record.showing, by.surface, now)) {
    return "the rule " + quoted(record.rule) + " does not show this on " + by.surface;
  }
  const auto& approvers = record.approvers;
  if (!approvers.empty() &&
      std::find(approvers.begin(), approvers.end(), by.name) == approvers.end()) {
    return "the rule " + quoted(record.rule) + " lets only " + listed(approvers) +
           " answer this, not " + by.name;
  }
  const auto found = responders.find(by.name);
  if (found == responders.end()) {
    if (by.name == kOwner) return std::nullopt;
    return quoted(by.name) + " is not among the responders";
  }
  if (!found->second.may) return std::nullopt;
  const auto& kinds = *found->second.may;
  if (std::find(kinds.begin(), kinds.end(), record.dialog.kind) != kinds.end()) return std::nullopt;
  return by.name + " may not answer a dialog of the kind " +
         std::string(to_word(record.dialog.kind));
}

}  // namespace afar
