// What the answer to a plan or a permission comes to, in whatever form the client is then told it.
// Pure.
#pragma once
#include <string>
#include <variant>

#include "hook/agents/agent.h"

namespace afar::hook::claude_code {

struct Allowed {
  std::string input;        // JSON text: what the tool is to run with
  std::string permissions;  // JSON text: an array of changes to the permissions; empty: none
  std::string words{};      // for the model, beside the tool's result; empty: none
};

struct Refused {
  std::string words;  // for the model
  bool stop = false;  // and its turn ends
};

// Nobody said yes or no in a way that could be understood: nothing is allowed.
struct Unclear {
  std::string words;  // for the model, where it has to be told something
};

using Verdict = std::variant<Allowed, Refused, Unclear>;

// Where words for the model go that come with an approval: beside the result, where the form has a
// place for them, else into the plan itself.
enum class WordsGo { kBeside, kIntoPlan };

// `result`: answered or defaulted. Allowed only by the one option of the dialog that says so,
// chosen by a person, or by a rule.
Verdict verdict_on(const Ask& ask, const OpenResult& result, WordsGo words_go);

// A default as a refusal that names what to go on with: where there is no place for a mark beside
// an allow, since a default must never look like the person's answer.
std::string default_in_words(const Ask& ask, const OpenResult& result);

// " (afar tbxkq)"; empty where nothing was opened.
std::string name_of(const OpenResult& result);

}  // namespace afar::hook::claude_code
