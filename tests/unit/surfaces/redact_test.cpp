// Goal: what looks like a secret does not leave for a surface, and what a person approves is seen
// as it is. Method: texts with one secret each.
#include "daemon/surfaces/redact.h"

#include <gmock/gmock.h>

namespace afar {
namespace {

TEST(Redact, MasksWhatLooksLikeASecret) {
  struct Case {
    std::string text;
    std::string masked;
  };
  const std::string letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  for (const auto& each : {
           Case{"key sk-ant-" + letters + " here", "key [masked] here"},
           Case{"ghp_" + letters, "[masked]"},
           Case{"github_pat_" + letters, "[masked]"},
           Case{"AKIAIOSFODNN7EXAMPLE", "[masked]"},
           Case{"xoxb-1234567890-abc", "[masked]"},
           Case{"110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1", "[masked]"},
           Case{"Authorization: Bearer " + letters, "Authorization: Bearer [masked]"},
           Case{"postgres://me:hunter22@db/x", "postgres://me:[masked]@db/x"},
           Case{"DB_PASSWORD=hunter2222", "DB_PASSWORD=[masked]"},
           Case{"{\"api_key\": \"hunter2222\"}", "{\"api_key\": \"[masked]\"}"},
           Case{"-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nrest",
                "[masked]\nrest"},
           Case{"eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeKKF2QT4", "[masked]"},
       }) {
    EXPECT_EQ(redacted(each.text, {}), each.masked);
  }
}

TEST(Redact, LeavesOtherWordsAlone) {
  for (const std::string text :
       {"Which cache do you prefer?", "the token bucket", "https://example.org/a:b@c",
        "commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad", "password reset page"}) {
    EXPECT_EQ(redacted(text, {}), text);
  }
}

TEST(Redact, MasksWhatTheOperatorNames) {
  const auto pattern = std::get<Pattern>(Pattern::compile("ACME-[0-9]+"));
  EXPECT_EQ(redacted("see ACME-12 and ACME-7", {pattern}), "see [masked] and [masked]");
}

Dialog with_secret(DialogKind kind) {
  Dialog dialog;
  dialog.kind = kind;
  dialog.content.body = "curl -H 'token=hunter2222'";
  dialog.content.context = "I found password=hunter2222";
  Question question;
  question.id = "q1";
  question.text = "Use password=hunter2222?";
  dialog.content.questions = {question};
  return dialog;
}

TEST(Redact, NeverMasksTheCommandThatIsToBeApproved) {
  const Dialog masked = redacted(with_secret(DialogKind::kPermission), {});
  EXPECT_EQ(masked.content.body, "curl -H 'token=hunter2222'");
  EXPECT_EQ(masked.content.questions[0].text, "Use password=hunter2222?");
  EXPECT_EQ(masked.content.context, "I found password=[masked]");
}

TEST(Redact, MasksEveryTextOfAQuestion) {
  const Dialog masked = redacted(with_secret(DialogKind::kUserQuestion), {});
  EXPECT_EQ(masked.content.body, "curl -H 'token=[masked]'");
  EXPECT_EQ(masked.content.questions[0].text, "Use password=[masked]");
}

}  // namespace
}  // namespace afar
