#include "daemon/surfaces/web/events.h"

#include <algorithm>

#include "daemon/surfaces/web/listing.h"
#include "daemon/surfaces/web/views.h"

namespace afar::web {
namespace {

// What is read in one turn; a thousand changes at once are not to hold up a hook.
constexpr std::size_t kReadAtOnce = 100;

std::string line_start(const char* event) {
  return std::string("data: {\"event\":\"") + event + "\",\"dialog\":";
}

constexpr char kLineEnd[] = "}\n\n";

}  // namespace

Events::Events(boost::asio::io_context& loop, CommitTurns& turns, const Reception& reception,
               std::shared_ptr<Visitors> visitors, Milliseconds heartbeat)
    : turns_(turns),
      reception_(reception),
      visitors_(std::move(visitors)),
      heartbeat_(heartbeat),
      timer_(loop) {}

void Events::add(std::shared_ptr<http::Stream> stream, const Visitor& visitor) {
  stream->on_closed([weak = weak_from_this(), gone = std::weak_ptr(stream)] {
    const auto self = weak.lock();
    const auto one = gone.lock();
    if (!self || !one) return;
    self->streams_.erase(one);
    if (self->streams_.empty()) self->known_.clear();
  });
  // The browser then knows that it is connected, also where nothing is open.
  stream->write(std::make_shared<const std::string>(": open\n\n"));
  const bool is_first = streams_.empty();
  streams_.emplace(stream, visitor);
  if (is_first) arm();
  const auto listing = std::make_shared<Listing>(turns_, reception_, ListScope::kOpen,
                                                 Listing::Form{line_start("open"), "", kLineEnd});
  listing->write_to(
      stream, [] {},
      [weak = weak_from_this()](const DialogId& id) {
        if (const auto self = weak.lock()) self->known_.insert(id);
      });
}

void Events::changed(const std::vector<DialogId>& ids) {
  if (streams_.empty()) return;
  for (const auto& id : ids) {
    if (std::find(changed_.begin(), changed_.end(), id) == changed_.end()) changed_.push_back(id);
  }
  read_changes();
}

void Events::read_changes() {
  if (reading_ || changed_.empty()) return;
  reading_ = true;
  const std::size_t count = std::min(changed_.size(), kReadAtOnce);
  const auto end = changed_.begin() + static_cast<std::ptrdiff_t>(count);
  const std::vector<DialogId> ids(changed_.begin(), end);
  changed_.erase(changed_.begin(), end);
  const auto go_on = [self = shared_from_this()] {
    self->reading_ = false;
    self->read_changes();
  };
  turns_.post({[self = shared_from_this(), ids, go_on](CommitTurns::Job& job) {
                 for (const auto& id : ids) {
                   const auto record = job.store.find(id);
                   if (!record) continue;
                   const auto view = view_of(self->reception_, *record, job.turn.now.wall);
                   if (!view) continue;
                   job.after.emplace_back(
                       [self, id, is_open = view->state == DialogState::kOpen,
                        text = view_text(job.broker, *view)] { self->tell(id, is_open, text); });
                 }
                 job.after.emplace_back(go_on);
               },
               // The page reads the list again when it connects again.
               [self = shared_from_this(), go_on](WorkFailure, const std::string&) {
                 const auto streams = self->streams_;
                 for (const auto& [stream, visitor] : streams) stream->cut_off();
                 go_on();
               }});
}

void Events::tell(const DialogId& id, bool is_open, const std::string& dialog) {
  const char* event = "closed";
  if (is_open) {
    event = known_.insert(id).second ? "open" : "update";
  } else {
    known_.erase(id);
  }
  const auto line = std::make_shared<const std::string>(line_start(event) + dialog + kLineEnd);
  for (const auto& [stream, visitor] : streams_) stream->write(line);
}

void Events::look_who_may_stay() {
  for (const auto& [stream, visitor] : streams_) {
    visitors_->recognize_again(visitor, [stream = stream](bool stays) {
      if (!stays) stream->cut_off();
    });
  }
}

void Events::arm() {
  timer_.expires_after(heartbeat_);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (!error && self) self->beat();
  });
}

void Events::beat() {
  if (streams_.empty()) return;
  static const auto kSign = std::make_shared<const std::string>(": still here\n\n");
  for (const auto& [stream, visitor] : streams_) stream->write(kSign);
  look_who_may_stay();
  arm();
}

void Events::stop() {
  timer_.cancel();
  streams_.clear();
  known_.clear();
}

}  // namespace afar::web
