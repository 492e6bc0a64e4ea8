#include "daemon/net/http_request.h"

#include <algorithm>

namespace afar::http {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

int hex_digit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  const char small = lower(digit);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// As forms are encoded: a plus is a space. What is no escape stands for itself.
std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 &&
        hex_digit(text[i + 2]) >= 0) {
      plain.push_back(static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2])));
      i += 2;
    } else {
      plain.push_back(text[i] == '+' ? ' ' : text[i]);
    }
  }
  return plain;
}

// Calls `take(name, value)` for each "name=value", until it says true.
template <typename Take>
void each_pair(std::string_view text, char separator, Take take) {
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    const std::string_view pair = trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) continue;
    if (take(pair.substr(0, equals), pair.substr(equals + 1))) return;
  }
}

}  // namespace

bool same_word(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char left, char right) { return lower(left) == lower(right); });
}

std::optional<std::string> Request::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (same_word(key, name)) return value;
  }
  return std::nullopt;
}

std::size_t Request::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(headers.begin(), headers.end(),
                    [&](const Header& header) { return same_word(header.first, name); }));
}

std::optional<std::string> Request::parameter(std::string_view name) const {
  std::optional<std::string> found;
  each_pair(query, '&', [&](std::string_view key, std::string_view value) {
    if (decoded(key) != name) return false;
    found = decoded(value);
    return true;
  });
  return found;
}

std::optional<std::string> Request::cookie(std::string_view name) const {
  std::optional<std::string> found;
  for (const auto& [key, value] : headers) {
    if (found || !same_word(key, "cookie")) continue;
    each_pair(value, ';', [&](std::string_view each, std::string_view text) {
      if (each != name) return false;
      found = std::string(text);
      return true;
    });
  }
  return found;
}

std::string_view reason_phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 421:
      return "Misdirected Request";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Status";
  }
}

std::string head_text(int status, const std::vector<Header>& headers) {
  std::string text = "HTTP/1.1 " + std::to_string(status) + " ";
  text += reason_phrase(status);
  text += "\r\n";
  for (const auto& [name, value] : headers) {
    text += name + ": ";
    std::copy_if(value.begin(), value.end(), std::back_inserter(text), [](char each) {
      return static_cast<unsigned char>(each) >= ' ' && each != '\x7f';
    });
    text += "\r\n";
  }
  return text + "\r\n";
}

}  // namespace afar::http
