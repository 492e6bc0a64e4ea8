// The messages that are published: a card with its buttons, and what else is said there. Pure.
#pragma once
#include <string>

#include "daemon/config/surface_settings.h"
#include "daemon/surfaces/surface.h"

namespace afar::ntfy {

// As JSON for the server's address itself. A message of the same dialog replaces the one before,
// where the server knows how to (2.16 and later).
std::string open_message(const config::NtfySettings& settings, const Card& card, bool rings,
                         WallTime now);
std::string ended_message(const config::NtfySettings& settings, const Card& card, WallTime now);
std::string line_message(const config::NtfySettings& settings, const std::string& text);
std::string probe_message(const config::NtfySettings& settings, const std::string& nonce);

// Named by messages of one dialog.
std::string sequence_of(const DialogId& id);

}  // namespace afar::ntfy
