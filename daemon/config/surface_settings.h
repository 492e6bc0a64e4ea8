// Where people are, as the configuration file says it. Values; compared to see what a reload
// changed.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/core/rules.h"

namespace afar::config {

// What nobody else may see. Read when the configuration is read; never printed, logged or recorded.
struct Secret {
  std::string value;
  bool operator==(const Secret&) const = default;
};

// The page that afard serves.
struct WebSettings {
  bool on = true;
  std::string address = "127.0.0.1";
  std::uint16_t port = 7717;  // 0: any free one
  std::string token_file;     // the owner's, for scripts; made where it is not there
  std::string
      public_url;  // where it is reached from elsewhere, without a slash at its end; empty: nowhere
  bool metrics_public = false;
  bool operator==(const WebSettings&) const = default;
};

struct TelegramChat {
  std::int64_t id = 0;
  bool topics = false;  // one topic for each session
  bool operator==(const TelegramChat&) const = default;
};
struct TelegramSettings {
  Secret token;
  std::string api_base = "https://api.telegram.org";
  std::vector<TelegramChat> chats;
  bool operator==(const TelegramSettings&) const = default;
};

struct NtfySettings {
  std::string base = "https://ntfy.sh";
  std::string topic;
  std::string reply_topic;
  std::optional<Secret> token;
  std::optional<Secret> reply_token;
  std::string responder;
  bool free_text = false;
  bool operator==(const NtfySettings&) const = default;
};

struct WebhookSettings {
  std::string name;
  std::string url;
  Secret secret;
  bool operator==(const WebhookSettings&) const = default;
};

// A program of the operator's that reads and writes lines.
struct ProgramSettings {
  std::string name;
  std::vector<std::string> argv;
  std::string cwd;  // empty: the home
  std::map<std::string, std::string> env;
  std::string responder;
  bool operator==(const ProgramSettings&) const = default;
};
struct CommandSettings : ProgramSettings {
  Limit timeout;  // of one run
  bool operator==(const CommandSettings&) const = default;
};
struct PluginSettings : ProgramSettings {
  std::string chat_id;  // for its reply tool
  std::map<std::string, std::string>
      accept;  // what a message must carry to count as the responder's
  bool operator==(const PluginSettings&) const = default;
};

struct SurfaceSettings {
  WebSettings web;
  std::optional<TelegramSettings> telegram;
  std::optional<NtfySettings> ntfy;
  std::vector<WebhookSettings> webhooks;
  std::vector<CommandSettings> commands;
  std::vector<PluginSettings> plugins;
  bool operator==(const SurfaceSettings&) const = default;

  // "web", "telegram", "ntfy", "webhook:NAME", "command:NAME", "plugin:NAME"; in this order.
  std::vector<std::string> names() const;
};

// A word on the surfaces that is about no dialog.
struct Notices {
  bool finished = false;  // an agent ended its turn
  bool idle = false;      // an agent waits for a prompt
  bool operator==(const Notices&) const = default;
};

}  // namespace afar::config
