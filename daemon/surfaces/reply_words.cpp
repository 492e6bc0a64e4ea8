#include "daemon/surfaces/reply_words.h"

#include "daemon/text/words.h"
#include "shared/rpc/message.h"

namespace afar {
namespace {

using rpc::ErrorCode;

Refusal refusal(ErrorCode code, const std::string& why) {
  return {std::string(rpc::to_word(code)), why};
}

}  // namespace

std::optional<Refusal> refusal_of(const DialogId& id, const Reply& reply, WallTime now) {
  if (std::holds_alternative<NoSuchDialog>(reply)) {
    return refusal(ErrorCode::kNotFound, "there is no dialog " + id);
  }
  if (const auto* ended = std::get_if<AlreadyEnded>(&reply)) {
    return refusal(ErrorCode::kAlreadyEnded, ended_already(ended->dialog, now));
  }
  if (const auto* refused = std::get_if<AnswerRefused>(&reply)) {
    return refusal(ErrorCode::kInvalidAnswer, refused->why);
  }
  if (const auto* not_allowed = std::get_if<NotAllowed>(&reply)) {
    return refusal(ErrorCode::kNotAllowed, not_allowed->why);
  }
  if (const auto* not_kept = std::get_if<NotKept>(&reply)) {
    return refusal(ErrorCode::kStorageUnavailable, not_kept->why);
  }
  return std::nullopt;
}

const Dialog* dialog_in(const Reply& reply) {
  if (const auto* done = std::get_if<AnswerDone>(&reply)) return &done->dialog;
  if (const auto* ended = std::get_if<AlreadyEnded>(&reply)) return &ended->dialog;
  return nullptr;
}

}  // namespace afar
