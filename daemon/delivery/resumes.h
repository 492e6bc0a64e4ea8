// Resumes agents' runs that ended for a question, once it is answered: one at a time, again after a
// while where that failed, and only as the configuration wants. What is to be done stands in the
// record, so that a daemon that ends in between goes on with it.
#pragma once
#include <boost/asio/steady_timer.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daemon/config/configuration.h"
#include "daemon/delivery/agent_run.h"
#include "daemon/turn/commit_turns.h"

namespace afar {

class Resumes {
 public:
  struct Places {
    std::string afar_agent;  // the program; empty: not installed
    std::string runs;        // the folder for what resumed runs print
    std::string log;         // where afar-agent complains
  };
  Resumes(boost::asio::io_context& loop, CommitTurns& turns,
          const config::Configuration& configuration, Places places);

  // Something may be due: at start, after an answer, after a reload.
  void look();

 private:
  void look_in_turn(CommitTurns::Job& job);
  bool is_over(CommitTurns::Job& job, ResumeRow& row);
  void start(CommitTurns::Job& job, ResumeRow row, const Origin& origin);
  void finish(const ResumeRow& row, const RunReceipt& receipt);
  void record_end(CommitTurns::Job& job, ResumeRow row, const RunReceipt& receipt);
  void look_at(WallTime time);

  boost::asio::io_context& loop_;
  CommitTurns& turns_;
  const config::Configuration& configuration_;
  const Places places_;
  boost::asio::steady_timer timer_;
  bool busy_ = false;  // a run is under way, or is looked for
};

}  // namespace afar
