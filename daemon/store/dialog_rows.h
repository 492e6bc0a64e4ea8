// A dialog as the rows of dialog and dialog_text, and back. The order of the columns is
// statements.cpp's.
#pragma once
#include <cstddef>
#include <string>

#include "daemon/core/ledger.h"

namespace afar::store {

class Connection;
class Query;

// From the columns HEAD.
DialogHead head_from(const Query& row);
// From the columns WHOLE, which begin at column `first`. A forgotten dialog comes without its
// texts.
DialogRecord record_from(const Query& row, int first = 0);
// How long its texts are, read before they are: a page ends before a dialog that would be too much.
std::size_t record_bytes(const Query& row, int first = 0);

void insert_dialog(Connection& connection, const DialogRecord& record);
void update_outcome(Connection& connection, const DialogId& id, DialogState state,
                    const Outcome& outcome);
// {"answers": {..}, "response": ..}, as on the wire.
std::string answers_json(const Answer& answers);

}  // namespace afar::store
