// How a session of Claude Code that ended for a question is resumed. Pure.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "hook/deliver/job.h"

namespace afar::hook::claude_code {

struct ResumeCommand {
  std::vector<std::string> argv;                   // argv[0]: the program, absolute
  std::map<std::string, std::string> environment;  // besides what the daemon has
};

// `program`: the client, `afar_mcp`: our MCP server; absolute, both found by the caller. Throws
// deliver::Undeliverable where this session must not be resumed.
ResumeCommand resume_command(const deliver::Job& job, const std::string& program,
                             const std::string& afar_mcp);

// A UUID, as the client's session ids are: it becomes an argument, and must not be an option.
bool looks_like_session(const std::string& id);

}  // namespace afar::hook::claude_code
