#include "daemon/net/http_client.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <map>
#include <stdexcept>

#include "daemon/net/http_thread.h"

namespace afar {
namespace {

struct Pending {
  HttpClient::DataHandler data;  // empty: no stream
  HttpClient::ResultHandler end;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> keeps_loop;
};

}  // namespace

struct HttpClient::Desk {
  std::map<Ticket, Pending> pending;
  std::unique_ptr<HttpThread> thread;  // from the first request on
  bool stopped = false;

  void take_data(Ticket ticket, const std::string& bytes) {
    const auto found = pending.find(ticket);
    if (found == pending.end()) return;
    const auto handler = found->second.data;  // a copy: it may cancel itself
    handler(bytes);
    if (thread) thread->taken(ticket, bytes.size());
  }

  void take_end(Ticket ticket, const HttpResult& result) {
    const auto ended = pending.extract(ticket);
    if (!ended.empty()) ended.mapped().end(result);
  }
};

HttpClient::HttpClient(boost::asio::io_context& loop)
    : loop_(loop), desk_(std::make_shared<Desk>()) {}

HttpClient::~HttpClient() { stop(); }

HttpTicket HttpClient::send(HttpRequest request, ResultHandler handler) {
  return begin(std::move(request), nullptr, std::move(handler));
}

HttpTicket HttpClient::stream(HttpRequest request, DataHandler data, ResultHandler end) {
  return begin(std::move(request), std::move(data), std::move(end));
}

HttpTicket HttpClient::begin(HttpRequest request, DataHandler data, ResultHandler end) {
  if (desk_->stopped) return 0;
  const Ticket ticket = ++last_;
  const bool stream = data != nullptr;
  desk_->pending.emplace(
      ticket, Pending{std::move(data), std::move(end), boost::asio::make_work_guard(loop_)});
  // By a weak pointer: what is posted may run after the client is gone.
  const auto later = [&loop = loop_, weak = std::weak_ptr<Desk>(desk_)](auto what) {
    boost::asio::post(loop, [weak, what = std::move(what)] {
      if (const auto desk = weak.lock()) what(*desk);
    });
  };
  try {
    if (!desk_->thread) {
      desk_->thread = std::make_unique<HttpThread>(HttpThread::Events{
          [later](Ticket of, std::string bytes) {
            later([of, bytes = std::move(bytes)](Desk& desk) { desk.take_data(of, bytes); });
          },
          [later](Ticket of, HttpResult result) {
            later([of, result = std::move(result)](Desk& desk) { desk.take_end(of, result); });
          }});
    }
    desk_->thread->begin(ticket, std::move(request), stream);
  } catch (const std::runtime_error& error) {  // no thread to be had
    later([ticket, failure = HttpFailure{error.what()}](Desk& desk) {
      desk.take_end(ticket, failure);
    });
  }
  return ticket;
}

void HttpClient::cancel(Ticket ticket) {
  if (desk_->pending.erase(ticket) > 0 && desk_->thread) desk_->thread->drop(ticket);
}

void HttpClient::stop() {
  desk_->stopped = true;
  desk_->pending.clear();
  desk_->thread.reset();
}

}  // namespace afar
