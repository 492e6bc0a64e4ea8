// Registers afar-mcp in Cursor's mcp.json, which the editor and the command both read.
#pragma once
#include "hook/setup/json_server_setup.h"

namespace afar::hook::cursor {

inline constexpr std::string_view kName = "cursor";

class CursorSetup final : public setup::JsonServerSetup {
 public:
  setup::Target target(setup::Scope scope, const Environment& environment,
                       const std::string& folder) const override;

 private:
  setup::ServerPlace place(const std::string& file) const override;
  std::vector<setup::WantedMember> members(const std::string& program) const override;
};

}  // namespace afar::hook::cursor
