// The MCP server "afar" in a client's settings that are JSON: what stands there of it, and the text
// with it or without it. Texts come in; no I/O. Parts are views into the text given.
#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hook/setup/agent_setup.h"
#include "hook/setup/json_text.h"

namespace afar::setup {

// Where a client keeps its servers: the names that lead from the file's root to their object.
struct ServerPlace {
  std::string file;
  std::vector<std::string> path;
  Dialect dialect{};
  std::string head{};  // JSON text: an object with what a new file has besides; empty: nothing
};

// What stands by the name "afar".
std::optional<std::string_view> entry_of(std::string_view text, const ServerPlace& place);
// The program that an entry starts, whose command may be an array with its arguments; empty: it is
// reached in another way.
std::string program_of(std::string_view entry);
bool is_our_server(std::string_view entry);

// The text (empty: there is no file yet) with this entry besides the other servers.
std::string add_server(const std::string& text, const ServerPlace& place,
                       const nlohmann::ordered_json& entry);
// The text without the server, and without what was made for it; empty where nothing else was
// there.
std::string remove_server(const std::string& text, const ServerPlace& place);

// A member of an entry, and when it is set in one that is there already.
struct WantedMember {
  enum class Rule {
    kAlways,    // whatever is there
    kAtLeast,   // where a smaller number is there, or none
    kIfMissing  // a person's choice stays
  };
  std::string name;
  std::string value;  // JSON text
  Rule rule = Rule::kIfMissing;
};
// The text with this entry, of which "command" names the program: a new one, or the one that is
// there brought up to it. What a person has added stays.
std::string with_members(const std::string& text, const ServerPlace& place,
                         const std::vector<WantedMember>& members);

// The change, after the text was looked at; without `with`, the server is taken out. Throws Refused,
// where another program bears our name too; `remedy` says how to take that one out.
Edited edit_server(const std::optional<std::string>& text, const ServerPlace& place,
                   const std::string& remedy,
                   const std::function<std::string(const std::string& before)>& with);

}  // namespace afar::setup
