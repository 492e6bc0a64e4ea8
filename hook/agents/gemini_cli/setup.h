// Registers afar-mcp in Gemini CLI's settings.
#pragma once
#include "hook/setup/json_server_setup.h"

namespace afar::hook::gemini_cli {

inline constexpr std::string_view kName = "gemini-cli";

class GeminiCliSetup final : public setup::JsonServerSetup {
 public:
  setup::Target target(setup::Scope scope, const Environment& environment,
                       const std::string& folder) const override;

 private:
  setup::ServerPlace place(const std::string& file) const override;
  std::vector<setup::WantedMember> members(const std::string& program) const override;
};

}  // namespace afar::hook::gemini_cli
