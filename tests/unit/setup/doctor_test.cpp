// Goal: doctor finds each thing that can be wrong around the daemon and the files, says how to mend
// it, and finds nothing where all is well. Method: a home in which one thing at a time is wrong.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "hook/doctor/checks.h"
#include "hook/doctor/report.h"
#include "hook/doctor/run.h"
#include "hook/doctor/trial.h"
#include "shared/version.h"
#include "tests/unit/cli/fake_daemon.h"
#include "tests/unit/setup/folder.h"

namespace afar::doctor {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Doctor : public setup::HomeTest {
 protected:
  Doctor() {
    variables_["XDG_RUNTIME_DIR"] = home_;
    variables_["PATH"] = "/usr/bin:/bin";
  }
  Patient patient() const {
    Patient patient;
    patient.environment = environment();
    patient.folder = home_;
    patient.overrides.config = home_ + "/.config/afar/config.json";
    patient.paths = find_paths(patient.environment, patient.overrides);
    patient.hook = std::string(AFAR_BIN_DIR) + "/afar-hook";
    patient.managed_settings = home_ + "/managed.json";
    patient.now = read_clocks().wall;
    return patient;
  }
  std::string state() const { return home_ + "/.local/state/afar"; }
  void make_state() const {
    fs::create_directories(state());
    ::chmod(state().c_str(), 0700);
  }
  void write_with_mode(const std::string& name, mode_t mode, const std::string& text = "x") const {
    ::chmod(write(name, text).c_str(), mode);
  }
};

// The one finding that is not fine.
Finding bad_one(const Findings& findings) {
  Findings bad;
  for (const auto& each : findings) {
    if (each.level != Level::kFine) bad.push_back(each);
  }
  EXPECT_EQ(bad.size(), 1u) << report(findings);
  if (bad.empty()) return {};
  EXPECT_NE(bad[0].remedy, "");
  return bad[0];
}

void expect_fine(const Findings& findings) {
  for (const auto& each : findings) EXPECT_EQ(each.level, Level::kFine) << each.what;
}

TEST_F(Doctor, KnowsThePrograms) {
  expect_fine(check_programs(patient()));
  Patient without = patient();
  without.hook = "";
  EXPECT_THAT(bad_one(check_programs(without)).what, HasSubstr("there is no afar-hook"));
  write_with_mode("afar-hook", 0700, "#!/bin/sh\necho 'afar-hook 0.0.9 (protocol 1, schema 1)'\n");
  without.hook = home_ + "/afar-hook";
  EXPECT_THAT(bad_one(check_programs(without)).what, HasSubstr("is afar-hook 0.0.9"));
}

TEST_F(Doctor, FindsWhatKeepsHooksSilent) {
  expect_fine(check_switches(patient()));
  variables_["AFAR_DISABLE"] = "0";
  expect_fine(check_switches(patient()));
  variables_["AFAR_DISABLE"] = "1";
  EXPECT_THAT(bad_one(check_switches(patient())).what, HasSubstr("AFAR_DISABLE"));
  variables_.erase("AFAR_DISABLE");
  write(".local/state/afar/off", "");
  EXPECT_THAT(bad_one(check_switches(patient())).remedy, HasSubstr("afar on"));
}

TEST_F(Doctor, HasTheConfigurationChecked) {
  // Named by an option, it has to be there.
  EXPECT_EQ(bad_one(check_config(patient())).level, Level::kWrong);
  write(".config/afar/config.json", "{}");
  expect_fine(check_config(patient()));
  write(".config/afar/config.json", "{\n  \"bogus\": 1\n}");
  const Finding bad = bad_one(check_config(patient()));
  EXPECT_EQ(bad.level, Level::kWrong);
  EXPECT_THAT(bad.what, HasSubstr("line 2: bogus"));
}

TEST_F(Doctor, FindsADaemonThatIsDownOrAnotherOrSilent) {
  const Finding down = bad_one(check_daemon(patient()));
  EXPECT_EQ(down.level, Level::kWrong);
  EXPECT_THAT(down.what, HasSubstr("no daemon is running at " + home_ + "/afar/afard.sock"));
  EXPECT_THAT(down.remedy, HasSubstr("afar daemon start"));

  fs::create_directories(home_ + "/afar");
  cli::FakeDaemon daemon(home_ + "/afar/afard.sock");
  nlohmann::json status = {{"pid", 7},
                           {"version", product_version()},
                           {"protocol", kProtocolVersion},
                           {"schema", kSchemaVersion}};
  daemon.on("status", status);
  expect_fine(check_daemon(patient()));
  EXPECT_EQ(daemon.initialize_params()["role"], "operator");
  for (const char* number : {"version", "protocol", "schema"}) {
    nlohmann::json other = status;
    other[number] = number == std::string("version") ? nlohmann::json("0.0.9") : nlohmann::json(99);
    daemon.on("status", other);
    EXPECT_THAT(bad_one(check_daemon(patient())).what, HasSubstr("another release")) << number;
  }
  daemon.on("status", [](const nlohmann::json&) { return cli::Reply::hang_up(); });
  EXPECT_THAT(bad_one(check_daemon(patient())).what, HasSubstr("does not answer"));
}

TEST_F(Doctor, FindsADatabaseOfANewerRelease) {
  EXPECT_THAT(check_database(patient()), IsEmpty());
  std::string head(100, '\0');
  head[63] = static_cast<char>(kSchemaVersion);
  write(".local/state/afar/afar.db", head);
  EXPECT_THAT(check_database(patient()), IsEmpty());
  head[63] = static_cast<char>(kSchemaVersion + 1);
  write(".local/state/afar/afar.db", head);
  EXPECT_THAT(bad_one(check_database(patient())).what, HasSubstr("is newer than this afar's"));
}

TEST_F(Doctor, FindsAStateDirectoryThatIsOpenOrUnusable) {
  expect_fine(check_state(patient()));  // not there yet
  make_state();
  write_with_mode(".local/state/afar/afar.db", 0600);
  expect_fine(check_state(patient()));
  ::chmod(state().c_str(), 0500);
  EXPECT_THAT(bad_one(check_state(patient())).what, HasSubstr("is not writable (mode 0500)"));
  ::chmod(state().c_str(), 0750);
  EXPECT_THAT(bad_one(check_state(patient())).remedy, HasSubstr("chmod 700 " + state()));
  ::chmod(state().c_str(), 0700);
  write_with_mode(".local/state/afar/afar.db", 0640);
  const Finding open = bad_one(check_state(patient()));
  EXPECT_EQ(open.level, Level::kWarning) << "the folder is closed";
  EXPECT_THAT(open.remedy, HasSubstr("chmod 600 " + state() + "/afar.db"));
  ::chmod(state().c_str(), 0755);
  const auto both = check_state(patient());
  EXPECT_EQ(both.size(), 2u);
  for (const auto& each : both) EXPECT_EQ(each.level, Level::kWrong) << each.what;
}

TEST_F(Doctor, FindsAStateDirectoryThatCannotBeMade) {
  write(".local/state", "a file");
  EXPECT_EQ(bad_one(check_state(patient())).level, Level::kWrong);
  variables_["XDG_STATE_HOME"] = "/dev/null/x";
  EXPECT_EQ(bad_one(check_state(patient())).level, Level::kWrong);
  fs::create_directories(home_ + "/closed");
  ::chmod((home_ + "/closed").c_str(), 0500);
  variables_["XDG_STATE_HOME"] = home_ + "/closed/state";
  EXPECT_THAT(bad_one(check_state(patient())).what,
              HasSubstr("cannot be made in " + home_ + "/closed"));
}

TEST_F(Doctor, FindsSecretsThatOthersCanRead) {
  expect_fine(check_secrets(patient()));
  write_with_mode(".config/afar/config.json", 0600,
                  "{ // the bot\n  \"surfaces\": {\"telegram\": {\"token_file\": \"~/bot\"}}\n}");
  write_with_mode("bot", 0600);
  write_with_mode(".config/afar/web.token", 0600);
  expect_fine(check_secrets(patient()));
  write_with_mode(".config/afar/web.token", 0640);
  Finding bad = bad_one(check_secrets(patient()));
  EXPECT_EQ(bad.level, Level::kWrong);
  EXPECT_THAT(bad.what, HasSubstr("web.token can be read or written by other users (mode 0640)"));
  EXPECT_THAT(bad.remedy, HasSubstr("chmod 600 "));
  write_with_mode(".config/afar/web.token", 0400);
  write_with_mode("bot", 0604);
  EXPECT_THAT(bad_one(check_secrets(patient())).what, HasSubstr(home_ + "/bot"));
  write_with_mode("bot", 0600);
  ::chmod((home_ + "/.config/afar/config.json").c_str(), 0644);
  EXPECT_EQ(bad_one(check_secrets(patient())).level, Level::kWarning);
  ::chmod((home_ + "/.config/afar/config.json").c_str(), 0620);
  EXPECT_EQ(bad_one(check_secrets(patient())).level, Level::kWrong);
  write_with_mode(".config/afar/config.json", 0600, "no JSON at all {");
  expect_fine(check_secrets(patient()));
}

TEST_F(Doctor, MeasuresTheDiskAndLeavesNothing) {
  EXPECT_THAT(check_disk(patient()), IsEmpty()) << "nothing is there to measure";
  make_state();
  const auto findings = check_disk(patient());
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_THAT(findings[0].what, HasSubstr("a commit in " + state() + " takes "));
  EXPECT_THAT(files_in(".local/state/afar"), IsEmpty());
}

TEST_F(Doctor, DoubtsAClockThatCannotBeRight) {
  make_state();
  write(".local/state/afar/afar.db", "x");
  expect_fine(check_clock(patient()));
  Patient early = patient();
  early.now -= std::chrono::hours(1);
  EXPECT_EQ(bad_one(check_clock(early)).level, Level::kWarning);
  early.now = WallTime{};
  EXPECT_EQ(bad_one(check_clock(early)).level, Level::kWrong);
}

TEST_F(Doctor, TellsByItsExitStatus) {
  const Findings findings{fine("a", "well"), warning("bb", "so\x1b so", "look")};
  EXPECT_TRUE(all_fine(findings));
  EXPECT_EQ(report(findings),
            "ok       a   well\nwarning  bb  so? so\n             -> look\n\n"
            "Nothing is wrong, 1 warning.\n");
  EXPECT_FALSE(all_fine({wrong("a", "b", "c")}));
  EXPECT_EQ(
      report_json({wrong("a", "b\xff", "c"), fine("d", "e")}),
      "{\"ok\":false,\"checks\":[{\"check\":\"a\",\"status\":\"wrong\",\"what\":\"b\xEF\xBF\xBD\","
      "\"remedy\":\"c\"},{\"check\":\"d\",\"status\":\"ok\",\"what\":\"e\",\"remedy\":null}]}\n");
}

TEST_F(Doctor, WrongWordsExitTwo) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"nobody"}, {"claude-code", "x"}, {"--bogus"}, {"--db"}}) {
    const Ended ended = run(words, patient());
    EXPECT_EQ(ended.exit_code, 2) << words[0];
    EXPECT_THAT(ended.err, HasSubstr("afar doctor: "));
  }
}

TEST_F(Doctor, TriesProgramsForAWhileOnly) {
  EXPECT_EQ(try_program({"/bin/cat"}, "hello").out, "hello");
  EXPECT_EQ(try_program({"/bin/sh", "-c", "echo no >&2; exit 3"}).trouble(),
            "ended with status 3: no");
  EXPECT_THAT(try_program({"/nonexistent/x"}).trouble(), HasSubstr("cannot be started"));
  EXPECT_EQ(try_program({"/bin/sh", "-c", "echo $A$B"}, "", {{"A", "1"}, {"B", ""}}).out, "1\n");
  // Its own child holds the streams open, too.
  const Trial stuck = try_program({"/bin/sh", "-c", "sleep 1000 & sleep 1000"}, "", {},
                                  std::chrono::milliseconds(100));
  EXPECT_EQ(stuck.trouble(), "did not end in time");
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(try_program({"/bin/true"}, std::string(60000, 'x')).trouble(), "")
        << "whether it reads its input or not";
  }
  EXPECT_TRUE(try_program({"/bin/sh", "-c", "yes"}).timed_out) << "too much is not read on";
}

}  // namespace
}  // namespace afar::doctor
