#include "daemon/cli/policy_cases.h"

#include "daemon/text/time_words.h"
#include "daemon/config/document.h"
#include "daemon/config/duration.h"
#include "daemon/config/place.h"

namespace afar::cli {
namespace {

using config::Place;
using config::Problem;
using config::Reader;

void read_at(const Place& place, WallTime& now) {
  const auto text = config::read_text(place);
  if (!text) return;
  if (const auto at = moment_from(*text, now)) {
    now = *at;
  } else {
    place.expected_word("a moment like \"2026-11-30 23:30\" or one in RFC 3339");
  }
}

// A subagent's type, or whether there is one at all.
void read_subagent(const Place& place, OpenRequest& request) {
  if (place.node().type == config::Node::Type::kBoolean) {
    request.origin.subagent = place.node().boolean ? "subagent" : "";
    return;
  }
  if (const auto type = config::read_text(place)) {
    request.origin.subagent = *type;
    request.subagent_type = *type;
  }
}

void read_given(const Place& place, PolicyCase& read) {
  OpenRequest& request = read.request;
  const auto text_into = [](std::string& target) {
    return [&target](const Place& at) { config::assign(target, config::read_text(at)); };
  };
  config::read_members(place,
                       {{"agent", text_into(request.origin.agent)},
                        {"kind",
                         [&](const Place& at) {
                           config::assign(request.kind, config::read_word(at, kDialogKinds));
                         }},
                        {"tool", text_into(request.tool)},
                        {"input", text_into(request.input)},
                        {"question", text_into(request.content.questions[0].text)},
                        {"project", text_into(request.origin.cwd)},
                        {"host", text_into(request.origin.host)},
                        {"permission_mode", text_into(request.origin.permission_mode)},
                        {"interactive",
                         [&](const Place& at) {
                           config::assign(request.origin.interactive, config::read_boolean(at));
                         }},
                        {"presence",
                         [&](const Place& at) {
                           config::assign(read.facts.presence, config::read_word(at, kPresences));
                         }},
                        {"subagent", [&](const Place& at) { read_subagent(at, request); }},
                        {"at", [&](const Place& at) { read_at(at, read.facts.now); }}});
}

void read_expected(const Place& place, Expected& expected) {
  if (place.node().type == config::Node::Type::kObject && place.node().members.empty()) {
    place.refuse("expects nothing");
  }
  config::read_members(
      place, {{"rule", [&](const Place& at) { expected.rule = config::read_name(at); }},
              {"mode", [&](const Place& at) { expected.mode = config::read_word(at, kModes); }},
              {"wait",
               [&](const Place& at) {
                 if (auto wait = config::read_duration(at)) expected.wait = *wait;
               }},
              {"on_timeout",
               [&](const Place& at) { expected.on_timeout = config::read_word(at, kOnTimeouts); }},
              {"approvers", [&](const Place& at) {
                 expected.approvers.emplace();
                 config::read_elements(at, [&](const Place& each) {
                   config::append(*expected.approvers, config::read_name(each));
                 });
               }}});
}

PolicyCase read_case(const Place& place, std::size_t index, WallTime now) {
  PolicyCase read;
  read.name = "cases[" + std::to_string(index) + "]";
  read.facts.now = now;
  read.request.content.questions.emplace_back().id = "q1";
  bool expects = false;
  config::read_members(
      place, {{"name", [&](const Place& at) { config::assign(read.name, config::read_name(at)); }},
              {"given", [&](const Place& at) { read_given(at, read); }},
              {"expect", [&](const Place& at) {
                 expects = true;
                 read_expected(at, read.expected);
               }}});
  if (!expects) place.refuse("has no \"expect\"");
  return read;
}

std::string limit_text(const Limit& limit) { return config::duration_text(limit); }

std::string names_text(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& each : names) text += (text.empty() ? "" : ", ") + each;
  return "[" + text + "]";
}

}  // namespace

std::variant<std::vector<PolicyCase>, std::vector<Problem>> read_policy_cases(
    const std::string& file, WallTime now) {
  std::vector<Problem> problems;
  std::vector<PolicyCase> cases;
  const auto document = config::read_document(file, std::nullopt, problems);
  if (document) {
    const Place top(document->top, file, problems);
    config::read_members(top, {{"cases", [&](const Place& place) {
                                  std::size_t index = 0;
                                  config::read_elements(place, [&](const Place& at) {
                                    cases.push_back(read_case(at, index++, now));
                                  });
                                }}});
    if (cases.empty() && problems.empty()) top.refuse("there are no \"cases\"");
  } else if (problems.empty()) {
    problems.push_back({file, 0, "", "there is no such file"});
  }
  if (!problems.empty()) return problems;
  return cases;
}

std::vector<std::string> differences(const Expected& expected, const Ruling& got) {
  std::vector<std::string> all;
  const auto compare = [&](const char* what, const std::string& wanted, const std::string& found) {
    if (wanted != found)
      all.push_back(std::string(what) + ": expected " + wanted + ", got " + found);
  };
  if (expected.rule) compare("rule", *expected.rule, got.rule);
  if (expected.mode) {
    compare("mode", std::string(to_word(*expected.mode)), std::string(to_word(got.mode)));
  }
  if (expected.wait) compare("wait", limit_text(*expected.wait), limit_text(got.wait));
  if (expected.on_timeout) {
    compare("on_timeout", std::string(to_word(*expected.on_timeout)),
            std::string(to_word(got.on_timeout)));
  }
  if (expected.approvers) {
    compare("approvers", names_text(*expected.approvers), names_text(got.approvers));
  }
  return all;
}

}  // namespace afar::cli
