// Goal: the page's API says and does what it promises, to those who may, and nothing to anybody
// else. Method: the real daemon, hooks that wait, and requests over HTTP.
#include <filesystem>
#include <fstream>

#include "tests/integration/wait.h"
#include "tests/integration/web_stage.h"

namespace afar::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(WebTest, AnAnswerOnThePageReachesTheAgent) {
  start();
  const std::string id = ask();
  WebClient page(stage_);
  const json listed = page.get("/api/dialogs").json();
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed[0], stage_.connect().get(id));
  EXPECT_EQ(page.get(api(id)).json(), listed[0]);
  const auto reply = page.post(api(id, "/answer"), choosing("o2"));
  EXPECT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(reply.json().at("state"), "answered");
  EXPECT_EQ(reply.json().at("outcome").at("by"),
            json({{"kind", "person"}, {"name", "owner"}, {"surface", "web"}, {"rule", nullptr}}));
  EXPECT_EQ(hooks_[0].end().out, allowed_before(before("", ""), {{"Which color?", "Blue"}}));
  EXPECT_EQ(page.get("/api/dialogs").json(), json::array());
  EXPECT_EQ(page.get("/api/dialogs?all=1").json().size(), 1u);
}

TEST_F(WebTest, WhoComesSecondIsToldWhoWasFirst) {
  start();
  const std::string id = ask();
  stage_.connect().answer(id, {"o1"});
  WebClient page(stage_);
  const auto late = page.post(api(id, "/answer"), choosing("o2"));
  EXPECT_EQ(late.status, 409);
  EXPECT_EQ(late.json().at("outcome").at("by").at("surface"), "cli");
  EXPECT_EQ(late.json().at("answers").at("q1").at("options"), json::array({"o1"}));
  EXPECT_EQ(page.post(api(id, "/dismiss"), json::object()).status, 409);
}

TEST_F(WebTest, ADismissedQuestionIsCancelled) {
  start();
  const std::string id = ask();
  WebClient page(stage_);
  const auto reply = page.post(api(id, "/dismiss"), json::object());
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.json().at("state"), "cancelled");
  EXPECT_EQ(hooks_[0].end().exit, (Exit{0, 0}));
}

TEST_F(WebTest, PartOfAnAnswerIsKeptUntilTheRestComes) {
  start();
  const std::string id =
      open({{"questions",
             {{{"id", "q1"}, {"text", "One?"}, {"options", {{{"id", "o1"}, {"label", "Yes"}}}}},
              {{"id", "q2"}, {"text", "Two?"}, {"options", {{{"id", "o1"}, {"label", "Yes"}}}}}}}});
  WebClient page(stage_);
  const auto part = page.post(api(id, "/answer"), choosing("o1", "q1"));
  EXPECT_EQ(part.status, 202);
  EXPECT_EQ(part.json().at("state"), "open");
  EXPECT_EQ(part.json().at("answers").at("q1").at("options"), json::array({"o1"}));
  EXPECT_EQ(page.post(api(id, "/answer"), choosing("o1", "q2")).status, 200);
}

TEST_F(WebTest, WhatIsNoAnswerIsRefusedAndChangesNothing) {
  start();
  const std::string id = ask();
  WebClient page(stage_);
  const std::string path = api(id, "/answer");
  for (const std::string body :
       {"", "{", "[]", "null", "7", "{}", R"({"answers":{}})", R"({"answers":[]})",
        R"({"answers":{"q1":{"options":["o9"]}}})", R"({"answers":{"q9":{"options":["o1"]}}})",
        R"({"answers":{"q1":{"options":"o1"}}})", R"({"answers":{"q1":{"options":["o1","o2"]}}})",
        R"({"answers":{"q1":{"options":[],"text":null}}})"}) {
    const auto reply = page.send("POST", path, body);
    EXPECT_EQ(reply.status, 400) << body << reply.body;
    EXPECT_FALSE(reply.json().value("error", "").empty()) << body;
  }
  EXPECT_EQ(page.send("POST", path, std::string(100, '[') + std::string(100, ']')).status, 400);
  EXPECT_EQ(page.post(api("zzzzz", "/answer"), choosing("o1")).status, 404);
  EXPECT_EQ(page.post(api("nope", "/answer"), choosing("o1")).status, 404);
  EXPECT_EQ(page.get(api("zzzzz")).status, 404);
  EXPECT_EQ(page.send("POST", path, choosing("o1").dump(), {{"Content-Type", "text/plain"}}).status,
            415);
  EXPECT_EQ(page.send("POST", path, std::string(2 * 1024 * 1024, 'x')).status, 413);
  EXPECT_EQ(stage_.connect().get(id).at("state"), "open");
}

