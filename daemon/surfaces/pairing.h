// How a person of a chat becomes a responder: a code that the operator reads in the terminal comes
// back from the person's own account, and the operator says that it is them. Loop thread only.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "shared/dialog/time.h"

namespace afar {

struct PairingCode {
  std::string code;
  std::string link;  // opens the chat with the code; empty where there is none
  std::string bot;   // to whom it is to be sent
  WallTime expires_at{};
};

struct PairedPerson {
  std::string id;    // stable, the service's own
  std::string name;  // as they call themselves; for people to read
  std::string responder;
  WallTime at{};
};

class Pairing {
 public:
  virtual ~Pairing() = default;
  // Each handler is called once, later. A string in place of what was asked for: why not.
  template <typename Result>
  using Handler = std::function<void(std::optional<Result>, const std::string& why)>;

  // A new code for this responder; an older one is void. It is good for one use and ten minutes.
  virtual void begin(const std::string& responder, Handler<PairingCode> handler) = 0;
  // Who sent the code, once somebody did.
  virtual void await(const std::string& code, Handler<PairedPerson> handler) = 0;
  // The operator's word on them.
  virtual void confirm(const std::string& code, bool yes, Handler<PairedPerson> handler) = 0;
  virtual std::vector<PairedPerson> list() const = 0;
  // By their id.
  virtual void revoke(const std::string& id, Handler<PairedPerson> handler) = 0;
};

}  // namespace afar
