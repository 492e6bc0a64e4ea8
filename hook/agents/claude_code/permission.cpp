#include "hook/agents/claude_code/permission.h"

#include <algorithm>
#include <array>

#include "hook/agents/claude_code/suggestions.h"
#include "hook/json/raw.h"

namespace afar::hook::claude_code {
namespace {

// Verbatim in Markdown: between fences longer than any run of backticks within, so that no text can
// end its own block and pass for another field.
std::string fenced(std::string_view text) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + "\n" + std::string(text) + "\n" + fence + "\n";
}

// What a field's value says: the text of a string, else the JSON itself.
std::string value_in_words(std::string_view value) {
  return raw::text_of(value).value_or(std::string(value));
}

// A name that Markdown shows as it is.
bool is_plain(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string body_of(std::string_view input) {
  const auto fields = raw::members(input);
  if (!fields) return fenced(input);
  std::string command;
  std::string others;
  for (const auto& [key, value] : *fields) {
    const std::string name = raw::text_of(key).value_or("");
    // A field of that name twice, or an odd name: the text itself tells best.
    if (!is_plain(name) || (name == "command" && !command.empty())) return fenced(input);
    if (name == "command") {
      command = fenced(value_in_words(value));
    } else {
      others += "\n" + name + ":\n" + fenced(value_in_words(value));
    }
  }
  if (command.empty() && !others.empty()) return others.substr(1);
  return command + others;
}

// The tool with what it acts on, whole, where a field is known to say that: "Bash: make deploy".
std::string title_of(std::string_view tool, std::string_view input) {
  constexpr std::array<std::string_view, 6> kNaming{"command", "file_path", "notebook_path",
                                                    "path",    "url",       "query"};
  for (const auto name : kNaming) {
    const auto value = raw::member(input, name);
    const auto text = value ? raw::text_of(*value) : std::nullopt;
    if (text && !text->empty()) return std::string(tool) + ": " + *text;
  }
  return std::string(tool);
}

}  // namespace

Content permission_content(std::string_view tool, std::string_view input,
                           std::string_view suggestions) {
  Content content;
  content.title = title_of(tool, input);
  content.body = body_of(input);
  Question question;
  question.id = "q1";
  question.header = "Permission";
  question.text = "Allow this call of " + std::string(tool) + "?";
  // Words alone would neither allow nor deny; they go with a denial.
  question.allow_free_text = false;
  question.options = {{std::string(kAllow), "Allow once", "it runs as shown", "", false}};
  for (auto& always : always_options(suggestions)) question.options.push_back(std::move(always));
  question.options.push_back(
      {std::string(kDeny), "Deny", "the agent gets your words, and goes on", "", false});
  question.options.push_back(
      {std::string(kDenyAndStop), "Deny and stop", "and the agent's run ends", "", false});
  content.questions.push_back(std::move(question));
  return content;
}

}  // namespace afar::hook::claude_code
