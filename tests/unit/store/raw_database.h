// The database's file as another program has it: no setting of ours, any statement.
#pragma once
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <string>
#include <vector>

namespace afar {

class RawDatabase {
 public:
  explicit RawDatabase(const std::string& path) : database_(path, SQLite::OPEN_READWRITE) {}

  // Throws SQLite::Exception, also where a trigger refuses.
  void run(const std::string& sql) { database_.exec(sql); }
  std::string text(const std::string& sql) { return database_.execAndGet(sql).getString(); }
  std::int64_t number(const std::string& sql) { return database_.execAndGet(sql).getInt64(); }

  std::vector<std::string> column(const std::string& sql) {
    SQLite::Statement statement(database_, sql);
    std::vector<std::string> values;
    while (statement.executeStep()) values.push_back(statement.getColumn(0).getString());
    return values;
  }

  void drop_triggers() {
    for (const auto& name : column("SELECT name FROM sqlite_master WHERE type = 'trigger'")) {
      run("DROP TRIGGER " + name);
    }
    run("PRAGMA ignore_check_constraints = ON");
  }

  SQLite::Database& handle() { return database_; }

 private:
  SQLite::Database database_;
};

}  // namespace afar
