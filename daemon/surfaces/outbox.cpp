#include "daemon/surfaces/outbox.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/core/record.h"
#include "daemon/surfaces/card_url.h"
#include "daemon/surfaces/nonce.h"
#include "shared/rpc/message.h"

namespace afar {
namespace {

using nlohmann::json;

// While afar is off, or the disk fails: when to look again at what is due.
constexpr Milliseconds kLookAgain(5000);
// So many rows of one surface are looked at in one turn.
constexpr int kRowsMax = 64;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

CardRow new_row(const std::string& surface, const DialogId& id, WallTime due_at, bool escalated) {
  CardRow row;
  row.surface = surface;
  row.dialog = id;
  row.nonce = draw_nonce();
  row.due_at = due_at;
  row.escalated = escalated;
  return row;
}

// A send was begun, so that something may stand there.
bool was_tried(const CardRow& row) { return row.shown > 0 || row.attempts > 0; }

Decider by_surface(const std::string& surface) { return {Decider::Kind::kPolicy, "", surface, ""}; }

}  // namespace

Outbox::Outbox(boost::asio::io_context& loop, CommitTurns& turns, const Reception& reception,
               const config::Configuration& configuration, Places places, Rests rests)
    : loop_(loop),
      turns_(turns),
      reception_(reception),
      configuration_(configuration),
      places_(std::move(places)),
      rests_(rests),
      timer_(loop) {}

std::vector<CardRow> Outbox::planned(const DialogRecord& record, WallTime now) const {
  const Showing& showing = record.showing;
  const DialogId& id = record.dialog.id;
  std::vector<CardRow> rows;
  const auto is_planned = [&](const std::string& name) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const CardRow& row) { return row.surface == name; });
  };
  const auto names = configuration_.settings().surfaces.names();
  for (const auto& name : names) {
    // People look at the page by themselves: it shows what there is, and is sent nothing.
    if (name == kWebSurface) continue;
    if (showing.surfaces && !contains(*showing.surfaces, name)) continue;
    rows.push_back(new_row(name, id, std::max(showing.notify_at, now + rests_.for_context), false));
  }
  for (const auto& step : showing.escalate) {
    for (const auto& name : step.surfaces) {
      const bool on_page = name == kWebSurface && is_shown_on(showing, name, now);
      if (!contains(names, name) || is_planned(name) || on_page) continue;
      rows.push_back(new_row(name, id, step.at, true));
    }
  }
  return rows;
}

void Outbox::keep(CommitTurns::Job& job, const std::vector<DialogId>& changed) {
  for (const auto& id : changed) keep_one(job, id);
}

void Outbox::keep_one(CommitTurns::Job& job, const DialogId& id) {
  auto cards = job.store.cards_of(id);
  const auto head = job.store.find_head(id);
  if (!head) return;
  const bool open = head->state == DialogState::kOpen;
  const bool open_again = open && std::any_of(cards.begin(), cards.end(), [](const CardRow& row) {
                            return row.state == CardRow::State::kClosed;
                          });
  if (open && (cards.empty() || open_again)) insert_planned(job, id, cards);
  for (auto& row : cards) {
    if (row.state == CardRow::State::kGivenUp) continue;
    if (!was_tried(row)) {
      // Nobody saw it: there is nothing to say of its end. While it is open, its time will come.
      if (!open) job.store.remove_card(row.surface, id);
      continue;
    }
    ++row.wanted;
    row.due_at = job.turn.now.wall;
    // It is another send: its failures are counted from the start, but that one was begun is kept.
    row.attempts = std::min(row.attempts, 1);
    job.store.set_card(row);
  }
}

void Outbox::keep_open_ones(CommitTurns::Job& job) {
  const auto names = configuration_.settings().surfaces.names();
  if (std::all_of(names.begin(), names.end(),
                  [](const std::string& name) { return name == kWebSurface; })) {
    return;
  }
  for (const auto& head : job.store.open_dialogs()) {
    insert_planned(job, head.id, job.store.cards_of(head.id));
  }
}

void Outbox::insert_planned(CommitTurns::Job& job, const DialogId& id,
                            const std::vector<CardRow>& there) {
  for (const auto& row : planned(*job.store.find(id), job.turn.now.wall)) {
    const bool known = std::any_of(there.begin(), there.end(), [&](const CardRow& card) {
      return card.surface == row.surface;
    });
    if (!known) job.store.insert_card(row);
  }
}

