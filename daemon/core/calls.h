// Which calls of an agent are under way, as far as its events tell: seen before the tool runs,
// ended by its result. Memory only and a help, never needed: it tells two equal questions of one
// turn from one question whose hook is registered twice. Single-threaded.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "daemon/core/ledger.h"

namespace afar {

class CallsUnderWay {
 public:
  struct Asked {
    SessionKey session;
    std::string subagent;
    std::string tool;
    std::string content_hash;
  };

  void begin(const Asked& asked, const std::string& call);
  void end(const SessionKey& session, const std::string& call);
  // All calls of the session (of one subagent of it) are over.
  void end_turn(const SessionKey& session, const std::string& subagent);
  // Oldest first.
  std::vector<std::string> of(const Asked& asked) const;

 private:
  struct Entry {
    Asked asked;
    std::string call;
  };
  // A client that never reports an end must not fill memory: the oldest go.
  static constexpr std::size_t kEntriesMax = 4096;
  std::deque<Entry> entries_;
};

}  // namespace afar
