// Where requests go, and where they never go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "daemon/net/http_url.h"
#include "shared/os/loopback.h"
#include "tests/unit/net/asker.h"
#include "tests/unit/net/local_server.h"

namespace afar::test {
namespace {

using testing::HasSubstr;

TEST(HttpTarget, IsHttpsOrThisMachine) {
  for (const char* url : {"https://ntfy.sh/x", "https://127.0.0.1/", "http://127.0.0.1:80/",
                          "http://127.3.2.1/x", "http://localhost:7717/", "http://[::1]:7717/"}) {
    EXPECT_TRUE(read_target(url)) << url;
  }
  for (const char* url :
       {"http://ntfy.sh/x", "http://10.0.0.1/", "http://0.0.0.0/", "http://localhost.example.org/",
        "http://127.0.0.1.example.org/", "http://[::]/", "http://[::ffff:1.2.3.4]/", "ftp://x/",
        "file:///etc/passwd", "ntfy.sh", "", "https://", "https://a:b@ntfy.sh/", "https://a@x/",
        "http://127.0.0.1@example.org/", "http://example.org#@127.0.0.1/", "https://x y/"}) {
    EXPECT_FALSE(read_target(url)) << url;
  }
  EXPECT_FALSE(read_target(std::string("http://127.0.0.1/\0.example.org", 31)));
}

TEST(HttpTarget, KnowsThisMachineByNameAndNumber) {
  for (const char* host : {"localhost", "127.0.0.1", "127.255.255.254", "::1", "[::1]"}) {
    EXPECT_TRUE(is_loopback_host(host)) << host;
  }
  for (const char* host :
       {"", "localhost.", "128.0.0.1", "127.1", "::", "::ffff:127.0.0.1", "[::1", "example.org"}) {
    EXPECT_FALSE(is_loopback_host(host)) << host;
  }
}

TEST(HttpClient, FollowsNoRedirect) {
  LocalServer server(
      [](Visit& visit, const std::string&) { visit.answer(302, "", "Location: /elsewhere\r\n"); });
  Asker asker;
  EXPECT_EQ(asker.answer_to({.url = server.url()}).status, 302);
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST(HttpClient, RefusesAnAddressThatMayNotBeAsked) {
  Asker asker;
  EXPECT_THAT(asker.failure_of({.url = "http://example.org/"}), HasSubstr("https"));
}

TEST(HttpClient, RefusesAHeaderThatWouldBecomeTwo) {
  LocalServer server([](Visit& visit, const std::string&) { visit.answer(200, ""); });
  Asker asker;
  asker.failure_of({.url = server.url(), .headers = {{"X-A", "b\r\nX-C: d"}}});
  EXPECT_TRUE(server.requests().empty());
}

TEST(HttpClient, AsksThisMachineWithoutAProxy) {
  LocalServer server([](Visit& visit, const std::string&) { visit.answer(200, "direct"); });
  for (const char* name : {"http_proxy", "all_proxy"}) {
    ::setenv(name, "http://127.0.0.1:1", 1);
  }
  Asker asker;
  EXPECT_EQ(asker.answer_to({.url = server.url()}).body, "direct");
  for (const char* name : {"http_proxy", "all_proxy"}) ::unsetenv(name);
}

// A server's certificate that nobody vouches for.
void speak_tls(int fd) {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* certificate = X509_new();
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  X509_NAME* name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  X509_sign(certificate, key, EVP_sha256());
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  SSL_CTX_use_certificate(context, certificate);
  SSL_CTX_use_PrivateKey(context, key);
  SSL* ssl = SSL_new(context);
  SSL_set_fd(ssl, fd);
  SSL_accept(ssl);
  SSL_free(ssl);
  SSL_CTX_free(context);
  X509_free(certificate);
  EVP_PKEY_free(key);
}

TEST(HttpClient, RefusesACertificateThatNobodyVouchesFor) {
  LocalServer server(
      [](Visit& visit, const std::string&) { speak_tls(visit.socket().native_handle()); },
      /*raw=*/true);
  Asker asker;
  EXPECT_THAT(asker.failure_of({.url = "https://localhost:" + std::to_string(server.port())}),
              HasSubstr("certificate"));
}

// The signals that a thread of this process has blocked, as the system says.
unsigned long blocked_in(const std::filesystem::path& thread) {
  std::ifstream status(thread / "status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("SigBlk:")) return std::stoul(line.substr(7), nullptr, 16);
  }
  return 0;
}

TEST(HttpClient, LeavesSignalsToTheLoop) {
  Asker asker;
  asker.failure_of({.url = "http://localhost:1/"});
  const unsigned long term = 1UL << (SIGTERM - 1);
  const std::string own = std::to_string(::getpid());
  int others = 0;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    const bool main = thread.path().filename() == own;
    if (!main) ++others;
    EXPECT_EQ((blocked_in(thread) & term) != 0, !main) << thread.path();
  }
  EXPECT_GT(others, 0);
}

}  // namespace
}  // namespace afar::test
