// Goal: the audit is only ever appended to, reads back page by page, and its hashes are those that
// SCHEMA.md describes. Method: another connection tries to change it; the bytes that are hashed are
// put together by hand.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "daemon/store/audit_hash.h"
#include "daemon/store/audit_verify.h"
#include "tests/unit/store/raw_database.h"
#include "tests/unit/store/sample.h"
#include "tests/unit/store/temporary_folder.h"

namespace afar {
namespace {

using namespace std::string_literals;

class Audit : public ::testing::Test {
 protected:
  std::string path() const { return folder_.file("afar.db"); }

  void append_many(int count, const std::string& body) {
    Store::Transaction transaction(store_);
    for (int i = 0; i < count; ++i) store_.append_audit(entry_of("opened", body));
    transaction.commit();
  }

  TemporaryFolder folder_;
  Store store_{path()};
};

TEST_F(Audit, BeginsEmpty) {
  const AuditHead head = store_.audit_head();
  EXPECT_EQ(head.count, 0);
  EXPECT_EQ(head.hash, Hash{});
  EXPECT_TRUE(store_.audit_query({}).events.empty());
  EXPECT_TRUE(verify_audit(path()).ok);
}

TEST_F(Audit, KeepsWhatItWasGiven) {
  AuditEntry entry;
  entry.at = at_ms(-5);
  entry.kind = "config_rejected";
  entry.actor = {Decider::Kind::kPolicy, "n\0\xf0\x9f\x98\x80"s, "s", "r"};
  entry.body = "{\"a\":\"\0\"}"s + std::string(100'000, 'b');
  append(store_, entry);
  append(store_, entry_of("answered", ""));
  const AuditPage page = store_.audit_query({});
  ASSERT_EQ(page.events.size(), 2u);
  EXPECT_FALSE(page.next);
  const AuditEvent& first = page.events[0];
  EXPECT_EQ(first.seq, 1);
  EXPECT_EQ(first.at, entry.at);
  EXPECT_EQ(first.kind, entry.kind);
  EXPECT_FALSE(first.dialog);
  EXPECT_EQ(first.actor, entry.actor);
  EXPECT_EQ(first.body, entry.body);
  EXPECT_EQ(page.events[1].dialog, "tbxkq");
  EXPECT_EQ(page.events[1].body, "");
  EXPECT_EQ(store_.audit_head().count, 2);
  EXPECT_EQ(store_.audit_head().hash, page.events[1].hash);
}

TEST_F(Audit, HashesTheBytesThatTheSchemaDescribes) {
  store::AuditHasher hasher;
  const std::string prev(32, '\x11');
  const std::string body(32, '\x22');
  const std::string expected =
      "\0\0\0\x0c"s
      "afar.audit.1"s
      "\0\0\0\x20"s +
      prev +
      "\0\0\0\x08"s
      "\0\0\0\0\0\0\x01\x02"s
      "\0\0\0\x08"s
      "\xff\xff\xff\xff\xff\xff\xff\xfe"s
      "\0\0\0\x06"s
      "opened"s
      "\0\0\0\x05"s
      "tbxkq"s
      "\0\0\0\x06"s
      "person"s
      "\0\0\0\x03"s
      "ann"s
      "\0\0\0\x03"s
      "cli"s
      "\0\0\0\0"s
      "\0\0\0\x20"s +
      body;
  EXPECT_EQ(
      to_hex(hasher.of_event({prev, 258, -2, "opened", "tbxkq", "person", "ann", "cli", "", body})),
      to_hex(sha256(expected)));
  const std::string without_dialog =
      "\0\0\0\x0c"s
      "afar.audit.1"s
      "\0\0\0\x20"s +
      prev +
      "\0\0\0\x08"s
      "\0\0\0\0\0\0\0\x01"s
      "\0\0\0\x08"s
      "\0\0\0\0\0\0\0\0"s
      "\0\0\0\0"s
      "\xff\xff\xff\xff"s
      "\0\0\0\0"s
      "\0\0\0\0"s
      "\0\0\0\0"s
      "\0\0\0\0"s
      "\0\0\0\x20"s +
      body;
  EXPECT_EQ(to_hex(hasher.of_event({prev, 1, 0, "", std::nullopt, "", "", "", "", body})),
            to_hex(sha256(without_dialog)));
  EXPECT_EQ(to_hex(hasher.of_text("0123456789abcdef", "text")),
            to_hex(sha256("0123456789abcdeftext")));
}

// The document holds a verifier of a few lines; it has to agree, so that the document stays true.
TEST_F(Audit, IsVerifiedByTheProgramInTheDocument) {
  if (!std::filesystem::exists("/usr/bin/python3")) GTEST_SKIP() << "there is no python3";
  append_many(3, "a \xf0\x9f\x98\x80");
  AuditEntry entry;
  entry.kind = "started";
  append(store_, entry);
  RawDatabase(path()).run("DELETE FROM audit_text WHERE seq = 2");
  std::ifstream document(AFAR_SOURCE_DIR "/daemon/store/SCHEMA.md");
  const std::string text{std::istreambuf_iterator<char>(document), {}};
  const std::size_t begin = text.find("```python\n");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t end = text.find("```", begin + 10);
  std::ofstream(folder_.file("verify.py")) << text.substr(begin + 10, end - begin - 10);
  const std::string command =
      "/usr/bin/python3 " + folder_.file("verify.py") + " " + path() + " >" + folder_.file("out");
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::string line;
  std::getline(std::ifstream(folder_.file("out")), line);
  EXPECT_EQ(line, "4 " + to_hex(store_.audit_head().hash));
  RawDatabase raw(path());
  raw.drop_triggers();
  raw.run("UPDATE audit_event SET at = at + 1 WHERE seq = 3");
  EXPECT_NE(std::system((command + " 2>&1").c_str()), 0);
}

TEST_F(Audit, GivesPages) {
  append_many(1001, "x");
  const AuditPage first = store_.audit_query({});
  EXPECT_EQ(first.events.size(), 1000u);
  ASSERT_EQ(first.next, 1000);
  AuditFilter filter;
  filter.after = *first.next;
  const AuditPage second = store_.audit_query(filter);
  ASSERT_EQ(second.events.size(), 1u);
  EXPECT_EQ(second.events[0].seq, 1001);
  EXPECT_FALSE(second.next);
}

TEST_F(Audit, EndsAPageBeforeItGetsTooLong) {
  append_many(3, std::string(300'000, 'x'));
  EXPECT_EQ(store_.audit_query({}).events.size(), 1u);
  EXPECT_EQ(store_.audit_query({}).next, 1);
  append_many(1, std::string(2'000'000, 'x'));
  AuditFilter filter;
  filter.after = 3;
  EXPECT_EQ(store_.audit_query(filter).events.size(), 1u);
}

TEST_F(Audit, FindsByDialogAndTime) {
  int at = 0;
  // A clock that was set back: the fourth is before the third.
  for (const char* dialog : {"aaaaa", "bbbbb", "aaaaa", "bbbbb", "aaaaa"}) {
    AuditEntry entry = entry_of("opened", "x");
    entry.dialog = dialog;
    entry.at = at_ms(at == 3 ? 15 : 10 * at);
    ++at;
    append(store_, entry);
  }
  const auto seqs = [this](std::optional<WallTime> since, const std::optional<DialogId>& dialog) {
    std::vector<std::int64_t> found;
    for (const auto& event : store_.audit_query({since, dialog, 0}).events) {
      found.push_back(event.seq);
    }
    return found;
  };
  using Seqs = std::vector<std::int64_t>;
  EXPECT_EQ(seqs(std::nullopt, "aaaaa"), (Seqs{1, 3, 5}));
  EXPECT_EQ(seqs(std::nullopt, "zzzzz"), Seqs{});
  EXPECT_EQ(seqs(at_ms(20), std::nullopt), (Seqs{3, 5}));
  EXPECT_EQ(seqs(at_ms(15), std::nullopt), (Seqs{3, 4, 5}));
  EXPECT_EQ(seqs(at_ms(10), "bbbbb"), (Seqs{2, 4}));
  EXPECT_EQ(seqs(at_ms(41), std::nullopt), Seqs{});
}

TEST_F(Audit, IsDroppedWithItsTransaction) {
  {
    Store::Transaction transaction(store_);
    store_.append_audit(entry_of("opened", "x"));
  }
  EXPECT_EQ(store_.audit_head().count, 0);
  append(store_, entry_of("opened", "y"));
  EXPECT_EQ(store_.audit_head().count, 1);
  EXPECT_TRUE(verify_audit(path()).ok);
}

class Refused : public Audit, public ::testing::WithParamInterface<const char*> {};

TEST_P(Refused, ByATrigger) {
  append_many(3, "x");
  RawDatabase raw(path());
  EXPECT_THROW(raw.run(GetParam()), SQLite::Exception);
  EXPECT_TRUE(verify_audit(path()).ok);
}

#define EVENT_VALUES(seq, prev)                                                                \
  " INTO audit_event VALUES (" seq ", 1, 'k', NULL, 'person', '', '', '', zeroblob(32), " prev \
  ", zeroblob(32))"
INSTANTIATE_TEST_SUITE_P(
    Statements, Refused,
    ::testing::Values(
        "UPDATE audit_event SET kind = 'x' WHERE seq = 2", "UPDATE audit_event SET seq = 9",
        "DELETE FROM audit_event WHERE seq = 3", "DELETE FROM audit_event",
        "REPLACE" EVENT_VALUES("2", "(SELECT hash FROM audit_event WHERE seq = 1)"),
        "REPLACE" EVENT_VALUES("3", "(SELECT hash FROM audit_head)"),
        "INSERT" EVENT_VALUES("5", "(SELECT hash FROM audit_head)"),
        "INSERT" EVENT_VALUES("4", "zeroblob(32)"), "INSERT" EVENT_VALUES("NULL", "zeroblob(32)"),
        "INSERT" EVENT_VALUES("2", "zeroblob(32)") " ON CONFLICT DO UPDATE SET kind = 'x'",
        "UPDATE audit_text SET text = 'y'", "UPDATE audit_text SET salt = zeroblob(16)",
        "REPLACE INTO audit_text VALUES (3, zeroblob(16), 'y')",
        "DELETE FROM audit_text WHERE seq = 2;"
        "INSERT INTO audit_text VALUES (2, zeroblob(16), 'y')",
        "UPDATE audit_head SET count = 2", "UPDATE audit_head SET count = 4",
        "UPDATE audit_head SET hash = zeroblob(32)", "DELETE FROM audit_head",
        "INSERT INTO audit_head VALUES (2, 0, zeroblob(32))",
        "REPLACE INTO audit_head VALUES (1, 0, zeroblob(32))"));

}  // namespace
}  // namespace afar
