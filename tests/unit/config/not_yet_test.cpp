// Goal: a key of the contract that this version does not act on is never taken in silence.
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/unit/config/config_fixture.h"

namespace afar::config {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST_F(ConfigTest, WhatHasNoEffectYetIsRefusedByName) {
  struct Case {
    std::string before;
    std::string value;
    std::string problem;
  };
  for (const auto& each : {
           Case{"{\"surfaces\": {\n\"web\": ", "{\"listen\": \"127.0.0.1:7717\"}}}",
                "surfaces.web: this version of afar has no surfaces yet"},
           Case{"{\"surfaces\": {\n\"telegram\": ", "{}}}",
                "surfaces.telegram: this version of afar has no surfaces yet"},
           Case{"{\"surfaces\": {\n\"ntfy\": ", "{}}}",
                "surfaces.ntfy: this version of afar has no surfaces yet"},
           Case{"{\"surfaces\": {\n\"webhooks\": ", "[]}}",
                "surfaces.webhooks: this version of afar has no surfaces yet"},
           Case{"{\"surfaces\": {\n\"commands\": ", "[]}}",
                "surfaces.commands: this version of afar has no surfaces yet"},
           Case{"{\"surfaces\": {\n\"plugins\": ", "[]}}",
                "surfaces.plugins: this version of afar has no surfaces yet"},
           Case{"{\"surfaces\": {\n\"fax\": ", "{}}}",
                "surfaces.fax: unknown key; known here: web, telegram, ntfy, webhooks, commands, "
                "plugins"},
           Case{"{\"audit\": {\n\"keep\": ", "\"30d\"}}",
                "audit.keep: this version of afar has no retention but \"never\" yet"},
           Case{"{\"redact\": [\n", "\"sk-[a-z]+\"]}",
                "redact[0]: this version of afar has no redaction yet"},
           Case{"{\"notices\": {\n\"finished\": ", "true}}",
                "notices.finished: this version of afar has no notices yet"},
           Case{"{\"notices\": {\n\"idle\": ", "true}}",
                "notices.idle: this version of afar has no notices yet"},
           Case{"{\"rules\": [{\"do\": {\n\"surfaces\": ", "[\"web\"]}}]}",
                "rules[0].do.surfaces[0]: this version of afar has no surfaces yet"},
           Case{"{\"rules\": [{\"do\": {\n\"escalate\": ", "[]}}]}",
                "rules[0].do.escalate: this version of afar has no escalation yet"},
           Case{"{\"rules\": [{\"do\": {\n\"remind\": ", "\"5m\"}}]}",
                "rules[0].do.remind: this version of afar has no reminders yet"},
       }) {
    EXPECT_THAT(problems(each.before + each.value), ElementsAre("2: " + each.problem));
  }
}

TEST_F(ConfigTest, WhatAsksForNothingIsTaken) {
  EXPECT_THAT(problems("{\"surfaces\": {}, \"delivery\": {}, \"redact\": [],\n"
                       " \"audit\": {\"keep\": \"never\"},\n"
                       " \"notices\": {\"finished\": false, \"idle\": false},\n"
                       " \"rules\": [{\"do\": {\"surfaces\": [], \"notify_after\": \"20s\",\n"
                       "   \"quiet\": [{\"time\": \"22:00-07:00\"}], \"late\": \"inject\"}}]}"),
              IsEmpty());
}

}  // namespace
}  // namespace afar::config