TEST_F(WebTest, AGetNeverAnswers) {
  start();
  const std::string id = ask();
  WebClient page(stage_);
  for (const char* method : {"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"}) {
    for (const char* end : {"/answer", "/dismiss"}) {
      const std::string path =
          api(id, end) + "?answers=%7B%22q1%22%3A%7B%22options%22%3A%5B%22o1%22%5D%7D%7D";
      EXPECT_EQ(page.send(method, path, "").status, 405) << method << end;
    }
  }
  EXPECT_EQ(page.send("POST", "/api/dialogs", "{}").header("Allow"), "GET");
  EXPECT_EQ(page.get("/api/nothing").status, 404);
  EXPECT_EQ(page.get("/nothing").status, 404);
  EXPECT_EQ(stage_.connect().get(id).at("state"), "open");
}

TEST_F(WebTest, OnlyWhoIsLoggedInSeesAnything) {
  start();
  const std::string id = ask();
  WebClient nobody = WebClient::stranger(stage_);
  for (const std::string path : {"/api/dialogs", "/api/events", "/api/history", "/api/stats",
                                 "/api/status", "/api/me", "/metrics", "/api/nothing"}) {
    const auto reply = nobody.get(path);
    EXPECT_EQ(reply.status, 401) << path;
    EXPECT_THAT(reply.body, Not(HasSubstr(id))) << path;
  }
  EXPECT_EQ(nobody.get(api(id)).status, 401);
  EXPECT_EQ(nobody.post(api(id, "/answer"), choosing("o1")).status, 401);
  EXPECT_EQ(nobody.post("/api/logout", json::object()).status, 401);
  EXPECT_EQ(nobody.get("/").status, 200);
}

TEST_F(WebTest, AWrongTokenIsRefusedAndOnRecord) {
  start();
  const std::string id = ask();
  WebClient page(stage_);
  for (const std::string wrong :
       {"Bearer wrong", "Bearer", "Bearer ", "Basic b3duZXI6eA==", page.token().c_str()}) {
    EXPECT_EQ(page.post(api(id, "/answer"), choosing("o1"), {{"Authorization", wrong}}).status, 401)
        << wrong;
  }
  EXPECT_EQ(stage_.connect().get(id).at("state"), "open");
  std::string refused;
  ASSERT_TRUE(until("it is on record", [&] {
    refused = afar({"audit", "--json"}).out;
    return refused.find("a wrong token") != std::string::npos;
  }));
  EXPECT_THAT(refused, HasSubstr("refused_answer"));
  EXPECT_THAT(refused, HasSubstr("127.0.0.1"));
  for (int i = 0; i < 10; ++i) page.get("/api/me", {{"Authorization", "Bearer wrong"}});
  EXPECT_EQ(page.get("/api/me", {{"Authorization", "Bearer wrong"}}).status, 429);
  EXPECT_EQ(page.get("/api/me").status, 200);
}

