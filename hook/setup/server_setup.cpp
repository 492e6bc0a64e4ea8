#include "hook/setup/server_setup.h"

#include "hook/agents/codex/setup.h"
#include "hook/agents/cursor/setup.h"
#include "hook/agents/gemini_cli/setup.h"
#include "hook/agents/opencode/setup.h"

namespace afar::setup {

const std::vector<std::string>& asking_tools() {
  static const std::vector<std::string> kTools{"pending_request_create", "pending_request_wait",
                                               "pending_request_list", "pending_request_read",
                                               "pending_request_cancel"};
  return kTools;
}

std::optional<Part> ServerSetup::hook(Scope, const Environment&, const std::string&,
                                      const std::string&, bool) const {
  return std::nullopt;
}

Part ServerSetup::server(Scope scope, const Environment& environment, const std::string& folder,
                         const std::string& program) const {
  Part part;
  part.target = target(scope, environment, folder);
  part.edit = [this, file = part.target.file, program](const std::optional<std::string>& text) {
    return edit(text, file, program);
  };
  return part;
}

std::string ServerSetup::obstacle(const std::string&) const { return ""; }

std::unique_ptr<const ServerSetup> make_server_setup(std::string_view agent) {
  if (agent == hook::codex::kName) return std::make_unique<hook::codex::CodexSetup>();
  if (agent == hook::opencode::kName) return std::make_unique<hook::opencode::OpencodeSetup>();
  if (agent == hook::gemini_cli::kName) return std::make_unique<hook::gemini_cli::GeminiCliSetup>();
  if (agent == hook::cursor::kName) return std::make_unique<hook::cursor::CursorSetup>();
  return nullptr;
}

const std::vector<std::string_view>& server_setup_names() {
  static const std::vector<std::string_view> kNames{hook::codex::kName, hook::opencode::kName,
                                                    hook::gemini_cli::kName, hook::cursor::kName};
  return kNames;
}

}  // namespace afar::setup
