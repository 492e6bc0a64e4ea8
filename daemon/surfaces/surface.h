// A place where people see dialogs and answer them: one small interface, one file for each. A
// surface only brings cards before its people and passes on what they say; what is due, what is
// tried again and what is right is decided elsewhere (outbox.h, reception.h). All on the loop's
// thread.
#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>

#include "shared/dialog/dialog.h"

namespace afar {

class Pairing;

// One dialog, for one surface.
struct Card {
  Dialog dialog;  // its secrets masked; with what was said so far, and how it ended
  // 16 letters and digits, on record before the first send: a send that was not confirmed may have
  // arrived all the same, and both copies then carry it.
  std::string nonce;
  // What this surface gave at its last send; empty: nothing is shown yet.
  std::string handle;
  std::int64_t revision = 0;  // of what is shown: the same again when a send is repeated
  int attempts = 0;           // sends of this revision that failed
  std::string url;            // of the dialog on the web page; empty: it cannot be reached
};

// It stands there now. The handle is kept, and given with the next card.
struct Shown {
  std::string handle;
};
// Zero: after the outbox's own growing rest; else just then, as the service asked.
struct TryAgain {
  std::string why;
  Milliseconds after{};
};
// It can never be shown there: not tried again for this dialog.
struct GivenUp {
  std::string why;
};
using Sent = std::variant<Shown, TryAgain, GivenUp>;
using SentHandler = std::function<void(Sent)>;

// What came of a probe: whether somebody answered it, in words.
struct Probed {
  bool ok = false;
  std::string words;
};
using ProbeHandler = std::function<void(Probed)>;

class Surface {
 public:
  virtual ~Surface() = default;

  // As rules and the record name it: "telegram", "webhook:team".
  virtual const std::string& name() const = 0;
  // Begins to listen for answers.
  virtual void start() = 0;
  // Ends. No handler is called any more.
  virtual void stop() = 0;

  // Each calls its handler once, and never before it returns. Of one dialog there is one send at a
  // time.
  virtual void show(const Card& card, SentHandler sent) = 0;    // new here, or open again
  virtual void update(const Card& card, SentHandler sent) = 0;  // changed, still open
  virtual void close(const Card& card, SentHandler sent) = 0;   // ended, or changed after its end
  // Still open: rings once more.
  virtual void remind(const Card& card, SentHandler sent) { update(card, std::move(sent)); }
  // One line that is about no dialog. Lost where it cannot be sent.
  virtual void notice(const std::string& text) = 0;
  // Sends something that a person can answer and waits for that; the caller's time is bounded.
  virtual void probe(ProbeHandler probed) = 0;
  // {"state": "up" | "down", "why": ".." | null, and counts of its own}
  virtual nlohmann::json status() const = 0;
  // Whether close() can end a card that stands there though its send was never confirmed: the
  // handle is then empty.
  virtual bool closes_unconfirmed() const { return false; }
  // It was told to go away for good: the next reload begins it anew, even where its settings stand.
  virtual bool is_over() const { return false; }
  // How people become its responders; nullptr: not by pairing.
  virtual Pairing* pairing() { return nullptr; }
  // How many cards may be on their way at once.
  virtual std::size_t at_once() const { return 4; }
};

}  // namespace afar
