// Whether a text can be Claude Code's settings.
#pragma once
#include <string>

namespace afar::hook::claude_code {

// Throws setup::Refused, which names the file and the line, where it is no JSON object or where its
// hooks have another shape than the client takes.
void check_settings(const std::string& text, const std::string& file);

}  // namespace afar::hook::claude_code
