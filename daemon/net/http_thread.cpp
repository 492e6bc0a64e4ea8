#include "daemon/net/http_thread.h"

#include <signal.h>

#include <algorithm>
#include <stdexcept>

namespace afar {
namespace {

// Bounds what a defect or a flood can cost; the surfaces together stay far below.
constexpr std::size_t kTransfersMax = 256;
// Connections that are kept for the next request.
constexpr long kConnectionsKept = 16;
constexpr int kWaitMsMax = 3'600'000;
constexpr std::chrono::milliseconds kBreath{100};

// What starts threads starts them with this mask: signals are the loop's.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

// Never cleaned up: a look-up of a name may outlive what asked for it.
void begin_curl() {
  static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) throw std::runtime_error("libcurl cannot be used");
}

}  // namespace

HttpThread::HttpThread(Events events) : events_(std::move(events)) {
  const SignalsBlocked blocked;
  begin_curl();
  multi_.reset(curl_multi_init());
  if (!multi_) throw std::runtime_error("libcurl cannot be used");
  curl_multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS, kConnectionsKept);
  thread_ = std::thread([this] { run(); });
}

HttpThread::~HttpThread() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  curl_multi_wakeup(multi_.get());
  thread_.join();
}

void HttpThread::begin(HttpTicket ticket, HttpRequest request, bool stream) {
  // std::function wants to copy what it holds.
  const auto kept = std::make_shared<HttpRequest>(std::move(request));
  order([this, ticket, kept, stream] { add(ticket, std::move(*kept), stream); });
}

void HttpThread::drop(HttpTicket ticket) {
  order([this, ticket] { remove(ticket); });
}

void HttpThread::taken(HttpTicket ticket, std::size_t bytes) {
  order([this, ticket, bytes] {
    const auto found = transfers_.find(ticket);
    if (found != transfers_.end()) found->second->taken(bytes);
  });
}

void HttpThread::order(std::function<void()> what) {
  {
    const std::lock_guard lock(mutex_);
    orders_.push_back(std::move(what));
  }
  // Not lost if the thread does not wait just now: its next wait then ends at once.
  curl_multi_wakeup(multi_.get());
}

void HttpThread::run() {
  while (carry_out_orders()) {
    int running = 0;
    curl_multi_perform(multi_.get(), &running);
    report_ended();
    cut_off_silent();
    if (curl_multi_poll(multi_.get(), nullptr, 0, wait_ms(), nullptr) != CURLM_OK) {
      std::this_thread::sleep_for(kBreath);  // out of memory or descriptors
    }
  }
  while (!transfers_.empty()) remove(transfers_.begin()->first);
}

bool HttpThread::carry_out_orders() {
  Orders orders;
  {
    const std::lock_guard lock(mutex_);
    if (stop_) return false;
    orders.swap(orders_);
  }
  for (const auto& each : orders) each();
  return true;
}

void HttpThread::add(HttpTicket ticket, HttpRequest request, bool stream) {
  if (transfers_.size() >= kTransfersMax) {
    events_.ended(ticket, HttpFailure{"too many requests are under way"});
    return;
  }
  HttpTransfer::Sink sink;
  if (stream) sink = [this, ticket](std::string data) { events_.data(ticket, std::move(data)); };
  auto transfer = std::make_unique<HttpTransfer>(std::move(request), std::move(sink));
  if (!transfer->why_not().empty()) {
    events_.ended(ticket, HttpFailure{transfer->why_not()});
    return;
  }
  // libcurl gives back which handle ended; this is how its ticket is found.
  curl_easy_setopt(transfer->handle(), CURLOPT_PRIVATE, reinterpret_cast<void*>(ticket));
  if (curl_multi_add_handle(multi_.get(), transfer->handle()) != CURLM_OK) {
    events_.ended(ticket, HttpFailure{"libcurl cannot begin a request"});
    return;
  }
  transfers_.emplace(ticket, std::move(transfer));
}

void HttpThread::remove(HttpTicket ticket) {
  const auto found = transfers_.find(ticket);
  if (found == transfers_.end()) return;
  curl_multi_remove_handle(multi_.get(), found->second->handle());
  transfers_.erase(found);
}

void HttpThread::report_ended() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    void* kept = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &kept);
    const auto ticket = reinterpret_cast<HttpTicket>(kept);
    const CURLcode code = message->data.result;  // gone with the handle
    events_.ended(ticket, transfers_.at(ticket)->end_by(code));
    remove(ticket);
  }
}

void HttpThread::cut_off_silent() {
  const MonoTime now = std::chrono::steady_clock::now();
  std::vector<HttpTicket> silent;
  for (const auto& [ticket, transfer] : transfers_) {
    if (transfer->quiet_until() <= now) silent.push_back(ticket);
  }
  for (const HttpTicket ticket : silent) {
    events_.ended(ticket, HttpTransfer::end_by_silence());
    remove(ticket);
  }
}

int HttpThread::wait_ms() const {
  auto wait = std::chrono::milliseconds(kWaitMsMax);
  const MonoTime now = std::chrono::steady_clock::now();
  for (const auto& [ticket, transfer] : transfers_) {
    const MonoTime until = transfer->quiet_until();
    if (until == MonoTime::max()) continue;
    wait = std::min(wait, std::chrono::ceil<std::chrono::milliseconds>(until - now));
  }
  return static_cast<int>(std::max<std::int64_t>(0, wait.count()));
}

}  // namespace afar
