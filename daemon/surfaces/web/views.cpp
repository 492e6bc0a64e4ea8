#include "daemon/surfaces/web/views.h"

#include <nlohmann/json.hpp>

#include "daemon/core/showing.h"
#include "shared/dialog/dialog_json.h"
#include "shared/rpc/message.h"

namespace afar::web {

std::optional<Dialog> view_of(const Reception& reception, const DialogRecord& record,
                              WallTime now) {
  if (!is_shown_on(record.showing, kWebSurface, now)) return std::nullopt;
  return reception.masked(record.dialog);
}

std::string view_text(const Broker& broker, Dialog dialog) {
  dialog.waiters = broker.waiters().count(dialog.id);
  return rpc::dump(to_json(dialog));
}

}  // namespace afar::web
