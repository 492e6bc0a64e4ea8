#include "hook/setup/json_server_setup.h"

#include <nlohmann/json.hpp>

#include "hook/json/raw.h"

namespace afar::setup {
namespace {

std::optional<double> seconds_from(std::string_view entry) {
  const auto value = raw::member(entry, "timeout");
  if (!value) return std::nullopt;
  const auto number = nlohmann::json::parse(*value, nullptr, /*allow_exceptions=*/false);
  return number.is_number() ? std::optional(number.get<double>() / 1000) : std::nullopt;
}

}  // namespace

std::optional<RegisteredServer> JsonServerSetup::registered(const std::string& text,
                                                            const std::string& file) const {
  const ServerPlace where = place(file);
  std::vector<std::string> path = where.path;
  path.emplace_back("afar");
  JsonCheck(text, file, where.dialect).objects_along(path);
  const auto entry = entry_of(text, where);
  if (!entry || !is_our_server(*entry)) return std::nullopt;
  RegisteredServer server;
  server.program = program_of(*entry);
  server.call_timeout_s = seconds_from(*entry);
  server.disabled = raw::member(*entry, "enabled") == "false";
  return server;
}

Edited JsonServerSetup::edit(const std::optional<std::string>& text, const std::string& file,
                             const std::string& program) const {
  const ServerPlace where = place(file);
  const std::string remedy = " of " + file;
  if (program.empty()) return edit_server(text, where, remedy, nullptr);
  if (text) check_form(*text, file, program);
  return edit_server(text, where, remedy, [&](const std::string& before) {
    return with_members(before, where, members(program));
  });
}

void JsonServerSetup::check_form(const std::string&, const std::string&, const std::string&) const {
}

std::string json_of(const std::string& text) { return nlohmann::json(text).dump(); }

std::string json_of(const std::vector<std::string>& texts) {
  std::string json;
  for (const auto& each : texts) json += (json.empty() ? "[" : ", ") + json_of(each);
  return json + "]";
}

}  // namespace afar::setup
