// afar-mcp in the text of Codex's config.toml: what stands there, and the text with it or without
// it. Every byte that is not ours stays: comments, order, layout. Texts come in; no I/O.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "hook/setup/json_server.h"
#include "hook/setup/server_setup.h"

namespace afar::hook::codex {

// What stands by the name "afar", whatever it is; nullopt: nothing. Its program is empty where it is
// reached in another way. Throws setup::Refused, with the file's name and the line, for a text that
// is no TOML.
std::optional<setup::RegisteredServer> server_in(const std::string& text, const std::string& file);

// The text, in which the server is missing or ours, with these members (their values are TOML text)
// in its table. A new table stands at the end. Throws setup::Refused where it is written in another
// form than [mcp_servers.afar].
std::string with_server(const std::string& text, const std::string& file,
                        const std::vector<setup::WantedMember>& members);
// Without the table and those within it, and without the empty line before it.
std::string without_server(const std::string& text, const std::string& file);

}  // namespace afar::hook::codex
