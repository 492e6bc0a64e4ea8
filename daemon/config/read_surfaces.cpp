#include "daemon/config/read_surfaces.h"

#include <algorithm>
#include <limits>

#include "daemon/config/read_secret.h"
#include "daemon/config/read_web.h"
#include "daemon/core/standard_webhook.h"

namespace afar::config {
namespace {

using Keys = std::vector<std::pair<std::string_view, Reader>>;

// ntfy's server takes no other topics.
bool is_topic(const std::string& text) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), fits);
}

void read_topic(const Place& place, std::string& topic) {
  const auto text = read_name(place);
  if (!text) return;
  if (is_topic(*text)) {
    topic = *text;
  } else {
    place.refuse("expected at most 64 letters, digits, - or _");
  }
}

Reader responder_reader(const SurfacesContext& context, std::string& responder) {
  return [&](const Place& place) {
    const auto name = read_name(place);
    if (!name) return;
    if (context.people.count(*name) == 0) {
      place.refuse("there is no \"" + *name + "\" among the responders");
    }
    responder = *name;
  };
}

// What has to be there, and is missing.
void require(const Place& place, bool there, std::string_view key) {
  if (!there) place.refuse(std::string(key) + " is missing");
}

void add(Keys& keys, Keys more) {
  keys.insert(keys.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

TelegramChat read_chat(const Place& place) {
  TelegramChat chat;
  read_members(place,
               {{"id",
                 [&](const Place& at) {
                   assign(chat.id, read_integer(at, std::numeric_limits<std::int64_t>::min(),
                                                std::numeric_limits<std::int64_t>::max()));
                 }},
                {"topics", [&](const Place& at) { assign(chat.topics, read_boolean(at)); }}});
  require(place, chat.id != 0, "id");
  return chat;
}

TelegramSettings read_telegram(const Place& place, const SurfacesContext& context) {
  TelegramSettings telegram;
  std::optional<Secret> token;
  SecretKeys secret("token", context.home, token);
  Keys keys = secret.keys();
  add(keys, {{"api_base", [&](const Place& at) { assign(telegram.api_base, read_url(at)); }},
             {"chats", [&](const Place& at) {
                read_elements(
                    at, [&](const Place& each) { telegram.chats.push_back(read_chat(each)); });
              }}});
  read_members(place, keys);
  require(place, token.has_value(), "token_file");
  if (token) telegram.token = *token;
  return telegram;
}

NtfySettings read_ntfy(const Place& place, const SurfacesContext& context) {
  NtfySettings ntfy;
  SecretKeys token("token", context.home, ntfy.token);
  SecretKeys reply_token("reply_token", context.home, ntfy.reply_token);
  Keys keys = token.keys();
  add(keys, reply_token.keys());
  add(keys, {{"base", [&](const Place& at) { assign(ntfy.base, read_url(at)); }},
             {"topic", [&](const Place& at) { read_topic(at, ntfy.topic); }},
             {"reply_topic", [&](const Place& at) { read_topic(at, ntfy.reply_topic); }},
             {"responder", responder_reader(context, ntfy.responder)},
             {"free_text", [&](const Place& at) { assign(ntfy.free_text, read_boolean(at)); }}});
  read_members(place, keys);
  require(place, !ntfy.topic.empty(), "topic");
  if (!ntfy.reply_topic.empty()) require(place, !ntfy.responder.empty(), "responder");
  if (!ntfy.topic.empty() && ntfy.topic == ntfy.reply_topic) {
    place.refuse("topic and reply_topic are the same");
  }
  return ntfy;
}

// Names are said in rules and on record as "webhook:NAME".
void read_surface_name(const Place& place, std::string& name) {
  if (auto text = read_name(place)) name = std::move(*text);
}

WebhookSettings read_webhook(const Place& place, const SurfacesContext& context) {
  WebhookSettings webhook;
  std::optional<Secret> secret;
  SecretKeys secret_keys("secret", context.home, secret);
  Keys keys = secret_keys.keys();
  add(keys, {{"name", [&](const Place& at) { read_surface_name(at, webhook.name); }},
             {"url", [&](const Place& at) { assign(webhook.url, read_url(at)); }}});
  read_members(place, keys);
  require(place, !webhook.name.empty(), "name");
  require(place, !webhook.url.empty(), "url");
  require(place, secret.has_value(), "secret_file");
  if (secret) webhook.secret = *secret;
  if (secret && !webhook_key(secret->value)) {
    place.refuse("the secret is not \"whsec_\" and 24 to 64 bytes in base64");
  }
  return webhook;
}

void read_variables(const Place& place, std::map<std::string, std::string>& variables) {
  read_entries(place, [&](const std::string& name, const Place& at) {
    if (name.find('=') != std::string::npos) at.refuse("a variable's name has no =");
    if (at.node().type != Node::Type::kString) return at.expected("a text");
    variables[name] = at.node().text;
  });
}

Keys program_keys(ProgramSettings& program, const SurfacesContext& context) {
  return {{"name", [&](const Place& at) { read_surface_name(at, program.name); }},
          {"argv",
           [&](const Place& at) {
             read_elements(at, [&](const Place& each) { append(program.argv, read_text(each)); });
           }},
          {"cwd", [&](const Place& at) { assign(program.cwd, read_path(at, context.home)); }},
          {"env", [&](const Place& at) { read_variables(at, program.env); }},
          {"responder", responder_reader(context, program.responder)}};
}

void require_program(const Place& place, const ProgramSettings& program) {
  require(place, !program.name.empty(), "name");
  require(place, !program.argv.empty(), "argv");
  require(place, !program.responder.empty(), "responder");
}

CommandSettings read_command(const Place& place, const SurfacesContext& context) {
  CommandSettings command;
  Keys keys = program_keys(command, context);
  add(keys, {{"timeout", [&](const Place& at) { assign(command.timeout, read_duration(at)); }}});
  read_members(place, keys);
  require_program(place, command);
  return command;
}

PluginSettings read_plugin(const Place& place, const SurfacesContext& context) {
  PluginSettings plugin;
  Keys keys = program_keys(plugin, context);
  add(keys, {{"chat_id", [&](const Place& at) { assign(plugin.chat_id, read_text(at)); }},
             {"accept", [&](const Place& at) { read_variables(at, plugin.accept); }}});
  read_members(place, keys);
  require_program(place, plugin);
  return plugin;
}

template <typename Settings>
std::vector<Settings> read_named(const Place& place, const SurfacesContext& context,
                                 Settings (*read)(const Place&, const SurfacesContext&)) {
  std::vector<Settings> all;
  read_elements(place, [&](const Place& at) {
    Settings settings = read(at, context);
    for (const auto& other : all) {
      if (other.name == settings.name) at.refuse("\"" + settings.name + "\" stands twice");
    }
    all.push_back(std::move(settings));
  });
  return all;
}

}  // namespace

SurfaceSettings read_surfaces(const Place& place, const SurfacesContext& context) {
  SurfaceSettings surfaces;
  read_members(
      place,
      {{"web", [&](const Place& at) { surfaces.web = read_web(at, context.home); }},
       {"telegram", [&](const Place& at) { surfaces.telegram = read_telegram(at, context); }},
       {"ntfy", [&](const Place& at) { surfaces.ntfy = read_ntfy(at, context); }},
       {"webhooks",
        [&](const Place& at) { surfaces.webhooks = read_named(at, context, read_webhook); }},
       {"commands",
        [&](const Place& at) { surfaces.commands = read_named(at, context, read_command); }},
       {"plugins",
        [&](const Place& at) { surfaces.plugins = read_named(at, context, read_plugin); }}});
  return surfaces;
}

std::vector<std::string> SurfaceSettings::names() const {
  std::vector<std::string> all;
  if (web.on) all.emplace_back("web");
  if (telegram) all.emplace_back("telegram");
  if (ntfy) all.emplace_back("ntfy");
  for (const auto& each : webhooks) all.push_back("webhook:" + each.name);
  for (const auto& each : commands) all.push_back("command:" + each.name);
  for (const auto& each : plugins) all.push_back("plugin:" + each.name);
  return all;
}

}  // namespace afar::config
