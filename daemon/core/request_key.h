// What makes two requests the same question.
#pragma once
#include <string>

#include "shared/dialog/dialog.h"

namespace afar {

// Hex SHA-256 over kind, tool, title, body and questions with their options: the same before,
// beside and after the agent's own dialog, and the same when the agent asks again. The context is
// not part of it, since the agent goes on talking.
std::string content_hash(DialogKind kind, const std::string& tool, const Content& content);

}  // namespace afar
