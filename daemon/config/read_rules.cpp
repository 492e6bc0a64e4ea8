#include "daemon/config/read_rules.h"

#include <map>

namespace afar::config {
namespace {

// Every rule may be asked about every dialog.
constexpr std::size_t kRulesMax = 1000;

constexpr std::string_view kBuiltIn = "built-in";  // how the record names the rule of no file

Rule read_rule(const Place& place, std::size_t index, const RulesContext& context) {
  Rule rule;
  rule.name = "rules[" + std::to_string(index) + "]";
  std::vector<std::pair<std::string_view, Reader>> keys = {
      {"name",
       [&](const Place& at) {
         assign(rule.name, read_name(at));
         if (rule.name == kBuiltIn) at.refuse("\"built-in\" is the name of afar's own rule");
       }},
      {"when", [&](const Place& at) { rule.when = read_when(at, context); }},
      {"do", [&](const Place& at) { rule.then = read_then(at, context); }}};
  if (context.of_system) {
    keys.emplace_back("open", [&](const Place& at) { assign(rule.open, read_boolean(at)); });
  }
  read_members(place, keys);
  return rule;
}

}  // namespace

std::vector<Rule> read_rules(const Place& place, const RulesContext& context) {
  std::vector<Rule> rules;
  std::map<std::string, int> lines;  // by name
  read_elements(place, [&](const Place& at) {
    if (rules.size() == kRulesMax) return;
    rules.push_back(read_rule(at, rules.size(), context));
    // Answers are checked by the rule's name on record.
    const auto [first, is_first] = lines.emplace(rules.back().name, at.line());
    if (!is_first) {
      at.refuse("another rule has the name \"" + rules.back().name + "\", on line " +
                std::to_string(first->second));
    }
  });
  if (place.node().elements.size() > kRulesMax) {
    place.refuse("at most " + std::to_string(kRulesMax) + " rules");
  }
  return rules;
}

}  // namespace afar::config
