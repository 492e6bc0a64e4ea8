#include "daemon/ipc/call.h"

#include <nlohmann/json.hpp>

#include "shared/dialog/fields.h"

namespace afar {

void Call::reply(const nlohmann::json& result) const {
  if (!id_.empty()) connection_->send(rpc::result_line(id_, result));
}

void Call::fail(rpc::ErrorCode code, const std::string& why) const {
  fail(code, why, nlohmann::json::object());
}

void Call::fail(rpc::ErrorCode code, const std::string& why, nlohmann::json data) const {
  if (!id_.empty()) connection_->send(rpc::error_line(id_, code, why, std::move(data)));
}

CommitTurns::Work Call::work(std::function<void(CommitTurns::Job&)> run) const {
  return {[call = *this, run = std::move(run)](CommitTurns::Job& job) {
            try {
              run(job);
            } catch (const CallRefused& refused) {
              job.after.emplace_back([call, code = refused.code(),
                                      why = std::string(refused.what())] { call.fail(code, why); });
            }
          },
          [call = *this](WorkFailure failure, const std::string& why) {
            call.fail(failure == WorkFailure::kStorageUnavailable
                          ? rpc::ErrorCode::kStorageUnavailable
                          : rpc::ErrorCode::kInternal,
                      why);
          }};
}

std::string dialog_id_param(const Call& call) {
  std::string id = Fields(call.params()).string("id");
  if (!looks_like_dialog_id(id)) {
    throw CallRefused(rpc::ErrorCode::kNotFound,
                      "no dialog can have the id \"" + id.substr(0, 40) +
                          "\": an id is five letters a-z without l, like tbxkq");
  }
  return id;
}

}  // namespace afar
