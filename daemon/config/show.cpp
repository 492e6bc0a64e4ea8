#include "daemon/config/show.h"

#include <nlohmann/json.hpp>

#include "daemon/config/document.h"
#include "daemon/config/duration.h"

namespace afar::config {
namespace {

using nlohmann::json;

json as_written(const Node& node) {
  switch (node.type) {
    case Node::Type::kBoolean:
      return node.boolean;
    case Node::Type::kInteger:
      return node.integer;
    case Node::Type::kString:
      return node.text;
    case Node::Type::kArray: {
      json list = json::array();
      for (const auto& element : node.elements) list.push_back(as_written(element));
      return list;
    }
    case Node::Type::kObject: {
      json object = json::object();
      for (const auto& member : node.members) object[member.name] = as_written(member.value);
      return object;
    }
    case Node::Type::kNull:
    case Node::Type::kFraction:  // no key takes one
      break;
  }
  return nullptr;
}

// As they were written, each with the name it goes by: what a rule leaves out depends on the dialog
// (`afar policy explain` tells it for one).
json rules_json(const std::optional<Document>& document, const std::vector<Rule>& rules) {
  json list = json::array();
  const Node* written = document ? find_member(document->top, "rules") : nullptr;
  for (std::size_t i = 0; written != nullptr && i < rules.size(); ++i) {
    json rule = as_written(written->elements.at(i));
    rule["name"] = rules[i].name;
    list.push_back(std::move(rule));
  }
  return list;
}

json responders_json(const Responders& responders) {
  json all = json::object();
  all[kOwner] = json::object();
  for (const auto& [name, responder] : responders) {
    json kinds = json::array();
    for (const auto kind : kDialogKinds) {
      const bool may = !responder.may || std::find(responder.may->begin(), responder.may->end(),
                                                   kind) != responder.may->end();
      if (may) kinds.push_back(to_word(kind));
    }
    all[name] = {{"web", responder.web}, {"ntfy", responder.ntfy}, {"may", std::move(kinds)}};
    if (responder.telegram) all[name]["telegram"] = *responder.telegram;
  }
  return all;
}

json delivery_json(const Deliveries& delivery) {
  json all = json::object();
  for (const auto& [name, agent] : delivery) {
    all[name] = {{"resume", agent.resume},
                 {"program", agent.program.empty() ? json(nullptr) : json(agent.program)},
                 {"env_file", agent.env_file.empty() ? json(nullptr) : json(agent.env_file)},
                 {"args", agent.args}};
  }
  return all;
}

json file_json(const std::string& path, const std::optional<std::string>& hash) {
  return {{"path", path}, {"sha256", hash ? json(*hash) : json(nullptr)}};
}

}  // namespace

std::variant<std::string, Problems> show_config(const ConfigFiles& files) {
  auto loaded = load(files);
  if (auto* problems = std::get_if<Problems>(&loaded)) return std::move(*problems);
  const auto& in_force = std::get<Loaded>(loaded);
  const Settings& settings = in_force.settings;
  Problems problems;
  const auto user = read_document(files.user, std::nullopt, problems);
  const auto system = read_document(files.system, files.system_owner, problems);
  if (!problems.empty()) return problems;  // changed in between
  const json shown = {{"file", file_json(files.user, in_force.user_hash)},
                      {"system_file", file_json(files.system, in_force.system_hash)},
                      {"presence", {{"away_after", duration_text(settings.away_after)}}},
                      {"responders", responders_json(settings.responders)},
                      {"system_rules", rules_json(system, settings.rules.system)},
                      {"rules", rules_json(user, settings.rules.user)},
                      {"limits", {{"open_dialogs", settings.open_dialogs_max}}},
                      {"delivery", delivery_json(settings.delivery)},
                      {"audit", {{"keep", "never"}}}};
  return shown.dump(2);
}

}  // namespace afar::config
