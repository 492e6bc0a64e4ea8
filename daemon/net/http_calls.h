// The requests of one owner: what is under way ends with it, unheard. Loop thread only.
#pragma once
#include <memory>
#include <set>
#include <utility>

#include "daemon/net/http_client.h"

namespace afar {

class HttpCalls {
 public:
  explicit HttpCalls(HttpClient& client) : client_(client) {}
  ~HttpCalls() { cancel_all(); }
  HttpCalls(const HttpCalls&) = delete;
  HttpCalls& operator=(const HttpCalls&) = delete;

  void send(HttpRequest request, HttpClient::ResultHandler handler) {
    const auto ticket = std::make_shared<HttpTicket>(0);
    *ticket = client_.send(std::move(request),
                           [this, ticket, handler = std::move(handler)](const HttpResult& result) {
                             under_way_.erase(*ticket);
                             handler(result);
                           });
    under_way_.insert(*ticket);
  }

  HttpTicket stream(HttpRequest request, HttpClient::DataHandler data,
                    HttpClient::ResultHandler end) {
    const HttpTicket ticket = client_.stream(std::move(request), std::move(data), std::move(end));
    under_way_.insert(ticket);
    return ticket;
  }

  void cancel(HttpTicket ticket) {
    client_.cancel(ticket);
    under_way_.erase(ticket);
  }
  void cancel_all() {
    for (const HttpTicket ticket : under_way_) client_.cancel(ticket);
    under_way_.clear();
  }

 private:
  HttpClient& client_;
  std::set<HttpTicket> under_way_;
};

}  // namespace afar
