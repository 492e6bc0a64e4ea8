// This surface's way to the reception: in its own name, and closed when it ends, so that nothing
// that comes back later finds it gone. Loop thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daemon/surfaces/reception.h"

namespace afar::telegram {

class Door {
 public:
  Door(boost::asio::io_context& loop, Reception& reception, std::string surface)
      : loop_(loop), reception_(reception), surface_(std::move(surface)) {}

  const std::string& surface() const { return surface_; }
  void close() { open_.reset(); }

  // The same handler, which does nothing any more once the door is closed.
  template <typename Handler>
  auto guarded(Handler handler) const {
    return [alive = std::weak_ptr<bool>(open_), handler = std::move(handler)](auto&&... values) {
      if (alive.lock()) handler(std::forward<decltype(values)>(values)...);
    };
  }
  template <typename Handler>
  void later(Handler handler) const {
    boost::asio::post(loop_, guarded(std::move(handler)));
  }

  Decider person(const std::string& responder) const {
    return {Decider::Kind::kPerson, responder, surface_, ""};
  }
  void answer(const DialogId& id, const Answer& answer, const std::string& responder,
              ReplyHandler handler) const {
    reception_.answer(id, answer, person(responder), guarded(std::move(handler)));
  }
  void find(const DialogId& id, std::function<void(std::optional<Dialog>)> handler) const {
    reception_.find(surface_, id, guarded(std::move(handler)));
  }
  void find_card(const std::string& nonce,
                 std::function<void(std::optional<CardRow>)> handler) const {
    reception_.find_card(surface_, nonce, guarded(std::move(handler)));
  }
  void open_cards(std::function<void(std::vector<CardRow>)> handler) const {
    reception_.open_cards(surface_, guarded(std::move(handler)));
  }
  // `kept` lives on until it is on record or has failed.
  void keep_handle(const DialogId& id, const std::string& handle,
                   std::function<void()> kept) const {
    reception_.keep_handle(surface_, id, handle, std::move(kept));
  }
  void keep_fact(
      const std::string& key, const std::optional<std::string>& value,
      std::function<void(bool)> handler = [](bool) {}) const {
    reception_.keep_fact(surface_, key, value, guarded(std::move(handler)));
  }
  void list_facts(
      std::function<void(std::vector<std::pair<std::string, std::string>>)> handler) const {
    reception_.list_facts(surface_, "", guarded(std::move(handler)));
  }
  void turn_away(const std::string& who, const std::string& why,
                 const std::optional<DialogId>& dialog = std::nullopt) const {
    reception_.turn_away(surface_, who, why, dialog);
  }

 private:
  boost::asio::io_context& loop_;
  Reception& reception_;
  const std::string surface_;
  std::shared_ptr<bool> open_ = std::make_shared<bool>(true);
};

}  // namespace afar::telegram
