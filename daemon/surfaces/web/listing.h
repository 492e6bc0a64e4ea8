// Dialogs in pages, each written once the one before has gone out: a long list neither holds up the
// loop nor fills the memory. Loop thread only.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "daemon/net/http_server.h"
#include "daemon/surfaces/reception.h"
#include "daemon/turn/commit_turns.h"

namespace afar::web {

class Listing : public std::enable_shared_from_this<Listing> {
 public:
  struct Form {
    std::string before;   // each dialog's JSON
    std::string between;  // two of them
    std::string after;    // each
  };
  Listing(CommitTurns& turns, const Reception& reception, ListScope scope, Form form)
      : turns_(turns), reception_(reception), scope_(scope), form_(std::move(form)) {}

  // Writes all of them, oldest first, and then calls `done`. Where the record cannot be read the
  // stream is cut off. `listed`: each dialog's id, in the turn's order.
  void write_to(std::shared_ptr<http::Stream> stream, std::function<void()> done,
                std::function<void(const DialogId&)> listed = {});

 private:
  void next_page(std::int64_t after);
  std::string page_text(CommitTurns::Job& job, const RecordPage& page, std::vector<DialogId>& ids);

  CommitTurns& turns_;
  const Reception& reception_;
  const ListScope scope_;
  const Form form_;
  std::shared_ptr<http::Stream> stream_;
  std::function<void()> done_;
  std::function<void(const DialogId&)> listed_;
  bool is_first_ = true;
};

}  // namespace afar::web
