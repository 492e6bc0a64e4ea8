// One line of Claude Code's transcript, as far as it matters to a hook.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace afar::hook::claude_code {

struct ToolUse {
  std::string id;
  std::string name;
  std::string_view input;  // JSON text, within the line
};

struct TranscriptLine {
  enum class Author { kAgent, kPerson };
  Author author = Author::kAgent;
  std::string message;             // the id that the lines of one message share; of the agent only
  std::string text;                // what was said, if anything
  std::vector<ToolUse> tool_uses;  // calls that begin here
  std::vector<std::string> results;  // the calls whose results these are
  // What the person typed, rather than a result or something that the client put in their place.
  bool is_prompt() const { return author == Author::kPerson && results.empty() && !is_meta; }
  bool is_meta = false;
};

// nullopt: no message, or none of this subagent (empty: of the main agent), or cut, or no JSON.
// Only lines of the type "assistant" hold the agent's words: other lines quote the person's prompt
// in blocks that look alike.
std::optional<TranscriptLine> read_transcript_line(std::string_view line,
                                                   std::string_view subagent);

}  // namespace afar::hook::claude_code
