#include "hook/agents/claude_code/check_settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hook/json/raw.h"
#include "hook/setup/refused.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/nesting.h"

namespace afar::hook::claude_code {
namespace {

using setup::Refused;

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class Checker {
 public:
  Checker(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  void run() const {
    if (const auto hooks = raw::member(root(), "hooks")) check_hooks(*hooks);
  }
  void run_along(const std::vector<std::string>& path) const {
    std::string_view object = root();
    for (const auto& name : path) {
      const auto next = raw::member(object, name);
      if (!next) return;
      if (!raw::members(*next)) refuse(*next, "\"" + name + "\"", "an object {...}");
      object = *next;
    }
  }

 private:
  // The object that the text is.
  std::string_view root() const {
    if (text_.find_first_not_of(kSpace) == std::string::npos) {
      throw Refused(file_ + " is empty; write {} into it, or remove it");
    }
    if (!rpc::nests_within(text_, rpc::kNestingMax)) {
      throw Refused(file_ + " nests deeper than settings do; look what it is");
    }
    check_syntax();
    std::string_view root = text_;
    if (root.rfind(kByteOrderMark, 0) == 0) root.remove_prefix(kByteOrderMark.size());
    root.remove_prefix(root.find_first_not_of(kSpace));
    if (!raw::members(root)) refuse(root, "the settings", "an object {...}");
    return root;
  }
  void check_syntax() const {
    // Of the same length, so that places are the same.
    const auto repaired = raw::without_lone_surrogates(text_);
    try {
      // Only looked at: doubled names and large numbers are the client's business.
      const auto ignored = nlohmann::json::parse(repaired ? *repaired : text_);
    } catch (const nlohmann::json::parse_error& error) {
      const std::string said = error.what();
      const std::size_t what = said.find(": ");
      throw Refused(place(std::min(error.byte, text_.size())) + ": this is no JSON" +
                    (what == std::string::npos ? "" : said.substr(what)) + "; mend it first");
    }
  }

  void check_hooks(std::string_view hooks) const {
    const auto events = raw::members(hooks);
    if (!events) refuse(hooks, "\"hooks\"", "an object {...}");
    for (const auto& [name, groups] : *events) {
      const std::string event = "hooks." + raw::text_of(name).value_or("?");
      const auto all = raw::elements(groups);
      if (!all) refuse(groups, event, "an array [...]");
      for (const auto& group : *all) {
        if (!raw::members(group)) refuse(group, "each of " + event, "an object {...}");
        const auto entries = raw::member(group, "hooks");
        const auto commands = entries ? raw::elements(*entries) : std::nullopt;
        if (!commands) refuse(entries.value_or(group), event + "[].hooks", "an array [...]");
        for (const auto& each : *commands) {
          if (!raw::members(each)) refuse(each, "each of " + event + "[].hooks", "an object {...}");
        }
      }
    }
  }

  std::string place(std::size_t byte) const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(byte);
    return file_ + ", line " + std::to_string(1 + std::count(text_.begin(), end, '\n'));
  }
  [[noreturn]] void refuse(std::string_view part, const std::string& what,
                           const std::string& wanted) const {
    throw Refused(place(static_cast<std::size_t>(part.data() - text_.data())) + ": " + what +
                  " has to be " + wanted + "; mend it first");
  }

  const std::string& text_;
  const std::string& file_;
};

}  // namespace

void check_settings(const std::string& text, const std::string& file) { Checker(text, file).run(); }

void check_objects(const std::string& text, const std::string& file,
                   const std::vector<std::string>& path) {
  Checker(text, file).run_along(path);
}

}  // namespace afar::hook::claude_code
