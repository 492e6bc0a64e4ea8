// One request under way, on the HTTP thread: what libcurl is told, and what comes back, bounded.
#pragma once
#include <curl/curl.h>

#include <functional>
#include <memory>
#include <string>

#include "daemon/net/http_message.h"

namespace afar {

class HttpTransfer {
 public:
  // Takes what came of a stream, a piece at a time. Must not throw.
  using Sink = std::function<void(std::string)>;

  // With a sink it is a stream: the body of an answer of success goes there as it comes.
  HttpTransfer(HttpRequest request, Sink sink);
  HttpTransfer(const HttpTransfer&) = delete;
  HttpTransfer& operator=(const HttpTransfer&) = delete;

  // Why it cannot be sent; empty: it can.
  const std::string& why_not() const { return why_not_; }
  CURL* handle() const { return easy_.get(); }

  // Of a stream: the loop took in so many bytes of what the sink was given.
  void taken(std::size_t bytes);
  // Of a stream: when it counts as dead if nothing comes; MonoTime::max() for all else.
  MonoTime quiet_until() const;

  HttpResult end_by(CURLcode code);
  static HttpResult end_by_silence();

 private:
  struct EasyDeleter {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
  };
  struct ListDeleter {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };
  struct MimeDeleter {
    void operator()(curl_mime* mime) const { curl_mime_free(mime); }
  };

  void prepare();
  void set_limits(bool loopback, const std::string& scheme);
  void set_headers();
  void set_body();
  template <typename Value>
  void set(CURLoption option, Value value);
  static std::size_t on_header(char* bytes, std::size_t one, std::size_t count, void* self);
  static std::size_t on_body(char* bytes, std::size_t one, std::size_t count, void* self);
  std::size_t take_header(std::string_view line);
  std::size_t take_body(std::string_view bytes);
  bool streams() const;

  HttpRequest request_;
  Sink sink_;
  std::unique_ptr<curl_slist, ListDeleter> headers_;
  std::unique_ptr<curl_mime, MimeDeleter> mime_;
  std::unique_ptr<CURL, EasyDeleter> easy_;  // before what it points at, when all ends
  std::string why_not_;
  HttpResponse response_;
  std::size_t header_bytes_ = 0;
  std::size_t untaken_ = 0;  // given to the sink, and not taken in yet
  bool paused_ = false;
  MonoTime heard_ = std::chrono::steady_clock::now();
};

}  // namespace afar
