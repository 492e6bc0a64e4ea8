// Everything that goes into chats, at the pace that the service allows: one send of a chat at a
// time, and no more a second than it takes. Loop thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <map>
#include <memory>

#include "daemon/surfaces/telegram/api.h"

namespace afar::telegram {

// So much at once, and so much again each second. The service's own bounds are not sharp: about one
// message a second in a chat, 20 a minute in a group, 30 a second in all.
struct Pace {
  double burst = 1;
  double per_second = 1;
};
struct Paces {
  Pace person{3, 1};
  Pace group{5, 0.25};
  Pace all{15, 15};
};

// What is left of a pace.
class Allowance {
 public:
  explicit Allowance(Pace pace) : pace_(pace), left_(pace.burst) {}
  // Zero: one may be sent now.
  Milliseconds wait(MonoTime now);
  void take() { left_ -= 1; }

 private:
  Pace pace_;
  double left_;
  MonoTime at_{};
};

class Sender : public std::enable_shared_from_this<Sender> {
 public:
  Sender(boost::asio::io_context& loop, Api& api, Paces paces = {})
      : timer_(loop), api_(api), paces_(paces), all_(paces.all) {}

  struct Letter {
    ChatId chat = 0;
    std::string method;
    std::function<nlohmann::json()> write;  // its parameters, as they are when its turn has come
    std::optional<ApiFile> file{};
    bool urgent = false;  // a person just tapped: before what waits
  };
  // The handler is called once, later. What the service would have sent more slowly waits here.
  void send(Letter letter, ApiHandler handler);
  void stop();

  std::size_t waiting() const;
  std::uint64_t slowed_down() const { return slowed_down_; }  // how often the service said so

 private:
  struct Order {
    Letter letter;
    ApiHandler handler;
  };
  struct Lane {
    explicit Lane(Pace pace) : allowance(pace) {}
    std::deque<Order> orders;
    Allowance allowance;
    MonoTime not_before{};
    bool under_way = false;
  };

  void go();
  void begin(Lane& lane);
  void note(ChatId chat, const ApiResult& result);
  void arm(MonoTime at);

  boost::asio::steady_timer timer_;
  Api& api_;
  Paces paces_;
  Allowance all_;
  std::map<ChatId, Lane> lanes_;
  std::uint64_t slowed_down_ = 0;
  bool stopped_ = false;
};

}  // namespace afar::telegram
