#include "hook/fallback.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "hook/streams.h"
#include "shared/dialog/defaults.h"
#include "shared/dialog/dialog_json.h"
#include "shared/os/fd.h"
#include "shared/rpc/message.h"

namespace afar::hook {
namespace {

// A line is a few hundred bytes: some thousand decisions, and then a daemon has been away for so
// long that more of the same tell nothing.
constexpr off_t kSpoolBytesMax = 4 * 1024 * 1024;

constexpr int kLockTries = 20;
constexpr int kLockRestMs = 10;

constexpr const char* kRule = "--if-unavailable";

// While the agent's own dialog is on screen, the person may well have seen the question.
std::string nobody_answered(Phase phase) {
  return phase == Phase::kBefore
             ? "afar could not put this question to the person, who has not seen it"
             : "afar could not put this question to the person, and nobody has answered it";
}

std::string defaults_in_words(const Content& content, const Answer& answer) {
  std::string words;
  for (const auto& question : content.questions) {
    const auto given = answer.questions.find(question.id);
    if (given == answer.questions.end()) continue;
    std::string labels = given->second.text.value_or("");
    for (const auto& id : given->second.options) {
      if (!labels.empty()) labels += ", ";
      labels += question.find_option(id)->label;
    }
    if (!words.empty()) words += "; ";
    words += "\"" + question.text + "\" = \"" + labels + "\"";
  }
  return words;
}

std::string default_message(const OpenRequest& request, const Answer& answer) {
  return "Nobody answered: " + nobody_answered(request.phase) +
         ". Go on with the default: " + defaults_in_words(request.content, answer) +
         ". This is not the person's answer: the setting \"--if-unavailable default\" chose it, so "
         "keep it easy to change. Ask the same question again later to get their own answer.";
}

std::string denied_message(const OpenRequest& request, bool wanted_default) {
  return "Nobody answered: " + nobody_answered(request.phase) + ". " +
         (wanted_default ? "It has no default. " : "") +
         "Go on with what does not depend on it, or stop and say what is missing. Ask the same "
         "question again later to get the person's own answer.";
}

// One write, so that lines of several hooks do not mix.
bool append_line(const std::string& state_dir, const nlohmann::json& line) {
  const std::string path = state_dir + "/spool";
  if (make_private_folder_of(path)) return false;
  const UniqueFd fd(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
  struct stat info {};
  if (!fd || ::fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
  if (info.st_size > kSpoolBytesMax) return false;
  // The daemon holds the lock from reading the spool until it has emptied it: a moment. One that
  // hangs there must not hang us.
  for (int i = 0; i < kLockTries && ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0; ++i) {
    ::poll(nullptr, 0, kLockRestMs);
  }
  return write_all(fd.get(), rpc::dump(line) + "\n");
}

}  // namespace

OpenResult unavailable_result(IfUnavailable wanted, const OpenRequest& request, WallTime now) {
  OpenResult result;
  result.outcome.by.rule = kRule;
  result.outcome.at = now;
  if (wanted == IfUnavailable::kLocal) return result;
  // Nobody asked about this call, so that there is nothing that a default could answer.
  if (wanted == IfUnavailable::kDefault && request.unasked) return result;
  const bool wants_default = wanted == IfUnavailable::kDefault;
  if (wants_default) {
    if (auto answer = default_answer(request.kind, request.content, {})) {
      result.outcome.state = OutcomeState::kDefaulted;
      result.outcome.message = default_message(request, *answer);
      result.answers = std::move(*answer);
      return result;
    }
  }
  result.outcome.state = OutcomeState::kDenied;
  result.outcome.message = denied_message(request, wants_default);
  return result;
}

bool append_to_spool(const std::string& state_dir, const OpenRequest& request,
                     const OpenResult& result, const std::string& why) {
  const auto null_if_empty = [](const std::string& text) {
    return text.empty() ? nlohmann::json() : nlohmann::json(text);
  };
  const bool answered = !result.answers.questions.empty();
  const nlohmann::json line = {
      {"at", to_rfc3339(result.outcome.at)},
      {"agent", request.origin.agent},
      {"session", request.origin.session},
      {"subagent", null_if_empty(request.origin.subagent)},
      {"call", null_if_empty(request.origin.call)},
      {"tool", request.tool},
      {"dialog", null_if_empty(result.id.value_or(""))},
      {"state", to_word(result.outcome.state)},
      {"rule", null_if_empty(result.outcome.by.rule)},
      {"why", why},
      {"message", null_if_empty(result.outcome.message)},
      {"answers", answered ? to_json(result.answers.questions) : nlohmann::json()},
      {"stop", result.outcome.stop},
      {"parked", result.parked}};
  return append_line(state_dir, line);
}

bool spool_prompt(const std::string& state_dir, const Origin& origin, WallTime at) {
  return append_line(state_dir, {{"agent", origin.agent},
                                 {"at", to_rfc3339(at)},
                                 {"event", to_word(SessionEvent::What::kPrompt)},
                                 {"session", origin.session}});
}

}  // namespace afar::hook