void Outbox::send_to(std::map<std::string, std::shared_ptr<Surface>> surfaces) {
  // What a surface that is gone had under way is sent again where it comes back.
  std::erase_if(under_way_, [&](const CardKey& key) {
    const auto now = surfaces.find(key.first);
    const auto before = surfaces_.find(key.first);
    return now == surfaces.end() || before == surfaces_.end() || now->second != before->second;
  });
  surfaces_ = std::move(surfaces);
  look();
}

void Outbox::stop() {
  surfaces_.clear();
  timer_.cancel();
}

void Outbox::look() {
  if (surfaces_.empty()) return;
  if (looking_) {
    look_again_ = true;
    return;
  }
  looking_ = true;
  turns_.post({[this](CommitTurns::Job& job) { look_in_turn(job); },
               [this](WorkFailure, const std::string&) {
                 looking_ = false;
                 arm(read_clocks().wall + kLookAgain);
               }});
}

void Outbox::look_in_turn(CommitTurns::Job& job) {
  std::vector<Sending> sendings;
  std::optional<WallTime> next;
  if (::access(places_.off_switch.c_str(), F_OK) == 0) {
    next = job.turn.now.wall + kLookAgain;
  } else {
    for (const auto& [name, surface] : surfaces_) look_at(surface, job, sendings, next);
  }
  job.after.emplace_back([this, sendings, next] {
    looking_ = false;
    for (const auto& sending : sendings) send(sending);
    if (next) arm(*next);
    if (std::exchange(look_again_, false)) look();
  });
}

void Outbox::look_at(const std::shared_ptr<Surface>& surface, CommitTurns::Job& job,
                     std::vector<Sending>& sendings, std::optional<WallTime>& next) {
  std::size_t free = surface->at_once();
  for (const auto& key : under_way_) {
    if (key.first == surface->name() && free > 0) --free;
  }
  if (free == 0) return;  // looked at again when one of them has come back
  for (auto& row : job.store.due_cards(surface->name(), kRowsMax)) {
    if (under_way_.count({row.surface, row.dialog}) > 0) continue;
    if (*row.due_at > job.turn.now.wall) {
      next = next ? std::min(*next, *row.due_at) : *row.due_at;
      return;
    }
    if (auto sending = prepare(job, surface, std::move(row))) {
      sendings.push_back(std::move(*sending));
      if (--free == 0) return;
    }
  }
}

std::optional<Outbox::Sending> Outbox::prepare(CommitTurns::Job& job,
                                               const std::shared_ptr<Surface>& surface,
                                               CardRow row) {
  const auto record = job.store.find(row.dialog);
  if (!record) return std::nullopt;
  const bool open = record->dialog.state == DialogState::kOpen;
  const bool may_stand = was_tried(row) && surface->closes_unconfirmed();
  if (!open && row.handle.empty() && !may_stand) {
    // It ended before anybody could see it, or a send was begun and never confirmed: there is no
    // card that could be named.
    row.state = CardRow::State::kClosed;
    row.due_at.reset();
    job.store.set_card(row);
    return std::nullopt;
  }
  const bool stands = row.state == CardRow::State::kShown;
  const Action action = !open                     ? Action::kClose
                        : !stands                 ? Action::kShow
                        : row.wanted == row.shown ? Action::kRemind
                                                  : Action::kUpdate;
  Card card;
  card.dialog = reception_.masked(record->dialog);
  card.dialog.waiters = job.broker.waiters().count(row.dialog);
  card.nonce = row.nonce;
  card.handle = row.handle;
  card.revision = row.wanted;
  card.attempts = row.attempts;
  card.url = card_url(configuration_.settings().surfaces.web, row.dialog);
  // Before it is sent: should we die in between, it counts as begun.
  ++row.attempts;
  job.store.set_card(row);
  return Sending{surface, std::move(card), action};
}

void Outbox::send(Sending sending) {
  const CardKey key{sending.surface->name(), sending.card.dialog.id};
  const auto current = surfaces_.find(key.first);
  if (current == surfaces_.end() || current->second != sending.surface) return;
  under_way_.insert(key);
  const Card card = sending.card;
  Surface& surface = *sending.surface;
  SentHandler sent = [this, sending](const Sent& result) { note(sending, result); };
  switch (sending.action) {
    case Action::kShow:
      return surface.show(card, std::move(sent));
    case Action::kUpdate:
      return surface.update(card, std::move(sent));
    case Action::kClose:
      return surface.close(card, std::move(sent));
    case Action::kRemind:
      return surface.remind(card, std::move(sent));
  }
}

