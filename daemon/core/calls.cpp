#include "daemon/core/calls.h"

#include <algorithm>

namespace afar {
namespace {

bool same_session(const SessionKey& a, const SessionKey& b) {
  return a.session == b.session && a.agent == b.agent;
}

bool same(const CallsUnderWay::Asked& a, const CallsUnderWay::Asked& b) {
  return a.content_hash == b.content_hash && same_session(a.session, b.session) &&
         a.subagent == b.subagent && a.tool == b.tool;
}

}  // namespace

void CallsUnderWay::begin(const Asked& asked, const std::string& call) {
  const auto known = std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.call == call && same(entry.asked, asked);
  });
  if (known) return;
  if (entries_.size() == kEntriesMax) entries_.pop_front();
  entries_.push_back({asked, call});
}

void CallsUnderWay::end(const SessionKey& session, const std::string& call) {
  std::erase_if(entries_, [&](const Entry& entry) {
    return entry.call == call && same_session(entry.asked.session, session);
  });
}

void CallsUnderWay::end_turn(const SessionKey& session, const std::string& subagent) {
  std::erase_if(entries_, [&](const Entry& entry) {
    return same_session(entry.asked.session, session) && entry.asked.subagent == subagent;
  });
}

std::vector<std::string> CallsUnderWay::of(const Asked& asked) const {
  std::vector<std::string> calls;
  for (const auto& entry : entries_) {
    if (same(entry.asked, asked)) calls.push_back(entry.call);
  }
  return calls;
}

}  // namespace afar
