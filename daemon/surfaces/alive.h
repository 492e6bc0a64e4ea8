// Handlers that are not called any more once their owner has ended: what others still hold of them
// does nothing then. Loop thread only.
#pragma once
#include <memory>
#include <utility>

namespace afar {

class Alive {
 public:
  Alive() = default;
  Alive(const Alive&) = delete;
  Alive& operator=(const Alive&) = delete;

  template <typename Handler>
  auto guard(Handler handler) const {
    return [token = std::weak_ptr<int>(token_), handler = std::move(handler)](auto&&... given) {
      if (!token.expired()) handler(std::forward<decltype(given)>(given)...);
    };
  }
  void end() { token_.reset(); }

 private:
  std::shared_ptr<int> token_ = std::make_shared<int>(0);
};

}  // namespace afar
