#include "daemon/core/request_key.h"

#include <nlohmann/json.hpp>

#include "daemon/core/sha256.h"
#include "shared/dialog/dialog_json.h"
#include "shared/rpc/message.h"

namespace afar {

std::string content_hash(DialogKind kind, const std::string& tool, const Content& content) {
  nlohmann::json asked = {to_word(kind), tool, content.title, content.body};
  // Of a plan and a permission the body says it all; what can be chosen depends on the event.
  const bool said_by_body = kind == DialogKind::kPlanApproval || kind == DialogKind::kPermission;
  if (!said_by_body) {
    for (const auto& question : content.questions) asked.push_back(to_json(question));
  }
  return to_hex(sha256(rpc::dump(asked)));
}

}  // namespace afar
