// What each surface still has to show or change. It is a table, written in the transaction of the
// change itself: what was not sent is sent later, and what was sent and not confirmed may be sent
// again, as the same card. A surface that fails delays neither another one nor a hook. Owned by
// main; loop thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "daemon/surfaces/reception.h"
#include "daemon/surfaces/surface.h"

namespace afar {

class Outbox {
 public:
  struct Rests {
    Milliseconds first{1000};  // after the first send that failed; then twice as long each time
    Milliseconds most{60'000};
    // The agent's last words come a moment after its question: they belong on the first card.
    Milliseconds for_context{300};
  };
  struct Places {
    std::string off_switch;  // while this file is there, all surfaces are silent
  };
  Outbox(boost::asio::io_context& loop, CommitTurns& turns, const Reception& reception,
         const config::Configuration& configuration, Places places, Rests rests);

  // In a turn that changed dialogs: what its surfaces have to show from now on.
  void keep(CommitTurns::Job& job, const std::vector<DialogId>& changed);
  // In a turn: surfaces that are new since a dialog opened show it too.
  void keep_open_ones(CommitTurns::Job& job);

  // From now on these are sent to. Handlers of those that are gone are not waited for.
  void send_to(std::map<std::string, std::shared_ptr<Surface>> surfaces);
  // Sends what is due.
  void look();
  void stop();

  // Per surface: what waits, stands and failed. In a turn.
  nlohmann::json status(CommitTurns::Job& job, const std::string& surface) const;

 private:
  enum class Action { kShow, kUpdate, kClose, kRemind };
  struct Sending {
    std::shared_ptr<Surface> surface;
    Card card;
    Action action;
  };
  struct Counts {
    std::uint64_t sent = 0;
    std::uint64_t failed = 0;
  };
  using CardKey = std::pair<std::string, DialogId>;

  std::vector<CardRow> planned(const DialogRecord& record, WallTime now) const;
  void keep_one(CommitTurns::Job& job, const DialogId& id);
  // Those that are not there yet.
  void insert_planned(CommitTurns::Job& job, const DialogId& id, const std::vector<CardRow>& there);
  void look_in_turn(CommitTurns::Job& job);
  void look_at(const std::shared_ptr<Surface>& surface, CommitTurns::Job& job,
               std::vector<Sending>& sendings, std::optional<WallTime>& next);
  std::optional<Sending> prepare(CommitTurns::Job& job, const std::shared_ptr<Surface>& surface,
                                 CardRow row);
  void send(Sending sending);
  void note(const Sending& sending, const Sent& sent);
  void record(CommitTurns::Job& job, const Sending& sending, const Sent& sent);
  void record_shown(CommitTurns::Job& job, CardRow& row, const DialogRecord& dialog,
                    const Sending& sending, const Shown& shown);
  Milliseconds rest_after(int attempts) const;
  void arm(WallTime at);

  boost::asio::io_context& loop_;
  CommitTurns& turns_;
  const Reception& reception_;
  const config::Configuration& configuration_;
  Places places_;
  Rests rests_;
  boost::asio::steady_timer timer_;
  std::map<std::string, std::shared_ptr<Surface>> surfaces_;
  std::set<CardKey> under_way_;
  std::map<std::string, Counts> counts_;
  bool looking_ = false;
  bool look_again_ = false;
};

}  // namespace afar
