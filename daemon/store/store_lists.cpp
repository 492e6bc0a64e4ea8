// Lists of dialogs, page by page, and their forgetting.
#include "daemon/store/connection.h"
#include "daemon/store/dialog_rows.h"
#include "daemon/store/query.h"
#include "daemon/store/store.h"

namespace afar {

using store::Query;
using store::Sql;

namespace {

// As the wire's pages are cut (PROTOCOL.md).
constexpr int kDialogsMax = 200;
constexpr std::size_t kPageBytesMax = std::size_t{512} * 1024;

Sql list_of(ListScope scope) {
  switch (scope) {
    case ListScope::kOpen:
      return Sql::kListOpen;
    case ListScope::kOpenOrLeft:
      return Sql::kListOpenOrLeft;
    case ListScope::kAll:
      break;
  }
  return Sql::kListAll;
}

}  // namespace

DialogPage Store::list(ListScope scope, std::int64_t after) {
  auto records = list_records(scope, after);
  DialogPage page{{}, records.next};
  for (auto& record : records.records) page.dialogs.push_back(std::move(record.dialog));
  return page;
}

RecordPage Store::list_records(ListScope scope, std::int64_t after) {
  Query query(*connection_, list_of(scope));
  query.with(after, kDialogsMax + 1);
  RecordPage page;
  std::size_t bytes = 0;
  std::int64_t last = after;
  while (query.step()) {
    bytes += store::record_bytes(query, 1);
    const bool is_full = page.records.size() == kDialogsMax || bytes > kPageBytesMax;
    if (is_full && !page.records.empty()) {
      page.next = last;
      break;
    }
    last = query.integer(0);
    page.records.push_back(store::record_from(query, 1));
  }
  return page;
}

Forgotten Store::forget(const DialogId& id) {
  const auto head = find_head(id);
  if (!head) return Forgotten::kNotFound;
  if (head->state == DialogState::kOpen || head->state == DialogState::kLeft) {
    return Forgotten::kNotEnded;
  }
  for (const Sql each : {Sql::kForgetDialog, Sql::kForgetText, Sql::kForgetAuditTexts}) {
    Query(*connection_, each).with(id).run();
  }
  connection_->leave_no_trace();
  return Forgotten::kDone;
}

}  // namespace afar
