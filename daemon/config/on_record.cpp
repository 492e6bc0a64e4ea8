#include "daemon/config/on_record.h"

#include <nlohmann/json.hpp>

#include "shared/dialog/fields.h"

namespace afar::config {
namespace {

using nlohmann::json;

// A file that is no configuration at all can have as many problems as it has keys.
constexpr std::size_t kProblemsMax = 100;

json hash_json(const std::optional<std::string>& hash) {
  return hash ? json(*hash) : json(nullptr);
}

}  // namespace

json loaded_json(const ConfigFiles& files, const Loaded& loaded) {
  return {{"file", files.user},
          {"sha256", hash_json(loaded.user_hash)},
          {"system_file", files.system},
          {"system_sha256", hash_json(loaded.system_hash)},
          {"rules", loaded.settings.rules.user.size()},
          {"system_rules", loaded.settings.rules.system.size()}};
}

json problems_json(const Problems& problems) {
  json list = json::array();
  for (const auto& each : problems) {
    if (list.size() == kProblemsMax) break;
    list.push_back({{"file", each.file},
                    {"line", each.line > 0 ? json(each.line) : json(nullptr)},
                    {"path", each.path.empty() ? json(nullptr) : json(each.path)},
                    {"what", each.what}});
  }
  return list;
}

Problems problems_from(const json& data) {
  Problems problems;
  const Fields all(data);
  for (const auto& each : all.array("problems")) {
    const Fields fields(each, "problems");
    problems.push_back({fields.string_or("file", ""),
                        static_cast<int>(fields.optional_integer("line").value_or(0)),
                        fields.string_or("path", ""), fields.string_or("what", "")});
  }
  return problems;
}

std::string rejected_text(const Problems& problems) {
  std::string text =
      "the configuration is not taken, the old one stays in force: " + to_text(problems.front());
  if (problems.size() > 1) {
    text += " (and " + std::to_string(problems.size() - 1) + " more; afar config check lists all)";
  }
  return text;
}

}  // namespace afar::config