void Outbox::note(const Sending& sending, const Sent& sent) {
  const std::string& name = sending.surface->name();
  const auto current = surfaces_.find(name);
  if (current == surfaces_.end() || current->second != sending.surface) return;
  auto& counts = counts_[name];
  if (std::holds_alternative<Shown>(sent)) {
    ++counts.sent;
  } else {
    ++counts.failed;
  }
  const auto done = [this, key = CardKey(name, sending.card.dialog.id)] {
    under_way_.erase(key);
    look();
  };
  turns_.post_lazily({[this, sending, sent, done](CommitTurns::Job& job) {
                        record(job, sending, sent);
                        job.after.emplace_back(done);
                      },
                      // Not on record: sent again once the disk takes something.
                      [done](WorkFailure, const std::string&) { done(); }});
}

void Outbox::record(CommitTurns::Job& job, const Sending& sending, const Sent& sent) {
  const DialogId& id = sending.card.dialog.id;
  auto row = job.store.find_card(sending.surface->name(), id);
  const auto dialog = job.store.find(id);
  if (!row || !dialog) return;
  const WallTime now = job.turn.now.wall;
  if (const auto* shown = std::get_if<Shown>(&sent)) {
    record_shown(job, *row, *dialog, sending, *shown);
    job.store.set_card(*row);
    return;
  }
  const auto* again = std::get_if<TryAgain>(&sent);
  row->why = again != nullptr ? again->why : std::get<GivenUp>(sent).why;
  if (again != nullptr) {
    row->due_at = now + (again->after.count() > 0 ? again->after : rest_after(row->attempts));
  } else {
    row->state = CardRow::State::kGivenUp;
    row->due_at.reset();
  }
  spdlog::warn("{}: {} is not shown: {}", row->surface, id, row->why);
  // The first failure, and that it is given up; not each of the attempts in between.
  if (again == nullptr || row->attempts == 1) {
    job.store.append_audit({now, "show_failed", id, by_surface(row->surface),
                            rpc::dump({{"why", row->why}, {"given_up", again == nullptr}})});
  }
  job.store.set_card(*row);
}

void Outbox::record_shown(CommitTurns::Job& job, CardRow& row, const DialogRecord& dialog,
                          const Sending& sending, const Shown& shown) {
  const WallTime now = job.turn.now.wall;
  const bool closes = sending.action == Action::kClose;
  const bool first = row.shown == 0;
  row.handle = shown.handle;
  row.shown = sending.card.revision;
  row.attempts = 0;
  row.why.clear();
  row.state = closes ? CardRow::State::kClosed : CardRow::State::kShown;
  row.due_at.reset();
  const auto& remind = dialog.showing.remind;
  if (row.wanted > row.shown) {
    row.due_at = now;
  } else if (remind && !closes) {
    row.due_at = now + *remind;
  }
  const std::string kind = sending.action == Action::kRemind ? "reminded"
                           : !first                          ? ""
                           : row.escalated                   ? "escalated"
                                                             : "shown";
  if (kind.empty()) return;
  job.store.append_audit({now, kind, row.dialog, by_surface(row.surface), "{}"});
}

Milliseconds Outbox::rest_after(int attempts) const {
  Milliseconds rest = rests_.first;
  for (int i = 1; i < attempts && rest < rests_.most; ++i) rest *= 2;
  return with_jitter(std::min(rest, rests_.most));
}

void Outbox::arm(WallTime at) {
  timer_.expires_after(std::max<Milliseconds>(Milliseconds(0), at - read_clocks().wall));
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) look();
  });
}

json Outbox::status(CommitTurns::Job& job, const std::string& surface) const {
  const auto cards = job.store.count_cards(surface);
  const auto counted = counts_.find(surface);
  const Counts counts = counted == counts_.end() ? Counts{} : counted->second;
  return {{"waiting", cards.due},
          {"shown", cards.shown},
          {"given_up", cards.given_up},
          {"sent", counts.sent},
          {"failed", counts.failed},
          {"last_failure", cards.last_failure.empty() ? json(nullptr) : json(cards.last_failure)}};
}

}  // namespace afar
