// Goal: the record reads well as lines, JSON and CSV, and verification tells a whole record from a
// changed one, with a daemon and without. Method: whole commands against a daemon of the test's
// own, and against real database files.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "daemon/store/store.h"
#include "shared/dialog/dialog_json.h"
#include "tests/unit/cli/fixture.h"

namespace afar::cli {
namespace {

using nlohmann::json;

json event(int seq, const std::string& kind, const json& body) {
  return {
      {"seq", seq},
      {"at", "2026-11-30T14:02:03.004Z"},
      {"kind", kind},
      {"dialog", "tbxkq"},
      {"actor", {{"kind", "person"}, {"name", "ann"}, {"surface", "telegram"}, {"rule", nullptr}}},
      {"body", body},
      {"hash", "00ff"}};
}

class Audit : public CliTest {
 protected:
  void give(const std::vector<json>& events) {
    daemon().on("audit.query", {{"events", events}, {"next", nullptr}});
  }
  std::string line_of(const std::string& kind, const json& body) {
    give({event(1, kind, body)});
    return run({"audit"}).out;
  }
  // A record of three events in a file.
  std::string make_record(const std::string& name) {
    const std::string path = folder_ + "/" + name;
    Store store(path);
    for (const char* kind : {"started", "opened", "stopped"}) {
      Store::Transaction transaction(store);
      store.append_audit({test_now(), kind, {}, {}, R"({"why":"unaltered"})"});
      transaction.commit();
    }
    return path;
  }
  // Changes the file behind SQLite's back.
  static void change(const std::string& path, const std::string& from, const std::string& to) {
    std::ifstream in(path, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    const std::size_t at = bytes.find(from);
    ASSERT_NE(at, std::string::npos);
    std::ofstream(path, std::ios::binary) << bytes.replace(at, from.size(), to);
  }
};

TEST_F(Audit, IsOneLineForEachEvent) {
  EXPECT_EQ(
      line_of("terminal_answered",
              {{"answers", json::object()}, {"response", R"({"color":"blue"})"}}),
      "2026-11-30 14:02:03  terminal_answered  tbxkq  ann (telegram)  {\"color\":\"blue\"}\n");
  EXPECT_EQ(line_of("answered", {{"answers",
                                  {{"q1", {{"options", {"o3"}}, {"text", nullptr}}},
                                   {"q2", {{"options", {"o1", "o2"}}, {"text", "x\ny"}}}}}}),
            "2026-11-30 14:02:03  answered          tbxkq  ann (telegram)  "
            "q1: o3; q2: o1, o2 \"x ⏎ y\"\n");
  EXPECT_EQ(
      line_of("refused_answer", {{"why", "an agent\x1b[2J asked"}}),
      "2026-11-30 14:02:03  refused_answer    tbxkq  ann (telegram)  an agent\\x1b[2J asked\n");
  EXPECT_EQ(line_of("stale", json::object()),
            "2026-11-30 14:02:03  stale             tbxkq  ann (telegram)\n");
  EXPECT_EQ(line_of("cancelled", nullptr),
            "2026-11-30 14:02:03  cancelled         tbxkq  ann (telegram)  (text removed)\n");
  EXPECT_NE(
      line_of("opened", {{"title", ""}, {"questions", {{{"text", "Which?"}}}}}).find("  Which?\n"),
      std::string::npos);
  EXPECT_NE(line_of("opened", {{"why", std::string(500, 'x')}}).find("xx…\n"), std::string::npos);
}

TEST_F(Audit, OfADialogThatIsNotThereIsNoEmptyRecord) {
  daemon().on_calls("dialog.get", {Reply::error(rpc::ErrorCode::kNotFound, "there is none")});
  const Ran ran = run({"audit", "--dialog", "tbxkq"});
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(run({"audit", "--dialog", "nothing"}).exit_code, 3);
}

TEST_F(Audit, IsReadPageByPage) {
  daemon().on("audit.query", [](const json& params) {
    const bool first = !params.contains("after");
    return Reply::with({{"events", {event(first ? 1 : 2, "opened", json::object())}},
                        {"next", first ? json(1) : json()}});
  });
  daemon().on("dialog.get", to_json(sample_dialog()));
  const Ran ran = run({"audit", "--json", "--since", "2h", "--dialog", "TBXKQ"});
  EXPECT_EQ(ran.out, rpc::dump(event(1, "opened", json::object())) + "\n" +
                         rpc::dump(event(2, "opened", json::object())) + "\n");
  ASSERT_EQ(daemon().received().size(), 3u);
  EXPECT_EQ(daemon().received()[2].params,
            json({{"since", "2026-11-30T12:06:15.000Z"}, {"dialog", "tbxkq"}, {"after", 1}}));
}

TEST_F(Audit, IsCsvWithQuotes) {
  give({event(7, "answered", {{"why", "a,\"b\""}}), event(8, "cancelled", nullptr)});
  EXPECT_EQ(run({"audit", "--csv"}).out,
            "seq,at,kind,dialog,actor_kind,actor_name,actor_surface,actor_rule,body,hash\n"
            "7,2026-11-30T14:02:03.004Z,answered,tbxkq,person,ann,telegram,,"
            "\"{\"\"why\"\":\"\"a,\\\"\"b\\\"\"\"\"}\",00ff\n"
            "8,2026-11-30T14:02:03.004Z,cancelled,tbxkq,person,ann,telegram,,,00ff\n");
}

TEST_F(Audit, TellsItsHead) {
  daemon().on("audit.head", {{"count", 9}, {"hash", "00ff"}});
  EXPECT_EQ(run({"audit", "head"}).out, "9 00ff\n");
  EXPECT_EQ(run({"audit", "head", "--json"}).out, "{\"count\":9,\"hash\":\"00ff\"}\n");
}

TEST_F(Audit, IsVerifiedByTheDaemon) {
  daemon().on("audit.verify", {{"ok", true}, {"count", 9}, {"removed", 2}, {"hash", "00ff"}});
  const Ran whole = run({"audit", "verify"});
  EXPECT_EQ(whole.exit_code, 0);
  EXPECT_EQ(whole.out,
            "The record is whole: 9 events, the texts of 2 of them removed.\nIts head is 00ff.\n");
  daemon().on("audit.verify", {{"ok", false},
                               {"count", 4},
                               {"hash", "00ff"},
                               {"problem", "the text was changed"},
                               {"seq", 5}});
  const Ran broken = run({"audit", "verify"});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_EQ(broken.out, "");
  EXPECT_EQ(broken.err, "afar: the record is not whole at event 5: the text was changed\n");
  EXPECT_EQ(run({"audit", "verify", "--json"}).exit_code, 1);
}

TEST_F(Audit, IsVerifiedFromTheFileWithoutADaemon) {
  make_record("afar.db");
  const Ran own = run({"audit", "verify"});
  EXPECT_EQ(own.exit_code, 0) << own.err;
  EXPECT_EQ(own.out.rfind("The record is whole: 3 events.\nIts head is ", 0), 0u) << own.out;
}

TEST_F(Audit, OfAFileIsVerifiedWhateverTheDaemonSays) {
  const std::string path = make_record("copy.db");
  daemon().on("audit.verify", {{"ok", false}, {"problem", "not asked"}});
  EXPECT_EQ(run({"audit", "verify", path}).exit_code, 0);
  change(path, "unaltered", "unalterex");
  const Ran ran = run({"audit", "verify", path});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("the record is not whole at event "), std::string::npos) << ran.err;
  const json result = json::parse(run({"audit", "verify", path, "--json"}).out);
  EXPECT_EQ(result["ok"], false);
  EXPECT_TRUE(result["problem"].is_string());
  EXPECT_TRUE(daemon().received().empty());
}

TEST_F(Audit, OfWhatIsNoRecordIsAnError) {
  std::ofstream(folder_ + "/text") << std::string(4096, 'x');
  EXPECT_EQ(run({"audit", "verify", folder_ + "/text"}).exit_code, 1);
  EXPECT_EQ(run({"audit", "verify", folder_ + "/none"}).exit_code, 1);
}

}  // namespace
}  // namespace afar::cli
