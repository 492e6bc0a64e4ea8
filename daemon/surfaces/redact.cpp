#include "daemon/surfaces/redact.h"

#include <optional>
#include <stdexcept>

namespace afar {
namespace {

struct BuiltIn {
  const char* expression;
  const char* replacement;
};

// What services print on their keys, and what people write before a secret.
constexpr BuiltIn kBuiltIn[] = {
    {R"((?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\z))", kMask},
    {R"(\bsk-[A-Za-z0-9_-]{20,})", kMask},
    {R"(\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{36,})", kMask},
    {R"(\bgithub_pat_[A-Za-z0-9_]{22,})", kMask},
    {R"(\bglpat-[A-Za-z0-9_-]{20,})", kMask},
    {R"(\bnpm_[A-Za-z0-9]{36,})", kMask},
    {R"(\bxox[abeoprs]-[A-Za-z0-9-]{10,})", kMask},
    {R"(\b(?:AKIA|ASIA)[0-9A-Z]{16}\b)", kMask},
    {R"(\bAIza[0-9A-Za-z_-]{35})", kMask},
    {R"(\b[sr]k_live_[0-9A-Za-z]{16,})", kMask},
    {R"(\bwhsec_[A-Za-z0-9+/=]{16,})", kMask},
    {R"(\btk_[a-z0-9]{29}\b)", kMask},
    {R"(\b[0-9]{8,10}:[A-Za-z0-9_-]{35}\b)", kMask},
    {R"(\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,})", kMask},
    {R"((?i)\b(bearer|basic) +[A-Za-z0-9._~+/-]{16,}=*)", R"(\1 [masked])"},
    {R"((://[^/\s:@]+:)[^/\s@]+@)", R"(\1[masked]@)"},
    {R"((?i)\b([a-z0-9_.-]*(?:password|passwd|secret|token|api_?key|private_?key)["']? *[=:] *["']?)[^\s"',;]{6,})",
     R"(\1[masked])"},
};

struct Rule {
  Pattern pattern;
  std::string replacement;
};

const std::vector<Rule>& built_in() {
  static const std::vector<Rule> rules = [] {
    std::vector<Rule> compiled;
    for (const auto& each : kBuiltIn) {
      auto pattern = Pattern::compile(each.expression);
      if (const auto* bad = std::get_if<BadPattern>(&pattern)) throw std::logic_error(bad->why);
      compiled.push_back({std::get<Pattern>(std::move(pattern)), each.replacement});
    }
    return compiled;
  }();
  return rules;
}

class Masker {
 public:
  explicit Masker(const std::vector<Pattern>& more) : more_(more) {}

  void mask(std::string& text) const {
    if (!text.empty()) text = redacted(text, more_);
  }
  void mask(std::optional<std::string>& text) const {
    if (text) mask(*text);
  }
  void mask(Question& question) const {
    mask(question.header);
    mask(question.text);
    for (auto& option : question.options) {
      mask(option.label);
      mask(option.description);
      mask(option.preview);
    }
    for (auto& link : question.links) mask(link.title);
    if (question.expects) mask(question.expects->suggestion);
  }
  void mask(Answer& answers) const {
    for (auto& [id, answer] : answers.questions) {
      mask(answer.text);
      mask(answer.note);
      mask(answer.edited);
    }
    mask(answers.response);
  }

 private:
  const std::vector<Pattern>& more_;
};

}  // namespace

std::string redacted(const std::string& text, const std::vector<Pattern>& more) {
  std::string masked = text;
  for (const auto& rule : built_in()) masked = rule.pattern.replaced_in(masked, rule.replacement);
  for (const auto& pattern : more) masked = pattern.replaced_in(masked, kMask);
  return masked;
}

Dialog redacted(Dialog dialog, const std::vector<Pattern>& more) {
  const Masker masker(more);
  masker.mask(dialog.content.context);
  // What is to be approved has to be seen as it is: the command, the rule that would be written.
  if (dialog.kind != DialogKind::kPermission) {
    masker.mask(dialog.content.title);
    masker.mask(dialog.content.body);
    for (auto& question : dialog.content.questions) masker.mask(question);
  }
  masker.mask(dialog.answers);
  if (dialog.outcome) masker.mask(dialog.outcome->message);
  return dialog;
}

}  // namespace afar
