// What each surface still has to show or change, and small facts of its own. Values.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "daemon/core/sha256.h"
#include "shared/dialog/dialog.h"

namespace afar {

// One dialog on one surface. It is due while the surface does not show it as it is.
struct CardRow {
  enum class State {
    kWaiting,  // for its time, or to be sent again
    kShown,    // open there
    kClosed,   // its end is shown
    kGivenUp,  // it can never be shown
  };
  std::string surface;
  DialogId dialog;
  std::string nonce;
  State state = State::kWaiting;
  std::int64_t wanted = 1;         // the revision to show
  std::int64_t shown = 0;          // the one that was shown last; 0: none was
  int attempts = 0;                // sends of the wanted one that failed
  std::optional<WallTime> due_at;  // absent: there is nothing to do
  bool escalated = false;          // it is there because nobody answered elsewhere
  std::string handle;              // the surface's own
  std::string why;                 // of the last failure; empty: the last send went well
};
std::string_view to_word(CardRow::State state);

// How a surface stands with its cards.
struct CardCounts {
  std::int64_t due = 0;
  std::int64_t shown = 0;
  std::int64_t given_up = 0;
  std::string last_failure;  // of those that are tried again
};

// A link that was not used yet, or a browser that came in by one.
struct LoginRow {
  std::int64_t id = 0;  // as it is listed; given by the store
  Hash hash{};          // SHA-256 of what only the browser knows
  bool is_code = false;
  std::string responder;
  std::string label;  // what the browser says of itself
  WallTime created_at{};
  WallTime expires_at{};
  std::optional<WallTime> last_seen_at;
};

}  // namespace afar
