#include "hook/agents/claude_code/transcript.h"

#include <nlohmann/json.hpp>
#include <set>

#include "hook/agents/claude_code/plan.h"
#include "hook/agents/claude_code/questions.h"
#include "hook/agents/claude_code/transcript_line.h"
#include "hook/json/raw.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/nesting.h"

namespace afar::hook::claude_code {
namespace {

using nlohmann::json;

// The input of a call as a value; discarded where it is no JSON. `questions` may be a string in one
// place and the array that it holds in another.
json value_of(std::string_view input) {
  if (!rpc::nests_within(input, rpc::kNestingMax)) return json(json::value_t::discarded);
  const auto repaired = raw::without_lone_surrogates(input);
  json value = json::parse(repaired ? std::string_view(*repaired) : input, nullptr,
                           /*allow_exceptions=*/false);
  if (!value.is_object()) return value;
  const auto questions = value.find("questions");
  if (questions != value.end() && questions->is_string()) {
    *questions = json(value_of(questions->get<std::string>()));
  }
  return value;
}

// Looks from the end of a transcript to its beginning: results come before the calls that they
// belong to, and the first text met is the last one said.
class Search {
 public:
  explicit Search(const Ask& ask) : ask_(ask) {}

  std::optional<Recalled> run(std::string_view tail) {
    while (!tail.empty() && !done_) {
      if (tail.back() == '\n') tail.remove_suffix(1);
      const std::size_t newline = tail.rfind('\n');
      const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
      const auto line = read_transcript_line(tail.substr(start), ask_.request.origin.subagent);
      tail = tail.substr(0, start);
      if (line) take(*line);
    }
    if (!found_) return std::nullopt;
    return Recalled{text_, running_};
  }

 private:
  void take(const TranscriptLine& line) {
    if (line.author == TranscriptLine::Author::kPerson) {
      ended_.insert(line.results.begin(), line.results.end());
      // Words from before the person's prompt are about something else.
      if (line.is_prompt()) done_ = found_;
      return;
    }
    if (line.message != message_) {
      // An older message: all of the one that asks has been seen.
      if (found_) {
        if (text_.empty()) text_ = line.text;
        done_ = !text_.empty();
        return;
      }
      message_ = line.message;
      text_.clear();
      running_.clear();
    }
    if (text_.empty()) text_ = line.text;
    for (auto use = line.tool_uses.rbegin(); use != line.tool_uses.rend(); ++use) {
      if (ended_.count(use->id) > 0) continue;
      running_.insert(running_.begin(), use->id);
      found_ = found_ || is_own(*use);
    }
  }

  bool is_own(const ToolUse& use) {
    const std::string& call = ask_.request.origin.call;
    if (!call.empty()) return use.id == call;
    const std::string& tool = ask_.request.tool;
    // A form is asked by some tool of that server; the event does not say which.
    if (ask_.request.kind == DialogKind::kElicitation) return use.name.rfind(tool + "__", 0) == 0;
    if (use.name != tool) return false;
    // The client puts another plan into the input than the agent did, or none.
    if (tool == kPlanTool) return true;
    if (!own_input_) own_input_ = std::make_unique<json>(value_of(ask_.input));
    const json theirs = value_of(use.input);
    return !theirs.is_discarded() && theirs == *own_input_;
  }

  const Ask& ask_;
  std::set<std::string> ended_;
  std::string message_;  // the message whose lines are being read
  std::string text_;
  std::vector<std::string> running_;
  std::unique_ptr<json> own_input_;
  bool found_ = false;  // the message read is the one that asks
  bool done_ = false;
};

}  // namespace

std::optional<Recalled> recall_call(const Ask& ask, std::string_view tail) {
  // Looked for as bytes first: mostly the call is not there yet, and then no line need be read.
  const std::string& call = ask.request.origin.call;
  if (tail.find(call.empty() ? ask.request.tool : call) == std::string_view::npos) {
    return std::nullopt;
  }
  return Search(ask).run(tail);
}

}  // namespace afar::hook::claude_code
