#include "daemon/core/record.h"

#include <nlohmann/json.hpp>

#include "shared/dialog/dialog_json.h"
#include "shared/rpc/message.h"

namespace afar {

nlohmann::json body_json(const Answer& answer) {
  nlohmann::json body = {{"answers", to_json(answer.questions)}};
  if (answer.response) body["response"] = *answer.response;
  return body;
}

std::string body_of(const Answer& answer) { return rpc::dump(body_json(answer)); }

}  // namespace afar
