// Reads what happens in the chats, by long polling on a connection of its own. An update counts as
// read only once what it did is committed: it comes again otherwise. Loop thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "daemon/surfaces/telegram/api.h"
#include "daemon/surfaces/telegram/door.h"
#include "daemon/surfaces/telegram/updates.h"

namespace afar::telegram {

class Poll : public std::enable_shared_from_this<Poll> {
 public:
  // What an update does is under way once `note_read` was called beside it: both are then kept in
  // one turn. `done` is called when all is committed.
  using Handler = std::function<void(const Update&, std::function<void()> note_read,
                                     std::function<void()> done)>;

  // `rest`: after the first failure in a row.
  Poll(boost::asio::io_context& loop, Api& api, const Door& door, Milliseconds rest,
       Handler handler)
      : timer_(loop), api_(api), door_(door), rest_(rest), handler_(std::move(handler)) {}

  // `offset`: as it was kept; empty at the first start.
  void start(const std::string& offset);
  void stop();

  // Why nothing is read now; empty: all is well.
  const std::string& trouble() const { return trouble_; }
  bool is_up() const { return up_; }
  std::uint64_t updates() const { return updates_; }
  std::uint64_t conflicts() const { return conflicts_; }

  static constexpr char kOffset[] = "offset";

 private:
  void ask();
  void note(const ApiResult& result);
  void note_failure(const ApiFailure& failure);
  void give_up_webhook();
  void next();
  void handle(const nlohmann::json& update);
  bool is_known(std::int64_t id);
  void keep_offset(std::int64_t id);
  void ask_after(Milliseconds time);

  boost::asio::steady_timer timer_;
  Api& api_;
  const Door& door_;
  const Milliseconds rest_;
  Handler handler_;
  HttpTicket ticket_ = 0;
  std::optional<std::int64_t> offset_;
  std::shared_ptr<const nlohmann::json> batch_;
  std::size_t at_ = 0;
  // Ids are no clock: after a week without updates they begin anew, perhaps lower. Only the same id
  // once more is known.
  std::deque<std::int64_t> recent_;
  MonoTime asked_at_{};
  std::string trouble_;
  bool up_ = false;
  bool stopped_ = false;
  int failures_ = 0;
  int conflicts_in_a_row_ = 0;
  std::uint64_t updates_ = 0;
  std::uint64_t conflicts_ = 0;
};

}  // namespace afar::telegram
