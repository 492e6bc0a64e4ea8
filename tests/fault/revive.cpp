#include "tests/fault/revive.h"

#include "shared/rpc/find_daemon.h"
#include "tests/integration/wait.h"

namespace afar::test {

void revive(Stage& stage) {
  stage.launch_daemon();
  (void)until("a daemon takes connections", [&] {
    return stage.living_daemon() != 0 &&
           rpc::connect_to_daemon(stage.paths(), kGuard).status == ConnectStatus::kConnected;
  });
}

std::size_t count_kind(Operator& record, const std::string& kind) {
  std::size_t count = 0;
  nlohmann::json params = {{"after", 0}};
  for (;;) {
    const auto page = record.call("audit.query", params);
    if (page.is_null()) return count;
    for (const auto& event : page.at("events")) count += event.at("kind") == kind ? 1 : 0;
    if (page.at("next").is_null()) return count;
    params["after"] = page.at("next");
  }
}

}  // namespace afar::test
