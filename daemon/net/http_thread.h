// The thread that libcurl runs on. It is told what to do by whom it belongs to (any thread), and
// says what came of it from its own thread.
#pragma once
#include <curl/curl.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "daemon/net/http_message.h"
#include "daemon/net/http_transfer.h"

namespace afar {

class HttpThread {
 public:
  struct Events {  // called on the HTTP thread; must not throw
    std::function<void(HttpTicket, std::string)> data;
    std::function<void(HttpTicket, HttpResult)> ended;
  };

  // Starts it, with every signal blocked. Throws std::runtime_error.
  explicit HttpThread(Events events);
  // Drops what is under way.
  ~HttpThread();

  void begin(HttpTicket ticket, HttpRequest request, bool stream);
  void drop(HttpTicket ticket);
  // So many bytes of a stream's data were taken in.
  void taken(HttpTicket ticket, std::size_t bytes);

 private:
  struct MultiDeleter {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
  };
  using Orders = std::vector<std::function<void()>>;

  void order(std::function<void()> what);
  void run();
  bool carry_out_orders();
  void add(HttpTicket ticket, HttpRequest request, bool stream);
  void remove(HttpTicket ticket);
  void report_ended();
  void cut_off_silent();
  int wait_ms() const;

  const Events events_;
  std::unique_ptr<CURLM, MultiDeleter> multi_;
  std::mutex mutex_;
  Orders orders_;                                                  // by mutex_
  bool stop_ = false;                                              // by mutex_
  std::map<HttpTicket, std::unique_ptr<HttpTransfer>> transfers_;  // the HTTP thread's
  std::thread thread_;
};

}  // namespace afar