TEST_F(WebTest, ARequestForAnotherNameOrFromAnotherPageIsRefused) {
  start({}, {{"public_url", "https://box.example"}});
  const std::string id = ask();
  WebClient page(stage_);
  const std::string ours = "127.0.0.1:" + std::to_string(page.port());
  for (const std::string host : {"evil.example", "evil.example:7717", "127.0.0.1.evil.example",
                                 "box.example.evil", "localhost.evil", "[::2]"}) {
    EXPECT_EQ(page.get("/api/dialogs", {{"Host", host}}).status, 403) << host;
    EXPECT_EQ(page.get("/", {{"Host", host}}).status, 403) << host;
  }
  EXPECT_EQ(page.get("/api/dialogs", {{"Host", ""}}).status, 400);
  for (const std::string host : {"localhost", "localhost:8080", "127.0.0.1", "[::1]:7717",
                                 "box.example", "BOX.example:443"}) {
    EXPECT_EQ(page.get("/api/dialogs", {{"Host", host}}).status, 200) << host;
  }
  for (const std::string origin : {"https://evil.example", "null", "http://localhost:1",
                                   "http://box.example", "https://box.example.evil"}) {
    EXPECT_EQ(page.post(api(id, "/answer"), choosing("o1"), {{"Origin", origin}}).status, 403)
        << origin;
    EXPECT_EQ(page.post("/api/login", {{"code", "x"}}, {{"Origin", origin}}).status, 403) << origin;
  }
  for (const std::string site : {"cross-site", "same-site"}) {
    EXPECT_EQ(page.post(api(id, "/answer"), choosing("o1"), {{"Sec-Fetch-Site", site}}).status,
              403);
    EXPECT_EQ(page.get("/api/dialogs", {{"Sec-Fetch-Site", site}}).status, 403);
    EXPECT_EQ(page.get("/", {{"Sec-Fetch-Site", site}}).status, 200);
  }
  EXPECT_EQ(stage_.connect().get(id).at("state"), "open");
  EXPECT_EQ(page.post(api(id, "/answer"), json::object(), {{"Origin", "http://" + ours}}).status,
            400);
  EXPECT_EQ(
      page.post(api(id, "/answer"), choosing("o1"), {{"Origin", "https://box.example"}}).status,
      200);
}

