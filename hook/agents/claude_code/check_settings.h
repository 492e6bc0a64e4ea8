// Whether a text can be Claude Code's settings.
#pragma once
#include <string>
#include <vector>

namespace afar::hook::claude_code {

// Throws setup::Refused, which names the file and the line, where it is no JSON object or where its
// hooks have another shape than the client takes.
void check_settings(const std::string& text, const std::string& file);

// The same for a text in which these names, each in the object before, lead to objects where they
// are there.
void check_objects(const std::string& text, const std::string& file,
                   const std::vector<std::string>& path);

}  // namespace afar::hook::claude_code
