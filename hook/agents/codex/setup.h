// Registers afar-mcp in Codex's config.toml.
#pragma once
#include "hook/setup/server_setup.h"

namespace afar::hook::codex {

inline constexpr std::string_view kName = "codex";

class CodexSetup final : public setup::ServerSetup {
 public:
  setup::Target target(setup::Scope scope, const Environment& environment,
                       const std::string& folder) const override;
  std::optional<setup::RegisteredServer> registered(const std::string& text,
                                                    const std::string& file) const override;

 private:
  setup::Edited edit(const std::optional<std::string>& text, const std::string& file,
                     const std::string& program) const override;
};

}  // namespace afar::hook::codex
