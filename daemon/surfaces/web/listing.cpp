#include "daemon/surfaces/web/listing.h"

#include "daemon/surfaces/web/views.h"

namespace afar::web {

void Listing::write_to(std::shared_ptr<http::Stream> stream, std::function<void()> done,
                       std::function<void(const DialogId&)> listed) {
  stream_ = std::move(stream);
  done_ = std::move(done);
  listed_ = std::move(listed);
  next_page(0);
}

void Listing::next_page(std::int64_t after) {
  turns_.post(
      {[self = shared_from_this(), after](CommitTurns::Job& job) {
         const auto page = job.store.list_records(self->scope_, after);
         std::vector<DialogId> ids;
         auto text = self->page_text(job, page, ids);
         job.after.emplace_back([self, ids, next = page.next,
                                 bytes = std::make_shared<const std::string>(std::move(text))] {
           if (!ids.empty()) self->is_first_ = false;
           for (const auto& id : ids) {
             if (self->listed_) self->listed_(id);
           }
           const auto go_on = [self, next] {
             if (next) {
               self->next_page(*next);
             } else {
               self->done_();
             }
           };
           if (bytes->empty()) {
             go_on();
           } else {
             self->stream_->write(bytes, go_on);
           }
         });
       },
       [self = shared_from_this()](WorkFailure, const std::string&) { self->stream_->cut_off(); }});
}

std::string Listing::page_text(CommitTurns::Job& job, const RecordPage& page,
                               std::vector<DialogId>& ids) {
  std::string text;
  for (const auto& record : page.records) {
    auto view = view_of(reception_, record, job.turn.now.wall);
    if (!view) continue;
    if (!is_first_ || !ids.empty()) text += form_.between;
    ids.push_back(view->id);
    text += form_.before + view_text(job.broker, std::move(*view)) + form_.after;
  }
  return text;
}

}  // namespace afar::web
