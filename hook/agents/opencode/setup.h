// Registers afar-mcp in OpenCode's configuration.
#pragma once
#include "hook/setup/json_server_setup.h"

namespace afar::hook::opencode {

inline constexpr std::string_view kName = "opencode";

class OpencodeSetup final : public setup::JsonServerSetup {
 public:
  setup::Target target(setup::Scope scope, const Environment& environment,
                       const std::string& folder) const override;
  std::string obstacle(const std::string& text) const override;

 private:
  setup::ServerPlace place(const std::string& file) const override;
  std::vector<setup::WantedMember> members(const std::string& program) const override;
  void check_form(const std::string& text, const std::string& file,
                  const std::string& program) const override;
};

}  // namespace afar::hook::opencode
