// Goal: a link lets one browser in, once and in time, and a browser that was shown the door is out.
// No secret stands anywhere but with the browser and in the token's file. Method: the real command
// and daemon, requests over HTTP; time that has passed is written into the database.
#include <SQLiteCpp/Database.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "tests/integration/wait.h"
#include "tests/integration/web_stage.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class WebLoginTest : public WebTest {
 protected:
  // Everything that was let in or may be, as if this had passed.
  void pass(std::chrono::milliseconds time) {
    stage_.end_daemon(SIGTERM);
    {
      SQLite::Database database(stage_.paths().database, SQLite::OPEN_READWRITE);
      const std::string ms = std::to_string(time.count());
      database.exec("UPDATE login SET expires_at = expires_at - " + ms +
                    ", created_at = created_at - " + ms);
    }
    stage_.start_daemon();
  }
  WebClient let_in(const std::vector<std::string>& options = {}) {
    WebClient browser = WebClient::stranger(stage_);
    EXPECT_EQ(browser.log_in(link(options)).status, 200);
    return browser;
  }
  json logins() { return json::parse(afar({"web", "list", "--json"}).out); }
};

TEST_F(WebLoginTest, ALinkLetsABrowserInOnce) {
  start();
  const std::string url = link();
  EXPECT_THAT(url, HasSubstr("http://127.0.0.1:"));
  WebClient browser = WebClient::stranger(stage_);
  browser.with("User-Agent", "Phone/1.0");
  const auto reply = browser.log_in(url);
  EXPECT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(reply.json().at("name"), "owner");
  const std::string cookie = reply.header("Set-Cookie");
  EXPECT_THAT(cookie, HasSubstr("; HttpOnly; SameSite=Strict"));
  EXPECT_THAT(cookie, HasSubstr("; Path=/; Max-Age=2592000"));
  EXPECT_THAT(cookie, Not(HasSubstr("Secure")));
  const json me = browser.get("/api/me").json();
  EXPECT_EQ(me.at("name"), "owner");
  EXPECT_EQ(me.at("by"), "cookie");
  WebClient second = WebClient::stranger(stage_);
  EXPECT_EQ(second.log_in(url).status, 401);
  EXPECT_EQ(second.get("/api/me").status, 401);
  EXPECT_EQ(browser.get("/api/me").status, 200);
}

TEST_F(WebLoginTest, BehindHttpsTheCookieGoesBackOverHttpsOnly) {
  start({}, {{"public_url", "https://box.example"}});
  const std::string url = link();
  EXPECT_THAT(url, HasSubstr("https://box.example/#login="));
  WebClient browser = WebClient::stranger(stage_);
  browser.with("Host", "box.example").with("Origin", "https://box.example");
  EXPECT_THAT(browser.log_in(url).header("Set-Cookie"), HasSubstr("; Secure"));
  WebClient here = WebClient::stranger(stage_);
  here.with("Origin", "http://127.0.0.1:" + std::to_string(here.port()));
  EXPECT_THAT(here.log_in(link()).header("Set-Cookie"), Not(HasSubstr("; Secure")));
}

TEST_F(WebLoginTest, TheCommandSaysWhyThereIsNoQrCode) {
  start();
  const auto local = afar({"web"});
  EXPECT_EQ(local.exit, (Exit{0, 0})) << local.err;
  EXPECT_THAT(local.out, HasSubstr("/#login="));
  EXPECT_THAT(local.out, HasSubstr("No QR code: the link leads to this machine only."));
}

TEST_F(WebLoginTest, ALinkIsGoodForFiveMinutesAndABrowserForThirtyDays) {
  start();
  const std::string late = link();
  WebClient browser = let_in();
  const std::string name = browser.get("/api/me").json().at("name");
  pass(std::chrono::minutes(5));
  WebClient again = WebClient::stranger(stage_);
  EXPECT_EQ(again.log_in(late).status, 401);
  // The port is another one since the daemon came again, and with it the cookie's name.
  EXPECT_EQ(logins().size(), 1u);
  pass(std::chrono::hours(24 * 30));
  EXPECT_EQ(logins(), json::array());
}

TEST_F(WebLoginTest, ABrowserIsListedAndCanBeRevoked) {
  start();
  WebClient phone = let_in({"--as", "ann"});
  WebClient laptop = let_in();
  EventStream events(phone);
  const json listed = logins();
  ASSERT_EQ(listed.size(), 2u);
  EXPECT_EQ(listed[0].at("responder"), "ann");
  const std::string id = listed[0].at("id").dump();
  EXPECT_THAT(afar({"web", "list"}).out, HasSubstr("ann"));
  const auto end = afar({"web", "revoke", id});
  EXPECT_EQ(end.exit, (Exit{0, 0})) << end.err;
  EXPECT_TRUE(events.ends());
  EXPECT_EQ(phone.get("/api/me").status, 401);
  EXPECT_EQ(laptop.get("/api/me").status, 200);
  EXPECT_EQ(afar({"web", "revoke", id}).exit, (Exit{3, 0}));
  EXPECT_EQ(afar({"web", "revoke", "x"}).exit, (Exit{2, 0}));
}

