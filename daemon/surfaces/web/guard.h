// What a request has to be before anybody looks at what it asks: meant for this page, and sent by
// it. Names that lead here by somebody else's DNS, and pages of others that post here, are refused.
// Pure.
#pragma once
#include <optional>
#include <string>

#include "daemon/net/http_request.h"

namespace afar::web {

struct Refusal {
  int status = 403;
  std::string why;
};

class Guard {
 public:
  // `public_url`: where the page is reached from elsewhere; empty: nowhere.
  explicit Guard(const std::string& public_url);

  std::optional<Refusal> refusal(const http::Request& request) const;
  // Whether a cookie given now may only go back over https.
  bool secures_cookies(const http::Request& request) const;

 private:
  bool is_our_name(std::string_view authority) const;
  bool comes_from_us(const http::Request& request, const std::string& origin) const;

  std::string public_origin_;
  std::string public_host_;  // without its port
};

// What every answer carries.
std::vector<http::Header> safety_headers();

}  // namespace afar::web
