#include "daemon/turn/spool.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <variant>
#include <vector>

#include "shared/dialog/dialog_json.h"
#include "shared/os/fd.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/message.h"
#include "shared/rpc/nesting.h"

namespace afar {
namespace {

// Hooks stop writing at 4 MiB.
constexpr std::size_t kBytesMax = 5u * 1024 * 1024;

std::string read_from(int fd) {
  std::string text;
  char bytes[65536];
  while (text.size() < kBytesMax) {
    const ssize_t got = ::pread(fd, bytes, sizeof bytes, static_cast<off_t>(text.size()));
    if (got <= 0) break;
    text.append(bytes, static_cast<std::size_t>(got));
  }
  return text;
}

// What a hook told its agent, and of which dialog; without one it had opened none.
struct Told {
  AuditEntry entry;
  FellBack fallen;
};

// The person prompted while there was no daemon.
struct MissedPrompt {
  SessionKey session;
  WallTime at{};
};

using Note = std::variant<Told, MissedPrompt>;

Note note_from(const std::string& line) {
  if (!rpc::nests_within(line, rpc::kNestingMax)) throw BadField("the line nests too deep");
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (json.is_discarded()) throw BadField("the line is not JSON");
  const Fields fields(json);
  const auto at = from_rfc3339(fields.string("at"));
  if (!at) fields.refuse("at", "expected a time");
  const SessionKey session{fields.string_or("agent", ""), fields.string_or("session", "")};
  if (fields.string_or("event", "") == to_word(SessionEvent::What::kPrompt)) {
    return MissedPrompt{session, *at};
  }
  const auto state = outcome_state_from(fields.string("state"));
  if (!state) fields.refuse("state", "expected an outcome's");
  Told note;
  AuditEntry& entry = note.entry;
  entry.at = *at;
  entry.kind = "unavailable";
  const std::string dialog = fields.string_or("dialog", "");
  if (looks_like_dialog_id(dialog)) entry.dialog = dialog;
  entry.actor = {Decider::Kind::kPolicy, "", "", fields.string_or("rule", "")};
  entry.body = rpc::dump(json);
  OpenResult& told = note.fallen.told;
  told.id = entry.dialog;
  told.outcome.state = *state;
  told.outcome.by = entry.actor;
  told.outcome.at = *at;
  told.outcome.message = fields.string_or("message", "");
  told.outcome.stop = fields.boolean_or("stop", false);
  told.answers = answer_from(fields);
  told.parked = fields.boolean_or("parked", false);
  note.fallen.session = session;
  note.fallen.subagent = fields.string_or("subagent", "");
  note.fallen.call = fields.string_or("call", "");
  return note;
}

// Where the disk is full it takes only the beginning of a hook's line, and the next line follows on
// that. Hooks write their fields in order, and within a JSON text these quotes would be escaped.
std::string without_cut_line(const std::string& line) {
  const std::size_t last_start = line.rfind("{\"agent\":\"");
  return last_start == std::string::npos ? line : line.substr(last_start);
}

std::vector<Note> notes_from(const std::string& text) {
  std::vector<Note> notes;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = without_cut_line(text.substr(at, end - at));
    at = end + 1;
    try {
      if (!line.empty()) notes.push_back(note_from(line));
    } catch (const BadField& bad) {
      spdlog::warn("a line of the spool was dropped: {}", bad.what());
    }
  }
  return notes;
}

void put_on_record(CommitTurns::Job& job, const Note& note) {
  if (const auto* prompt = std::get_if<MissedPrompt>(&note)) {
    job.broker.missed_prompt(job.turn, prompt->session, prompt->at);
    return;
  }
  const auto& told = std::get<Told>(note);
  job.store.append_audit(told.entry);
  job.broker.fell_back(job.turn, told.fallen);
}

}  // namespace

void Spool::take_in() {
  struct stat info {};
  if (under_way_ || ::lstat(path_.c_str(), &info) != 0 || info.st_size == 0) return;
  auto file = std::make_shared<UniqueFd>(
      ::open(path_.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  // A hook holds the lock for one write; one that is at it right now is read the next time.
  if (!*file || !S_ISREG(info.st_mode) || ::flock(file->get(), LOCK_EX | LOCK_NB) != 0) return;
  const auto notes = notes_from(read_from(file->get()));
  under_way_ = true;
  turns_.post({[notes, file, this](CommitTurns::Job& job) {
                 for (const auto& note : notes) put_on_record(job, note);
                 job.after.emplace_back([file, this] {
                   under_way_ = false;
                   if (::ftruncate(file->get(), 0) != 0) {
                     spdlog::error("the spool {} could not be emptied", path_);
                   }
                 });
               },
               [this](WorkFailure, const std::string&) { under_way_ = false; }});
}

}  // namespace afar
