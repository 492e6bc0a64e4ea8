// Runs that are to be resumed.
#include <stdexcept>

#include "daemon/store/query.h"
#include "daemon/store/store.h"

namespace afar {
namespace {

using store::Query;
using store::Sql;

constexpr ResumeRow::State kStates[] = {ResumeRow::State::kDue, ResumeRow::State::kRunning,
                                        ResumeRow::State::kDone, ResumeRow::State::kFailed};

ResumeRow::State state_from(const std::string& word) {
  for (const auto state : kStates) {
    if (word == to_word(state)) return state;
  }
  throw std::runtime_error("a run to resume has the state " + word);
}

std::vector<ResumeRow> rows_of(Query& query) {
  std::vector<ResumeRow> rows;
  while (query.step()) {
    rows.push_back({query.text(0), state_from(query.text(1)), static_cast<int>(query.integer(2)),
                    query.time(3), query.text(4)});
  }
  return rows;
}

}  // namespace

void Store::queue_resume(const DialogId& id, WallTime now) {
  Query(*connection_, Sql::kQueueResume).with(id, now).run();
}

void Store::set_resume(const ResumeRow& row) {
  Query(*connection_, Sql::kSetResume)
      .with(row.dialog, to_word(row.state), row.attempts, row.due_at, row.why)
      .run();
}

std::vector<ResumeRow> Store::resumes(int most) {
  Query query(*connection_, Sql::kListResumes);
  return rows_of(query.with(most));
}

std::vector<ResumeRow> Store::failed_resumes(int most) {
  Query query(*connection_, Sql::kListFailedResumes);
  return rows_of(query.with(most));
}

std::int64_t Store::count_resumes() {
  Query query(*connection_, Sql::kCountResumes);
  return query.step() ? query.integer(0) : 0;
}

}  // namespace afar
