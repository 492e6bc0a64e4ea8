#include "hook/agents/claude_code/transcript_line.h"

#include "hook/json/raw.h"

namespace afar::hook::claude_code {
namespace {

struct Envelope {
  std::optional<TranscriptLine::Author> author;
  std::string_view message;
  std::string_view agent;
  bool sidechain = false;
  bool meta = false;
  bool api_error = false;  // the client's words in the agent's place
};

bool is_true(std::string_view value) { return value == "true"; }

std::optional<Envelope> read_envelope(std::string_view line) {
  const auto members = raw::members(line);
  if (!members) return std::nullopt;
  Envelope envelope;
  for (const auto& [key, value] : *members) {
    if (raw::says(key, "type")) {
      if (raw::says(value, "assistant")) envelope.author = TranscriptLine::Author::kAgent;
      if (raw::says(value, "user")) envelope.author = TranscriptLine::Author::kPerson;
    } else if (raw::says(key, "message")) {
      envelope.message = value;
    } else if (raw::says(key, "agentId")) {
      envelope.agent = value;
    } else if (raw::says(key, "isSidechain")) {
      envelope.sidechain = is_true(value);
    } else if (raw::says(key, "isMeta")) {
      envelope.meta = is_true(value);
    } else if (raw::says(key, "isApiErrorMessage")) {
      envelope.api_error = is_true(value);
    }
  }
  return envelope;
}

std::string text_member(std::string_view object, std::string_view name) {
  return raw::text_of(raw::member(object, name).value_or("")).value_or("");
}

void read_block(std::string_view block, TranscriptLine& line) {
  const std::string type = text_member(block, "type");
  if (type == "text") {
    const std::string text = text_member(block, "text");
    if (text.empty()) return;
    if (!line.text.empty()) line.text += "\n\n";
    line.text += text;
  } else if (type == "tool_use") {
    line.tool_uses.push_back({text_member(block, "id"), text_member(block, "name"),
                              raw::member(block, "input").value_or("")});
  } else if (type == "tool_result") {
    line.results.push_back(text_member(block, "tool_use_id"));
  }
}

}  // namespace

std::optional<TranscriptLine> read_transcript_line(std::string_view line,
                                                   std::string_view subagent) {
  const auto envelope = read_envelope(line);
  if (!envelope || !envelope->author || envelope->api_error) return std::nullopt;
  const bool wanted = subagent.empty()
                          ? !envelope->sidechain
                          : envelope->sidechain && raw::says(envelope->agent, subagent);
  if (!wanted) return std::nullopt;
  TranscriptLine result;
  result.author = *envelope->author;
  result.is_meta = envelope->meta;
  result.message = text_member(envelope->message, "id");
  const auto blocks = raw::elements(raw::member(envelope->message, "content").value_or(""));
  if (!blocks) return result;  // a prompt may be a plain string; what it says is not needed
  for (const auto block : *blocks) read_block(block, result);
  return result;
}

}  // namespace afar::hook::claude_code
