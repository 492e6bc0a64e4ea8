#include "hook/agents/codex/config_text.h"

#include <algorithm>
#include <functional>
#include <map>

#include "hook/agents/codex/toml_text.h"
#include "hook/setup/refused.h"

namespace afar::hook::codex {
namespace {

using Rule = setup::WantedMember::Rule;
using setup::Refused;

constexpr const char* kServers = "mcp_servers";
constexpr const char* kOurs = "afar";

const toml::node* server_of(const toml::table& root) {
  const toml::table* servers = root[kServers].as_table();
  return servers == nullptr ? nullptr : servers->get(kOurs);
}

[[noreturn]] void refuse_form(const std::string& file) {
  throw Refused("the MCP server afar in " + file +
                " is not written as a table [mcp_servers.afar], which alone is changed here; take "
                "it out, and run this again");
}

bool has_to_be_set(const toml::node* there, const setup::WantedMember& wanted) {
  if (there == nullptr || wanted.rule == Rule::kIfMissing) return there == nullptr;
  const toml::table wants = toml::parse("value = " + wanted.value);
  const toml::node& value = *wants.get("value");
  if (wanted.rule == Rule::kAlways) {
    return there->value<std::string>() != value.value<std::string>() ||
           there->value<bool>() != value.value<bool>();
  }
  return there->value<double>().value_or(0) < value.value<double>().value_or(0);
}

std::string new_table(const std::string& text, const std::vector<setup::WantedMember>& members) {
  const std::string end(line_end_of(text));
  std::string table = "[" + std::string(kServers) + "." + kOurs + "]" + end;
  for (const auto& each : members) table += each.name + " = " + each.value + end;
  return table;
}

std::string with_member(std::string text, const std::string& file,
                        const setup::WantedMember& member) {
  const toml::table root = parse(text, file);
  const toml::table& server = *server_of(root)->as_table();
  const toml::node* there = server.get(member.name);
  if (!has_to_be_set(there, member)) return text;
  if (there != nullptr) {
    const Span span = span_of(text, *there);
    return text.replace(span.begin, span.end - span.begin, member.value);
  }
  const std::size_t at = block_of(text, server).end;
  const std::string end(line_end_of(text));
  const bool line_is_over = text[at - 1] == '\n';
  const std::string line = member.name + " = " + member.value;
  return text.insert(at, line_is_over ? line + end : end + line);
}

// The whole text as values, but for our server.
toml::table all_else(const std::string& text, const std::string& file) {
  toml::table root = parse(text, file);
  toml::table* servers = root[kServers].as_table();
  if (servers == nullptr) return root;
  servers->erase(kOurs);
  if (servers->empty()) root.erase(kServers);
  return root;
}

// Whatever else stands in the file has to say the same as before, or it is not changed at all.
void check_all_else(const std::string& before, const std::string& after, const std::string& file) {
  bool same = false;
  try {
    same = all_else(before, file) == all_else(after, file);
  } catch (const Refused&) {
    // It was TOML before.
  }
  if (same) return;
  throw Refused("the MCP servers in " + file +
                " are not written as tables [mcp_servers.NAME], so that none can be added or taken "
                "out here; write them so, and run this again");
}

// The blocks of a table and of those within it, wherever they stand: where each begins and ends. A
// table that has no header of its own begins where the first one within it does.
using Blocks = std::map<std::size_t, std::size_t, std::greater<>>;

void collect_blocks(const std::string& text, const std::string& file, const toml::table& table,
                    Blocks& blocks) {
  if (has_header(text, table)) {
    const Span block = block_of(text, table);
    blocks[block.begin] = std::max(blocks[block.begin], block.end);
  }
  for (const auto& [key, value] : table) {
    const toml::table* within = value.as_table();
    if (within != nullptr && !within->is_inline()) collect_blocks(text, file, *within, blocks);
    const toml::array* several = value.as_array();
    if (several != nullptr && !several->empty() && several->is_array_of_tables() &&
        !several->get(0)->as_table()->is_inline()) {
      refuse_form(file);
    }
  }
}

std::string without_block(std::string text, const Span& block) {
  std::size_t begin = block.begin;
  const auto before = [&] {
    std::size_t at = begin;
    if (at > 0 && text[at - 1] == '\n') --at;
    if (at < begin && at > 0 && text[at - 1] == '\r') --at;
    return at;
  };
  // The line's end that a new table begins with: an empty line, or what the last line was missing.
  const std::size_t end_of_line_before = before();
  const bool empty_line = end_of_line_before == 0 || text[end_of_line_before - 1] == '\n';
  if (block.end == text.size() || empty_line) begin = end_of_line_before;
  return text.erase(begin, block.end - begin);
}

}  // namespace

std::optional<setup::RegisteredServer> server_in(const std::string& text, const std::string& file) {
  const toml::table root = parse(text, file);
  const toml::node* there = server_of(root);
  if (there == nullptr) return std::nullopt;
  setup::RegisteredServer server;
  const toml::table* entry = there->as_table();
  if (entry == nullptr) return server;
  server.program = (*entry)["command"].value_or(std::string());
  server.call_timeout_s = (*entry)["tool_timeout_sec"].value<double>();
  server.disabled = !(*entry)["enabled"].value_or(true);
  return server;
}

std::string with_server(const std::string& text, const std::string& file,
                        const std::vector<setup::WantedMember>& members) {
  std::string after = text;
  const toml::table root = parse(text, file);
  const toml::node* there = server_of(root);
  if (there == nullptr) {
    if (!text.empty()) after += line_end_of(text);
    after += new_table(text, members);
  } else if (there->as_table() == nullptr || !has_header(text, *there->as_table())) {
    refuse_form(file);
  } else {
    for (const auto& each : members) after = with_member(std::move(after), file, each);
  }
  check_all_else(text, after, file);
  const toml::table now = parse(after, file);
  for (const auto& each : members) {
    if (has_to_be_set(server_of(now)->as_table()->get(each.name), each)) refuse_form(file);
  }
  return after;
}

std::string without_server(const std::string& text, const std::string& file) {
  const toml::table root = parse(text, file);
  const toml::table* server = server_of(root)->as_table();
  if (server == nullptr || !has_header(text, *server)) refuse_form(file);
  Blocks blocks;
  collect_blocks(text, file, *server, blocks);
  // From the last to the first, so that those before stay where they are.
  std::string after = text;
  for (const auto& [begin, end] : blocks) after = without_block(std::move(after), {begin, end});
  check_all_else(text, after, file);
  return after;
}

}  // namespace afar::hook::codex