TEST_F(WebLoginTest, WhoLogsOutIsOut) {
  start();
  WebClient browser = let_in();
  const auto reply = browser.post("/api/logout", json::object());
  EXPECT_EQ(reply.status, 200);
  EXPECT_THAT(reply.header("Set-Cookie"), HasSubstr("Max-Age=0"));
  EXPECT_EQ(browser.get("/api/me").status, 401);
  EXPECT_EQ(logins(), json::array());
}

TEST_F(WebLoginTest, LinksAreForThoseWhomTheConfigurationNames) {
  start();
  const auto carl = afar({"web", "--as", "carl"});
  EXPECT_EQ(carl.exit, (Exit{1, 0}));
  EXPECT_THAT(carl.err, HasSubstr("\"web\": true"));
  EXPECT_THAT(afar({"web", "--as", "nobody"}).err, HasSubstr("names no responder \"nobody\""));
}

TEST_F(WebLoginTest, WhoIsTakenOutOfTheConfigurationIsOut) {
  start();
  WebClient ann = let_in({"--as", "ann"});
  EventStream events(ann);
  std::ofstream(stage_.home() + "/config/afar/config.json")
      << json{{"surfaces", {{"web", {{"listen", "127.0.0.1:0"}}}}}}.dump();
  EXPECT_EQ(afar({"daemon", "reload"}).exit, (Exit{0, 0}));
  EXPECT_TRUE(events.ends());
  EXPECT_EQ(ann.get("/api/me").status, 403);
}

TEST_F(WebLoginTest, AnAgentGetsNoLink) {
  start();
  const std::string id = ask();
  for (const auto& arguments :
       {std::vector<std::string>{"web"}, {"web", "revoke", "1"}, {"web", "--as", "ann"}}) {
    std::vector<std::string> argv{executable("afar")};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    const auto end = agent_.program(argv, "").end();
    EXPECT_EQ(end.exit, (Exit{6, 0})) << end.out;
    EXPECT_THAT(end.out, Not(HasSubstr("login")));
  }
}

TEST_F(WebLoginTest, WhoTriesTooOftenHasToWait) {
  start();
  WebClient browser = WebClient::stranger(stage_);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(browser.post("/api/login", {{"code", "guess" + std::to_string(i)}}).status, 401);
  }
  const auto reply = browser.post("/api/login", {{"code", "guess"}});
  EXPECT_EQ(reply.status, 429);
  EXPECT_EQ(reply.header("Retry-After"), "60");
  EXPECT_EQ(browser.log_in(link()).status, 429);
  EXPECT_EQ(WebClient(stage_).get("/api/me").status, 200);
}

TEST_F(WebLoginTest, WhatIsNoCodeIsRefused) {
  start();
  const WebClient browser = WebClient::stranger(stage_);
  for (const std::string body : {"", "[]", "{}", R"({"code":7})"}) {
    EXPECT_EQ(browser.send("POST", "/api/login", body).status, 400) << body;
  }
  EXPECT_EQ(browser.get("/api/login").status, 405);
}

TEST_F(WebLoginTest, TheTokenIsMadeOnceForItsOwnerAlone) {
  start();
  const std::string file = stage_.paths().web_token;
  EXPECT_EQ(WebClient(stage_).get("/api/me").status, 200);
  struct stat info {};
  ASSERT_EQ(::stat(file.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  const std::string token = file_text(file);
  EXPECT_EQ(token.size(), 44u);
  restart();
  EXPECT_EQ(file_text(file), token);
  std::filesystem::permissions(file, std::filesystem::perms(0644));
  restart();
  EXPECT_EQ(WebClient(stage_).get("/api/me").status, 401);
  const auto surfaces = stage_.connect().call("status").at("surfaces");
  EXPECT_THAT(surfaces[0].at("token").get<std::string>(), HasSubstr("can be read by others"));
  EXPECT_EQ(let_in().get("/api/me").status, 200);
}

TEST_F(WebLoginTest, NoSecretIsWrittenDownAnywhere) {
  start();
  const std::string url = link();
  const std::string code = url.substr(url.find("#login=") + 7);
  WebClient browser = WebClient::stranger(stage_);
  const auto reply = browser.log_in(url);
  const std::string cookie = reply.header("Set-Cookie");
  const std::string secret =
      cookie.substr(cookie.find('=') + 1, cookie.find(';') - cookie.find('=') - 1);
  ASSERT_EQ(secret.size(), 43u);
  WebClient owner(stage_);
  owner.get("/api/me", {{"Authorization", "Bearer a-wrong-secret"}});
  owner.post("/api/login", {{"code", "a-wrong-secret"}});
  ASSERT_TRUE(until("the strangers are on record", [&] {
    return afar({"audit", "--json"}).out.find("unknown, old or used") != std::string::npos;
  }));
  stage_.end_daemon(SIGTERM);
  const std::string all = written_down() + afar({"status", "--json"}).out;
  EXPECT_THAT(all, HasSubstr("web: the page is at"));
  for (const auto& each : {code, secret, owner.token(), std::string("a-wrong-secret")}) {
    EXPECT_EQ(all.find(each), std::string::npos);
  }
}

}  // namespace
}  // namespace afar::test
