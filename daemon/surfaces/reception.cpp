#include "daemon/surfaces/reception.h"

#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>

#include "shared/rpc/message.h"

namespace afar {
namespace {

constexpr int kStrangersMax = 30;

template <typename Result, typename Handler>
CommitTurns::Work reading(std::function<Result(CommitTurns::Job&)> read, Handler handler) {
  return {[read, handler](CommitTurns::Job& job) {
            job.after.emplace_back([handler, result = read(job)] { handler(result); });
          },
          [handler](WorkFailure, const std::string&) { handler(Result{}); }};
}

}  // namespace

Dialog Reception::masked(const Dialog& dialog) const {
  return redacted(dialog, configuration_.settings().redact);
}

void Reception::answer(const DialogId& id, const Answer& answer, const Decider& by,
                       ReplyHandler handler) {
  turns_.post({[this, id, answer, by, handler](CommitTurns::Job& job) {
                 auto result = job.broker.answer(job.turn, id, answer, by);
                 Reply reply =
                     std::visit([](auto& each) -> Reply { return std::move(each); }, result);
                 if (auto* done = std::get_if<AnswerDone>(&reply)) {
                   done->dialog = masked(done->dialog);
                 } else if (auto* ended = std::get_if<AlreadyEnded>(&reply)) {
                   ended->dialog = masked(ended->dialog);
                 }
                 job.after.emplace_back([handler, reply] { handler(reply); });
               },
               [handler](WorkFailure, const std::string& why) { handler(NotKept{why}); }});
}

void Reception::dismiss(const DialogId& id, const Decider& by, ReplyHandler handler) {
  turns_.post({[this, id, by, handler](CommitTurns::Job& job) {
                 auto result = job.broker.dismiss(job.turn, id, by);
                 Reply reply;
                 if (auto* dialog = std::get_if<Dialog>(&result)) {
                   reply = AnswerDone{masked(*dialog), true, false, {}};
                 } else if (auto* ended = std::get_if<AlreadyEnded>(&result)) {
                   reply = AlreadyEnded{masked(ended->dialog)};
                 } else if (auto* refused = std::get_if<NotAllowed>(&result)) {
                   reply = *refused;
                 } else {
                   reply = NoSuchDialog{};
                 }
                 job.after.emplace_back([handler, reply] { handler(reply); });
               },
               [handler](WorkFailure, const std::string& why) { handler(NotKept{why}); }});
}

void Reception::find(const std::string& surface, const DialogId& id,
                     std::function<void(std::optional<Dialog>)> handler) {
  turns_.post(reading<std::optional<Dialog>>(
      [this, surface, id](CommitTurns::Job& job) -> std::optional<Dialog> {
        const auto record = job.store.find(id);
        if (!record || !is_shown_on(record->showing, surface, job.turn.now.wall)) {
          return std::nullopt;
        }
        return masked(record->dialog);
      },
      std::move(handler)));
}

void Reception::find_card(const std::string& surface, const std::string& nonce,
                          std::function<void(std::optional<CardRow>)> handler) {
  turns_.post(reading<std::optional<CardRow>>(
      [surface, nonce](CommitTurns::Job& job) {
        return job.store.find_card_by_nonce(surface, nonce);
      },
      std::move(handler)));
}

void Reception::open_cards(const std::string& surface,
                           std::function<void(std::vector<CardRow>)> handler) {
  turns_.post(reading<std::vector<CardRow>>(
      [surface](CommitTurns::Job& job) { return job.store.open_cards(surface); },
      std::move(handler)));
}

void Reception::keep_handle(const std::string& surface, const DialogId& id,
                            const std::string& handle, std::function<void()> kept) {
  turns_.post({[surface, id, handle, kept](CommitTurns::Job& job) {
                 auto card = job.store.find_card(surface, id);
                 if (card) {
                   card->handle = handle;
                   job.store.set_card(*card);
                 }
                 job.after.emplace_back([kept] { kept(); });
               },
               [kept](WorkFailure, const std::string&) { kept(); }});
}

void Reception::turn_away(const std::string& surface, const std::string& who,
                          const std::string& why, const std::optional<DialogId>& id) {
  if (!may_record_stranger(surface)) return;
  turns_.post_lazily({[surface, who, why, id](CommitTurns::Job& job) {
                        const bool known = id && job.store.knows(*id);
                        job.store.append_audit({job.turn.now.wall, "refused_answer",
                                                known ? id : std::optional<DialogId>(),
                                                Decider{Decider::Kind::kPerson, who, surface, ""},
                                                rpc::dump({{"why", why}})});
                      },
                      [](WorkFailure, const std::string&) {}});
}

bool Reception::may_record_stranger(const std::string& surface) {
  auto& strangers = strangers_[surface];
  const MonoTime now = read_clocks().mono;
  if (now - strangers.minute > std::chrono::minutes(1)) {
    if (strangers.unrecorded > 0) {
      spdlog::warn("{}: {} more attempts of strangers in a minute are not on record", surface,
                   strangers.unrecorded);
    }
    strangers = {now, 0, 0};
  }
  if (strangers.recorded < kStrangersMax) {
    ++strangers.recorded;
    return true;
  }
  ++strangers.unrecorded;
  return false;
}

void Reception::find_fact(const std::string& surface, const std::string& key,
                          std::function<void(std::optional<std::string>)> handler) {
  turns_.post(reading<std::optional<std::string>>(
      [surface, key](CommitTurns::Job& job) { return job.store.find_fact(surface, key); },
      std::move(handler)));
}

void Reception::list_facts(
    const std::string& surface, const std::string& prefix,
    std::function<void(std::vector<std::pair<std::string, std::string>>)> handler) {
  turns_.post(reading<std::vector<std::pair<std::string, std::string>>>(
      [surface, prefix](CommitTurns::Job& job) { return job.store.facts(surface, prefix); },
      std::move(handler)));
}

void Reception::keep_fact(const std::string& surface, const std::string& key,
                          const std::optional<std::string>& value,
                          std::function<void(bool kept)> handler) {
  turns_.post({[surface, key, value, handler](CommitTurns::Job& job) {
                 job.store.save_fact(surface, key, value);
                 job.after.emplace_back([handler] { handler(true); });
               },
               [handler](WorkFailure, const std::string&) { handler(false); }});
}

}  // namespace afar
