// Goal: where people are is read as it is written, and a slip in it is an error with its place,
// without a secret in it. Method: texts of files, with secrets in files of their own.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>

#include "tests/unit/config/config_fixture.h"

namespace afar::config {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class SurfacesConfig : public ConfigTest {
 protected:
  std::string secret_file(const std::string& text, mode_t mode = 0600) {
    const std::string path = (folder_ / ("secret-" + std::to_string(++count_))).string();
    std::ofstream(path) << text;
    ::chmod(path.c_str(), mode);
    return path;
  }
  SurfaceSettings read(const std::string& surfaces) {
    write_user("{\"responders\": {\"ann\": {}}, \"surfaces\": " + surfaces + "}");
    return loaded().settings.surfaces;
  }
  std::vector<std::string> problems_in(const std::string& surfaces) {
    return problems("{\"responders\": {\"ann\": {}}, \"surfaces\": " + surfaces + "}");
  }
  int count_ = 0;
};

TEST_F(SurfacesConfig, ThePageIsThereWithoutAFileAndGoesWithFalse) {
  EXPECT_THAT(read("{}").names(), ElementsAre("web"));
  EXPECT_EQ(read("{}").web.port, 7717);
  EXPECT_THAT(read("{\"web\": false}").names(), IsEmpty());
}

TEST_F(SurfacesConfig, EverySurfaceIsReadAndNamed) {
  const std::string secret = secret_file("s3cr3t\n");
  const std::string signs = secret_file("whsec_" + std::string(32, 'A'));
  const auto surfaces = read(
      "{\"web\": {\"listen\": \"[::1]:0\", \"public_url\": \"https://box.example/\"},"
      "\"telegram\": {\"token_file\": \"" +
      secret +
      "\", \"chats\": [{\"id\": -1001, \"topics\": true}]},"
      "\"ntfy\": {\"base\": \"http://127.0.0.1:2586\", \"topic\": \"a-8f3c\", \"reply_topic\": "
      "\"a-8f3c-re\","
      "  \"reply_token_file\": \"" +
      secret +
      "\", \"responder\": \"ann\"},"
      "\"webhooks\": [{\"name\": \"team\", \"url\": \"https://hooks.example/x\", \"secret_file\": "
      "\"" +
      signs +
      "\"}],"
      "\"commands\": [{\"name\": \"say\", \"argv\": [\"/bin/cat\"], \"responder\": \"owner\", "
      "\"timeout\": \"never\"}],"
      "\"plugins\": [{\"name\": \"chat\", \"argv\": [\"bun\", \"x.ts\"], \"env\": {\"A\": \"b\"}, "
      "\"responder\": \"ann\","
      "  \"chat_id\": \"web\", \"accept\": {\"chat_id\": \"web\"}}]}");
  EXPECT_THAT(surfaces.names(),
              ElementsAre("web", "telegram", "ntfy", "webhook:team", "command:say", "plugin:chat"));
  EXPECT_EQ(surfaces.web.address, "::1");
  EXPECT_EQ(surfaces.web.port, 0);
  EXPECT_EQ(surfaces.web.public_url, "https://box.example");
  EXPECT_EQ(surfaces.telegram->token.value, "s3cr3t");
  EXPECT_EQ(surfaces.telegram->chats.at(0).id, -1001);
  EXPECT_EQ(surfaces.ntfy->reply_token->value, "s3cr3t");
  EXPECT_EQ(surfaces.plugins.at(0).env.at("A"), "b");
}

TEST_F(SurfacesConfig, ASecretStandsInAFileThatOnlyWeCanRead) {
  const auto telegram = [&](const std::string& keys) {
    return problems_in("{\"telegram\": {" + keys + "}}");
  };
  EXPECT_THAT(telegram("\"token_file\": \"" + secret_file("s3cr3t", 0644) + "\""),
              Contains(HasSubstr("can be read by others")));
  EXPECT_THAT(telegram("\"token_file\": \"/nowhere/token\""),
              Contains(HasSubstr("cannot read /nowhere/token")));
  EXPECT_THAT(telegram("\"token_file\": \"" + secret_file("s3cr3t\nmore\n") + "\""),
              AllOf(Contains(HasSubstr("more than one line")), Each(Not(HasSubstr("s3cr3t")))));
  EXPECT_THAT(telegram("\"token_file\": \"" + secret_file("\n") + "\""),
              Contains(HasSubstr("the secret is empty")));
  EXPECT_THAT(telegram("\"token_env\": \"AFAR_TEST_NO_SUCH_VARIABLE\""),
              Contains(HasSubstr("the environment has no AFAR_TEST_NO_SUCH_VARIABLE")));
  EXPECT_THAT(telegram(""), ElementsAre(EndsWith("token_file is missing")));
}

TEST_F(SurfacesConfig, MistakesAreToldWithTheirPlace) {
  const std::string secret = secret_file("s3cr3t");
  struct Case {
    std::string surfaces;
    std::string problem;
  };
  for (const auto& each : {
           Case{"{\"fax\": {}}",
                "surfaces.fax: unknown key; known here: web, telegram, ntfy, webhooks, commands, "
                "plugins"},
           Case{"{\"web\": {\"listen\": \"0.0.0.0:80\"}}",
                "surfaces.web.listen: the page is served to this machine only; to reach it from "
                "elsewhere put a proxy with https before it and name that as public_url"},
           Case{
               "{\"web\": {\"listen\": \"127.0.0.1\"}}",
               "surfaces.web.listen: expected an address and a port like \"127.0.0.1:7717\", found "
               "\"127.0.0.1\""},
           Case{"{\"ntfy\": {\"topic\": \"a\", \"base\": \"http://127.box.example\"}}",
                "surfaces.ntfy.base: http is for this machine only; expected https"},
           Case{"{\"web\": {\"public_url\": \"http://box.example\"}}",
                "surfaces.web.public_url: http is for this machine only; expected https"},
           Case{"{\"ntfy\": {\"topic\": \"a b\"}}",
                "surfaces.ntfy.topic: expected at most 64 letters, digits, - or _"},
           Case{"{\"ntfy\": {\"topic\": \"a\", \"reply_topic\": \"b\"}}",
                "surfaces.ntfy: responder is missing"},
           Case{"{\"ntfy\": {\"topic\": \"a\", \"responder\": \"cem\"}}",
                "surfaces.ntfy.responder: there is no \"cem\" among the responders"},
           Case{"{\"webhooks\": [{\"name\": \"a\", \"secret_file\": \"" + secret +
                    "\", \"url\": \"https://u:p@x.example\"}]}",
                "surfaces.webhooks[0].url: no user and no password in an address: secrets stand in "
                "files of their own"},
           Case{"{\"webhooks\": [{\"name\": \"a\", \"secret_file\": \"" + secret +
                    "\", \"url\": \"https://x.example\"}]}",
                "surfaces.webhooks[0]: the secret is not \"whsec_\" and 24 to 64 bytes in base64"},
           Case{"{\"commands\": [{\"name\": \"a\", \"argv\": [\"b\"], \"responder\": \"ann\"}, "
                "{\"name\": \"a\", \"argv\": [\"b\"], \"responder\": \"ann\"}]}",
                "surfaces.commands[1]: \"a\" stands twice"},
       }) {
    EXPECT_THAT(problems_in(each.surfaces), Contains("1: " + each.problem)) << each.surfaces;
  }
}

TEST_F(SurfacesConfig, ARuleNamesOnlySurfacesThatAreThere) {
  EXPECT_THAT(problems("{\"rules\": [{\"do\": {\"surfaces\": [\"web\", \"telegram\"]}}]}"),
              ElementsAre("1: rules[0].do.surfaces[1]: there is no surface \"telegram\" under "
                          "surfaces"));
  EXPECT_THAT(problems("{\"rules\": [{\"do\": {\"escalate\": [{\"after\": \"15m\", \"surfaces\": "
                       "[\"command:say\"]}]}}], \"surfaces\": {\"commands\": [{\"name\": \"say\", "
                       "\"argv\": [\"/bin/cat\"], \"responder\": \"owner\"}]}}"),
              IsEmpty());
  EXPECT_THAT(problems("{\"rules\": [{\"do\": {\"escalate\": [{\"after\": \"never\"}]}}]}"),
              ElementsAre(HasSubstr("rules[0].do.escalate[0].after: \"never\" has no meaning here"),
                          HasSubstr("rules[0].do.escalate[0]: surfaces is missing")));
  EXPECT_THAT(problems("{\"rules\": [{\"do\": {\"remind\": \"5s\"}}]}"),
              ElementsAre(HasSubstr("a reminder comes once a minute at most")));
}

TEST_F(SurfacesConfig, WhatRulesLeaveOutIsToldByThePresence) {
  const Facts here{at("2026-11-30T14:00:00Z"), Presence::kHere};
  const Facts away{at("2026-11-30T14:00:00Z"), Presence::kAway};
  EXPECT_EQ(ruling("{}", question(), here).showing.notify_after, std::chrono::seconds(20));
  EXPECT_EQ(ruling("{}", question(), away).showing.notify_after, Milliseconds(0));
  const std::string rule = "{\"rules\": [{\"do\": {\"notify_after\": \"3m\"}}]}";
  EXPECT_EQ(ruling(rule, question(), here).showing.notify_after, std::chrono::minutes(3));
}

TEST_F(SurfacesConfig, QuietTimesPutOffTheBell) {
  const auto found = ruling(
      "{\"rules\": [{\"do\": {\"quiet\": [{\"time\": \"22:00-07:00\", \"tz\": \"UTC\"}], "
      "\"notify_after\": \"1m\"}}]}",
      question());
  EXPECT_EQ(showing_by(found.showing, at("2026-11-30T21:58:30Z")).notify_at,
            at("2026-11-30T21:59:30Z"));
  EXPECT_EQ(showing_by(found.showing, at("2026-11-30T23:30:00Z")).notify_at,
            at("2026-12-01T07:00:00Z"));
}

TEST_F(SurfacesConfig, RetentionIsRefusedByName) {
  EXPECT_THAT(problems("{\"audit\": {\"keep\": \"30d\"}}"),
              ElementsAre(HasSubstr("audit.keep: this version of afar has no retention but")));
}

}  // namespace
}  // namespace afar::config
