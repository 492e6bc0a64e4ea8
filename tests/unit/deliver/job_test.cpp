// Goal: what afard asks for is read whole or refused.
#include "hook/deliver/job.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "shared/dialog/fields.h"

namespace afar::deliver {
namespace {

using nlohmann::json;

json sample() {
  return {{"dialog", "tbxkq"},
          {"attempt", 2},
          {"origin", {{"agent", "claude-code"}, {"session", "s-1"}, {"cwd", "/src"}}},
          {"program", "/opt/claude"},
          {"env_file", "/home/me/env"},
          {"args", {"--model", "m"}},
          {"runs", "/state/runs"}};
}

TEST(Job, IsReadWhole) {
  const Job job = job_from(sample().dump());
  EXPECT_EQ(job.dialog, "tbxkq");
  EXPECT_EQ(job.attempt, 2);
  EXPECT_EQ(job.origin.cwd, "/src");
  EXPECT_EQ(job.program, "/opt/claude");
  EXPECT_EQ(job.env_file, "/home/me/env");
  EXPECT_THAT(job.args, ::testing::ElementsAre("--model", "m"));
  EXPECT_EQ(job.runs, "/state/runs");
}

TEST(Job, OfAnotherShapeIsRefused) {
  for (const char* text : {"", "x", "[]", "{}", "{\"dialog\":7}"}) {
    EXPECT_THROW(job_from(text), BadField) << text;
  }
  EXPECT_THROW(job_from(std::string(100000, '[')), BadField);
  for (const char* id : {"../../x", "tbxk", "TBXKQ", ""}) {
    json job = sample();
    job["dialog"] = id;
    EXPECT_THROW(job_from(job.dump()), BadField) << id;
  }
}

TEST(Receipt, SaysWhatBecameOfIt) {
  EXPECT_EQ(to_text({true, false, "/runs/tbxkq-1.json", ""}),
            R"({"hopeless":false,"ok":true,"run":"/runs/tbxkq-1.json","why":null})");
  EXPECT_EQ(to_text({false, true, "", "no"}),
            R"({"hopeless":true,"ok":false,"run":null,"why":"no"})");
}

}  // namespace
}  // namespace afar::deliver
