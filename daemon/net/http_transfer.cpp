#include "daemon/net/http_transfer.h"

#include <algorithm>
#include <cctype>

#include "daemon/net/http_url.h"
#include "shared/version.h"

namespace afar {
namespace {

// No service of ours sends a tenth of it.
constexpr std::size_t kHeaderBytesMax = 64 * 1024;
// What may wait for the loop of one stream; beyond that its sender has to wait.
constexpr std::size_t kUntakenMax = 1024 * 1024;
constexpr long kConnectMsMax = 10'000;

bool fits_a_header(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char each) {
    return (each < 0x20 && each != '\t') || each == 0x7f;
  });
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& each : small) {
    each = static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  }
  return small;
}

}  // namespace

HttpTransfer::HttpTransfer(HttpRequest request, Sink sink)
    : request_(std::move(request)), sink_(std::move(sink)), easy_(curl_easy_init()) {
  prepare();
}

template <typename Value>
void HttpTransfer::set(CURLoption option, Value value) {
  if (curl_easy_setopt(easy_.get(), option, value) != CURLE_OK && why_not_.empty()) {
    why_not_ = "libcurl does not take what the request needs";
  }
}

void HttpTransfer::prepare() {
  if (!easy_) {
    why_not_ = "libcurl cannot begin a request";
    return;
  }
  const auto target = read_target(request_.url);
  if (!target) {
    why_not_ = "the address is not one that is asked: https, or http to this machine";
    return;
  }
  set_limits(target->loopback, target->scheme);
  set_headers();
  set_body();
  set(CURLOPT_HEADERFUNCTION, &HttpTransfer::on_header);
  set(CURLOPT_HEADERDATA, static_cast<void*>(this));
  set(CURLOPT_WRITEFUNCTION, &HttpTransfer::on_body);
  set(CURLOPT_WRITEDATA, static_cast<void*>(this));
}

void HttpTransfer::set_limits(bool loopback, const std::string& scheme) {
  set(CURLOPT_URL, request_.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, scheme.c_str());
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  // A proxy's machine is not this one.
  if (loopback) set(CURLOPT_PROXY, "");
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  // One request a connection at a time: a long poll never stands in the way of what is sent.
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_NOSIGNAL, 1L);
  // Else a cancelled request, and the end of the daemon, would wait for a name server.
  set(CURLOPT_QUICK_EXIT, 1L);
  const long all = std::max<long>(1, static_cast<long>(request_.timeout.count()));
  set(CURLOPT_CONNECTTIMEOUT_MS, std::min(all, kConnectMsMax));
  if (sink_) {
    set(CURLOPT_TCP_KEEPALIVE, 1L);
  } else {
    set(CURLOPT_TIMEOUT_MS, all);
  }
}

void HttpTransfer::set_headers() {
  // Without the first one a long body waits a second for a server that does not know it.
  std::vector<std::string> lines = {"Expect:",
                                    "User-Agent: afar/" + std::string(product_version())};
  for (const auto& [name, value] : request_.headers) {
    if (!fits_a_header(name) || !fits_a_header(value)) {
      why_not_ = "a header has a control character in it";
      return;
    }
    lines.push_back(name + ": " + value);
  }
  for (const auto& line : lines) {
    curl_slist* longer = curl_slist_append(headers_.get(), line.c_str());
    if (longer == nullptr) {
      why_not_ = "out of memory";
      return;
    }
    static_cast<void>(headers_.release());
    headers_.reset(longer);
  }
  set(CURLOPT_HTTPHEADER, headers_.get());
}

void HttpTransfer::set_body() {
  if (!request_.parts.empty()) {
    mime_.reset(curl_mime_init(easy_.get()));
    for (const auto& part : request_.parts) {
      curl_mimepart* added = curl_mime_addpart(mime_.get());
      curl_mime_name(added, part.name.c_str());
      if (curl_mime_data(added, part.data.data(), part.data.size()) != CURLE_OK) {
        why_not_ = "out of memory";
      }
      if (!part.file_name.empty()) curl_mime_filename(added, part.file_name.c_str());
      if (!part.content_type.empty()) curl_mime_type(added, part.content_type.c_str());
    }
    set(CURLOPT_MIMEPOST, mime_.get());
  } else if (request_.method == "HEAD") {
    set(CURLOPT_NOBODY, 1L);
  } else if (request_.method == "GET" && request_.body.empty()) {
    set(CURLOPT_HTTPGET, 1L);
    return;
  } else {
    set(CURLOPT_POSTFIELDS, request_.body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
  }
  set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
}

std::size_t HttpTransfer::on_header(char* bytes, std::size_t one, std::size_t count, void* self) {
  try {
    return static_cast<HttpTransfer*>(self)->take_header({bytes, one * count});
  } catch (const std::exception&) {
    return 0;  // out of memory; libcurl ends the transfer
  }
}

std::size_t HttpTransfer::take_header(std::string_view line) {
  heard_ = std::chrono::steady_clock::now();
  header_bytes_ += line.size();
  if (header_bytes_ > kHeaderBytesMax) {
    why_not_ = "the answer's headers are too long";
    return 0;
  }
  // An interim answer (100, 103) has headers of its own.
  if (line.starts_with("HTTP/")) response_.headers.clear();
  const auto colon = line.find(':');
  if (colon != std::string_view::npos) {
    response_.headers.emplace_back(in_small_letters(trimmed(line.substr(0, colon))),
                                   std::string(trimmed(line.substr(colon + 1))));
  }
  return line.size();
}

std::size_t HttpTransfer::on_body(char* bytes, std::size_t one, std::size_t count, void* self) {
  try {
    return static_cast<HttpTransfer*>(self)->take_body({bytes, one * count});
  } catch (const std::exception&) {
    return 0;
  }
}

bool HttpTransfer::streams() const {
  long status = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  return sink_ && status >= 200 && status < 300;
}

std::size_t HttpTransfer::take_body(std::string_view bytes) {
  heard_ = std::chrono::steady_clock::now();
  if (streams()) {
    if (untaken_ > kUntakenMax) {
      paused_ = true;
      return CURL_WRITEFUNC_PAUSE;
    }
    untaken_ += bytes.size();
    sink_(std::string(bytes));
  } else if (response_.body.size() + bytes.size() > request_.body_max) {
    why_not_ = "the answer is longer than " + std::to_string(request_.body_max) + " bytes";
    return 0;
  } else {
    response_.body.append(bytes);
  }
  return bytes.size();
}

void HttpTransfer::taken(std::size_t bytes) {
  untaken_ -= std::min(bytes, untaken_);
  if (!paused_ || untaken_ > kUntakenMax) return;
  paused_ = false;
  heard_ = std::chrono::steady_clock::now();
  curl_easy_pause(easy_.get(), CURLPAUSE_CONT);
}

MonoTime HttpTransfer::quiet_until() const {
  return sink_ && !paused_ ? heard_ + request_.timeout : MonoTime::max();
}

HttpResult HttpTransfer::end_by(CURLcode code) {
  if (!why_not_.empty()) return HttpFailure{why_not_};
  // Not what libcurl has to say about this very case: the address may stand in it.
  if (code != CURLE_OK) return HttpFailure{curl_easy_strerror(code)};
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &response_.status);
  return std::move(response_);
}

HttpResult HttpTransfer::end_by_silence() { return HttpFailure{"nothing came for too long"}; }

}  // namespace afar