TEST_F(WebTest, EveryAnswerSaysHowABrowserIsToTreatIt) {
  start();
  WebClient page(stage_);
  for (const auto& reply :
       {page.get("/"), page.get("/api/dialogs"), page.get("/nothing"),
        page.get("/api/me", {{"Authorization", ""}}), page.get("/", {{"Host", "evil.example"}}),
        page.send("POST", "/api/login", std::string(2 * 1024 * 1024, 'x'))}) {
    EXPECT_EQ(reply.header("Content-Security-Policy"),
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
              "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
              "frame-ancestors 'none'")
        << reply.head;
    EXPECT_EQ(reply.header("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(reply.header("Referrer-Policy"), "no-referrer");
    EXPECT_EQ(reply.header("Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_EQ(reply.header("Access-Control-Allow-Origin"), "");
  }
  EXPECT_EQ(page.get("/api/dialogs").header("Cache-Control"), "no-store");
  EXPECT_EQ(page.get("/api/me").header("Cache-Control"), "no-store");
}

TEST_F(WebTest, ThePagesFilesAreKeptByBrowsersAsLongAsTheyAreTheSame) {
  start();
  WebClient page = WebClient::stranger(stage_);
  const auto index = page.get("/");
  EXPECT_EQ(index.header("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(index.header("Cache-Control"), "no-cache");
  EXPECT_EQ(index.body, page.get("/index.html").body);
  const auto again = page.get("/", {{"If-None-Match", index.header("ETag")}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  EXPECT_EQ(page.get("/", {{"If-None-Match", "\"other\""}}).status, 200);
  EXPECT_EQ(page.send("POST", "/", "{}").status, 405);
}

TEST_F(WebTest, RulesDecideWhoMayAnswer) {
  start({{"rules",
          {{{"name", "ann decides"},
            {"when", {{"question", "color"}}},
            {"do", {{"mode", "block"}, {"approvers", {"ann"}}}}}}}});
  const std::string id = ask();
  WebClient owner(stage_);
  const auto refused = owner.post(api(id, "/answer"), choosing("o1"));
  EXPECT_EQ(refused.status, 403);
  EXPECT_THAT(refused.json().value("error", ""), HasSubstr("ann decides"));
  WebClient bea = WebClient::stranger(stage_);
  EXPECT_EQ(bea.log_in(link({"--as", "bea"})).status, 200);
  EXPECT_EQ(bea.get("/api/me").json().at("may"), json::array({"permission"}));
  EXPECT_EQ(bea.post(api(id, "/answer"), choosing("o1")).status, 403);
  WebClient ann = WebClient::stranger(stage_);
  EXPECT_EQ(ann.log_in(link({"--as", "ann"})).status, 200);
  const auto done = ann.post(api(id, "/answer"), choosing("o1"));
  EXPECT_EQ(done.status, 200);
  EXPECT_EQ(done.json().at("outcome").at("by").at("name"), "ann");
}

TEST_F(WebTest, WhatARuleDoesNotShowOnThePageIsNotThere) {
  start({{"rules",
          {{{"name", "quiet"},
            {"when", {{"question", "color"}}},
            {"do", {{"mode", "block"}, {"surfaces", json::array()}}}}}}});
  const std::string hidden = ask();
  const std::string shown = open({});
  WebClient page(stage_);
  const json listed = page.get("/api/dialogs").json();
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed[0].at("id"), shown);
  EXPECT_EQ(page.get(api(hidden)).status, 404);
  EXPECT_EQ(page.post(api(hidden, "/answer"), choosing("o1")).status, 403);
  EXPECT_EQ(EventStream(page).next().at("dialog").at("id"), shown);
}

TEST_F(WebTest, SecretsInWhatIsShownAreMasked) {
  start({{"redact", {"blue-[a-z]+"}}});
  const std::string secret = "sk-abcdefghijklmnopqrstuvwxyz123456";
  const std::string id = open({{"context", "the key is " + secret + " and blue-whale"}});
  WebClient page(stage_);
  const EventStream events(page);
  for (const auto& reply : {page.get(api(id)), page.get(api(id) + "?html=1"),
                            page.get("/api/dialogs"), page.post(api(id, "/answer"), choosing("o1")),
                            page.post(api(id, "/answer"), choosing("o2")), page.get("/api/history"),
                            page.get("/api/dialogs?all=1")}) {
    EXPECT_THAT(reply.body, HasSubstr("the key is [masked]"));
    EXPECT_THAT(reply.body, Not(HasSubstr(secret)));
    EXPECT_THAT(reply.body, Not(HasSubstr("blue-whale")));
  }
  EXPECT_EQ(page.get("/api/history?q=" + secret).json().at("dialogs"), json::array());
}

TEST_F(WebTest, MarkdownComesAsHtmlThatCannotRun) {
  start();
  const std::string id =
      open({{"body", "# Plan\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))"},
            {"context", "I *think* so"},
            {"questions",
             {{{"id", "q1"},
               {"text", "Which?"},
               {"options",
                {{{"id", "o1"}, {"label", "A"}, {"preview", "`code`"}},
                 {{"id", "o2"}, {"label", "B"}}}}}}}});
  WebClient page(stage_);
  const json html = page.get(api(id) + "?html=1").json().at("html");
  EXPECT_THAT(html.at("body").get<std::string>(), HasSubstr("<h1>Plan</h1>"));
  EXPECT_THAT(html.at("body").get<std::string>(), Not(HasSubstr("<script")));
  EXPECT_THAT(html.at("body").get<std::string>(), Not(HasSubstr("href")));
  EXPECT_EQ(html.at("context"), "<p>I <em>think</em> so</p>\n");
  EXPECT_EQ(html.at("previews"), json({{"q1", {{"o1", "<p><code>code</code></p>\n"}}}}));
  EXPECT_FALSE(page.get(api(id)).json().contains("html"));
  EXPECT_EQ(page.get("/api/me").header("Content-Type"), "application/json");
}

TEST_F(WebTest, APortThatIsTakenTurnsThePageOffAndNothingElse) {
  start();
  const WebClient first(stage_);
  Stage second;
  const std::string config = second.home() + "/config.json";
  std::ofstream(config) << json{
      {"surfaces", {{"web", {{"listen", "127.0.0.1:" + std::to_string(first.port())}}}}}};
  std::filesystem::permissions(config, std::filesystem::perms(0600));
  second.start_daemon({"--config", config});
  const std::string why = "port " + std::to_string(first.port()) + " at 127.0.0.1 is taken";
  const auto end = Command(second, {"web"}).end();
  EXPECT_EQ(end.exit, (Exit{1, 0}));
  EXPECT_THAT(end.err, HasSubstr(why));
  EXPECT_EQ(end.out, "");
  EXPECT_THAT(Command(second, {"status", "--json"}).end().out, HasSubstr(why));
  EXPECT_EQ(second.connect().open_dialogs().size(), 0u);
  stage_.end_daemon(SIGTERM);
  EXPECT_EQ(Command(second, {"web"}).end().exit, (Exit{0, 0}));
}

TEST_F(WebTest, ThePageCanBeTurnedOff) {
  start({{"surfaces", {{"web", false}}}});
  const auto end = afar({"web"});
  EXPECT_EQ(end.exit, (Exit{1, 0}));
  EXPECT_THAT(end.err, HasSubstr("the configuration turns it off"));
  EXPECT_EQ(stage_.connect().call("status").at("surfaces"), json::array());
}

TEST_F(WebTest, NumbersForPrometheusNeedTheTokenUnlessTheyArePublic) {
  start({}, {{"metrics_public", true}});
  ask();
  const auto reply = WebClient::stranger(stage_).get("/metrics");
  EXPECT_EQ(reply.status, 200);
  EXPECT_THAT(reply.header("Content-Type"), HasSubstr("text/plain; version=0.0.4"));
  EXPECT_THAT(reply.body, HasSubstr("# TYPE afar_opened_total counter\nafar_opened_total 1\n"));
  EXPECT_THAT(reply.body, HasSubstr("# TYPE afar_open gauge\nafar_open 1\n"));
  EXPECT_THAT(reply.body, HasSubstr("afar_surface_up{surface=\"web\"} 1\n"));
  EXPECT_EQ(WebClient::stranger(stage_).get("/api/status").status, 401);
}

TEST_F(WebTest, HistoryIsSearchedAndComesInPages) {
  start();
  std::vector<std::string> ids;
  for (int i = 0; i < 60; ++i) {
    ids.push_back(open({{"title", "Number " + std::to_string(i)}}, "s-" + std::to_string(i)));
  }
  Operator person = stage_.connect();
  for (std::size_t i = 1; i < ids.size(); ++i) person.answer(ids[i], {i % 2 == 0 ? "o1" : "o2"});
  person.call("dialog.cancel", {{"id", ids[0]}});
  open({{"title", "Still open"}});
  WebClient page(stage_);
  const json first = page.get("/api/history").json();
  ASSERT_EQ(first.at("dialogs").size(), 50u);
  EXPECT_EQ(first.at("dialogs")[0].at("id"), ids[59]);
  const json rest = page.get("/api/history?before=" + first.at("next").dump()).json();
  ASSERT_EQ(rest.at("dialogs").size(), 10u);
  EXPECT_EQ(rest.at("dialogs")[9].at("id"), ids[0]);
  EXPECT_EQ(rest.at("next"), nullptr);
  const json found = page.get("/api/history?q=NUMBER+37").json().at("dialogs");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].at("id"), ids[37]);
  EXPECT_EQ(page.get("/api/history?q=" + ids[5]).json().at("dialogs").size(), 1u);
  EXPECT_EQ(page.get("/api/history?state=cancelled").json().at("dialogs").size(), 1u);
  // The names of fields on record are no words of anybody's.
  EXPECT_EQ(page.get("/api/history?q=multi_select").json().at("dialogs").size(), 0u);
  EXPECT_EQ(page.get("/api/history?q=100%25").json().at("dialogs").size(), 0u);
  for (const char* wrong : {"?state=open", "?state=x", "?before=x", "?before=-1"}) {
    EXPECT_EQ(page.get(std::string("/api/history") + wrong).status, 400) << wrong;
  }
  const json stats = page.get("/api/stats").json();
  EXPECT_EQ(stats.at("answers").at("count"), 59);
  EXPECT_EQ(stats.at("people")[0].at("name"), "owner");
  EXPECT_EQ(stats.at("surfaces")[0].at("name"), "cli");
  EXPECT_EQ(stats.at("outcomes"), json({{"answered", 59}, {"cancelled", 1}}));
  EXPECT_TRUE(stats.at("answers").at("median_ms").is_number());
  EXPECT_EQ(page.get("/api/stats?days=x").status, 400);
}

TEST_F(WebTest, TheStateOfAllIsSeen) {
  start();
  agent_.run(prompt("s-7", "Go on"));
  ask("s-7");
  const json status = WebClient(stage_).get("/api/status").json();
  EXPECT_EQ(status.at("counters").at("open"), 1);
  EXPECT_EQ(status.at("sessions").at(0).at("session"), "s-7");
  EXPECT_EQ(status.at("surfaces").at(0).at("name"), "web");
  EXPECT_EQ(status.at("web").at("state"), "up");
  const json me = WebClient(stage_).get("/api/me").json();
  EXPECT_EQ(me.at("name"), "owner");
  EXPECT_EQ(me.at("by"), "token");
  EXPECT_EQ(me.at("may"), nullptr);
}

}  // namespace
}  // namespace afar::test
