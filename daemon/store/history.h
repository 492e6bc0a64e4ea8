// What has ended, newest first, and searched. On a read-only connection of its own: any thread,
// beside a running daemon.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daemon/core/ledger.h"

namespace afar {

struct HistoryWanted {
  std::vector<std::string> words;    // all of them have to be found, in any case
  std::optional<DialogState> state;  // absent: every one but open
  std::int64_t before = 0;           // the `next` of the page before; 0: from the newest
};

struct HistoryPage {
  std::vector<Dialog> dialogs;
  std::optional<std::int64_t> next;  // nullopt at the end
};

// What is shown of a record; nullopt: nothing. The words are looked for in what is shown.
using HistoryView = std::function<std::optional<Dialog>(const DialogRecord&)>;

// A page ends at 50 dialogs or 512 KiB of texts, or after so many were looked through that somebody
// who waits should see something; it may be empty and yet have a next one. Throws DatabaseRefused
// or StorageUnavailable.
HistoryPage read_history(const std::string& path, const HistoryWanted& wanted,
                         const HistoryView& view);

// Whether all words are found in what the dialog says, without regard to the case of ASCII letters.
bool says_all(const Dialog& dialog, const std::vector<std::string>& words);

}  // namespace afar
