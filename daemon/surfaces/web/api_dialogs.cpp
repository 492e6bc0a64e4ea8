// Dialogs: listed, shown, answered and dismissed.
#include <array>
#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>
#include <span>

#include "daemon/core/showing.h"
#include "daemon/surfaces/web/api.h"
#include "daemon/surfaces/web/listing.h"
#include "daemon/surfaces/web/replies.h"
#include "daemon/surfaces/web/views.h"
#include "daemon/text/markdown.h"
#include "shared/dialog/dialog_json.h"
#include "shared/rpc/message.h"

namespace afar::web {
namespace {

using nlohmann::json;

constexpr char kNoDialog[] = "there is no such dialog here";

std::shared_ptr<const std::string> shared(const char* text) {
  return std::make_shared<const std::string>(text);
}

void list(const ApiCall& call) {
  const bool all = call.request().parameter("all") == "1";
  const auto stream = call.exchange->stream(api_headers("application/json"));
  if (!stream) return;
  stream->write(shared("["));
  const auto listing = std::make_shared<Listing>(call.tools->turns, call.tools->reception,
                                                 all ? ListScope::kAll : ListScope::kOpen,
                                                 Listing::Form{"", ",\n", ""});
  listing->write_to(stream, [stream] {
    stream->write(shared("]\n"));
    stream->finish();
  });
}

json html_or_null(const std::string& text) {
  const auto html = markdown_to_html(text);
  return html ? json(*html) : json(nullptr);
}

// What may be laid out, as HTML: {body, context, previews: {q1: {o1: ..}}}.
json html_of(const Content& content) {
  json previews = json::object();
  for (const auto& question : content.questions) {
    for (const auto& option : question.options) {
      if (!option.preview.empty()) previews[question.id][option.id] = html_or_null(option.preview);
    }
  }
  return {{"body", html_or_null(content.body)},
          {"context", html_or_null(content.context)},
          {"previews", std::move(previews)}};
}

// Laid out on the reader thread: an agent's text may take its time.
void reply_with_html(const ApiCall& call, const std::shared_ptr<json>& dialog,
                     const Content& content) {
  boost::asio::post(call.tools->readers, [call, dialog, content]() mutable {
    auto& loop = call.tools->loop;
    json html = html_of(content);
    // Nothing of the loop's stays with this thread.
    boost::asio::post(loop, [call = std::move(call), dialog = std::move(dialog),
                             html = std::make_shared<json>(std::move(html))] {
      (*dialog)["html"] = std::move(*html);
      call.reply(200, *dialog);
    });
  });
}

void get(const ApiCall& call) {
  const bool with_html = call.request().parameter("html") == "1";
  call.tools->turns.post(
      {[call, with_html](CommitTurns::Job& job) {
         const auto record = job.store.find(call.id);
         auto view =
             record ? view_of(call.tools->reception, *record, job.turn.now.wall) : std::nullopt;
         if (!view) {
           job.after.emplace_back([call] { call.fail(404, kNoDialog); });
           return;
         }
         view->waiters = job.broker.waiters().count(view->id);
         job.after.emplace_back([call, with_html, content = view->content,
                                 dialog = std::make_shared<json>(to_json(*view))] {
           if (with_html) {
             reply_with_html(call, dialog, content);
           } else {
             call.reply(200, *dialog);
           }
         });
       },
       [call](WorkFailure, const std::string& why) { call.fail(503, why); }});
}

// What came of it, as the contract's status codes say it.
struct Told {
  const ApiCall& call;

  void operator()(const AnswerDone& done) const {
    call.reply(done.complete ? 200 : 202, to_json(done.dialog));
  }
  void operator()(const NoSuchDialog&) const { call.fail(404, kNoDialog); }
  void operator()(const AlreadyEnded& ended) const { call.reply(409, to_json(ended.dialog)); }
  void operator()(const AnswerRefused& refused) const { call.fail(400, refused.why); }
  void operator()(const NotAllowed& refused) const { call.fail(403, refused.why); }
  void operator()(const NotKept& lost) const { call.fail(503, lost.why); }
};

Decider visitor_of(const ApiCall& call) {
  return {Decider::Kind::kPerson, call.visitor.name, kWebSurface, ""};
}

void answer(const ApiCall& call) {
  const json body = body_of(call.request());
  const Answer given = answer_from(Fields(body));
  call.tools->reception.answer(call.id, given, visitor_of(call),
                               [call](const Reply& reply) { std::visit(Told{call}, reply); });
}

void dismiss(const ApiCall& call) {
  call.tools->reception.dismiss(call.id, visitor_of(call),
                                [call](const Reply& reply) { std::visit(Told{call}, reply); });
}

constexpr std::array kRoutes{Route{"GET", "/api/dialogs", list},
                             Route{"GET", "/api/dialogs/*", get},
                             Route{"POST", "/api/dialogs/*/answer", answer},
                             Route{"POST", "/api/dialogs/*/dismiss", dismiss}};

}  // namespace

std::span<const Route> dialog_routes() { return kRoutes; }

}  // namespace afar::web
