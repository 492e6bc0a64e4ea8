// What Claude Code sends its hooks: captured events, with the values that a test needs changed in
// them.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace afar::test {

// Keeps its fields in their order, since the answer echoes them so.
using Event = nlohmann::ordered_json;

inline constexpr const char* kReleases[] = {"claude-code-2.1.197", "claude-code-2.1.332"};

// One captured event by its file.
Event captured(const std::string& release, const std::string& file);

// The question "Which color?" (Red, Blue) of the newer release.
Event before(const std::string& session, const std::string& call);  // PreToolUse
Event beside(const std::string& session);                           // PermissionRequest: no call
// PostToolUse: answered in the terminal.
Event after(const std::string& session, const std::string& call, const std::string& answer);
Event prompt(const std::string& session, const std::string& text);
Event stop(const std::string& session);
Event session_end(const std::string& session);

// The same with another question in place of "Which color?", so that dialogs can be told apart.
Event asking(Event event, const std::string& question);

// What the hook prints for an answer: the tool's input echoed, with the answers.
std::string allowed_before(const Event& event, const Event& answers);
std::string allowed_beside(const Event& event, const Event& answers);

}  // namespace afar::test
