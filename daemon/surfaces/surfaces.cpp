#include "daemon/surfaces/surfaces.h"

#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/core/showing.h"
#include "daemon/surfaces/command.h"
#include "daemon/surfaces/ntfy/ntfy.h"
#include "daemon/surfaces/plugin/plugin.h"
#include "daemon/surfaces/telegram/telegram.h"
#include "daemon/surfaces/web/web.h"
#include "daemon/surfaces/webhook.h"

namespace afar {
namespace {

using nlohmann::json;

// What that name had before, to be compared; null where it is new.
template <typename Settings>
const Settings* named(const std::vector<Settings>& list, const std::string& name) {
  for (const auto& each : list) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

template <typename Settings>
bool same_as_before(const std::vector<Settings>& before, const Settings& now) {
  const Settings* found = named(before, now.name);
  return found != nullptr && *found == now;
}

std::shared_ptr<Surface> make_web(const SurfaceTools& tools, config::WebSettings settings) {
  if (settings.token_file.empty()) settings.token_file = tools.web_token;
  return std::make_shared<Web>(
      WebTools{tools.loop, tools.turns, tools.reception, tools.configuration, tools.readers,
               tools.database, tools.daemon_status},
      std::move(settings), Web::Times{});
}

}  // namespace

std::vector<Surfaces::Wanted> Surfaces::wanted() const {
  const config::SurfaceSettings& now = tools_.configuration.settings().surfaces;
  const config::SurfaceSettings& before = settings_;
  std::vector<Wanted> list;
  if (now.web.on) {
    list.push_back({kWebSurface, now.web == before.web,
                    [this, settings = now.web] { return make_web(tools_, settings); }});
  }
  if (now.telegram) {
    list.push_back({"telegram", before.telegram == now.telegram, [this, &now] {
                      return std::make_shared<telegram::Telegram>(
                          tools_.loop, tools_.http, tools_.reception, tools_.configuration,
                          *now.telegram, tools_.rests.first);
                    }});
  }
  if (now.ntfy) {
    list.push_back({"ntfy", now.ntfy == before.ntfy, [this, ntfy = *now.ntfy] {
                      return std::make_shared<Ntfy>(
                          tools_.loop, tools_.http, tools_.reception, ntfy,
                          ntfy::Listener::Rests{tools_.rests.first, tools_.rests.most});
                    }});
  }
  for (const auto& each : now.webhooks) {
    list.push_back({"webhook:" + each.name, same_as_before(before.webhooks, each), [this, each] {
                      return std::make_shared<Webhook>(tools_.loop, tools_.http, each,
                                                       Webhook::usual_rests(tools_.rests.first));
                    }});
  }
  for (const auto& each : now.commands) {
    list.push_back({"command:" + each.name, same_as_before(before.commands, each),
                    [this, each] { return std::make_shared<CommandSurface>(tools_, each); }});
  }
  for (const auto& each : now.plugins) {
    list.push_back({"plugin:" + each.name, same_as_before(before.plugins, each),
                    [this, each] { return std::make_shared<PluginSurface>(tools_, each); }});
  }
  return list;
}

void Surfaces::apply() {
  std::map<std::string, std::shared_ptr<Surface>> surfaces;
  for (const auto& each : wanted()) {
    const auto there = surfaces_.find(each.name);
    const bool stays = each.same && there != surfaces_.end() && !there->second->is_over();
    surfaces.emplace(each.name, stays ? there->second : each.make());
  }
  settings_ = tools_.configuration.settings().surfaces;
  const auto before = std::exchange(surfaces_, std::move(surfaces));
  const auto stands = [](const auto& in, const auto& surface) {
    const auto found = in.find(surface.first);
    return found != in.end() && found->second == surface.second;
  };
  for (const auto& each : before) {
    if (!stands(surfaces_, each)) each.second->stop();
  }
  for (const auto& each : surfaces_) {
    if (!stands(before, each)) each.second->start();
  }
  if (const auto page = web()) page->look_who_may_stay();
  tools_.turns.post({[this](CommitTurns::Job& job) { outbox_.keep_open_ones(job); },
                     [](WorkFailure, const std::string& why) {
                       spdlog::error("open dialogs are not shown on new surfaces: {}", why);
                     }});
  outbox_.send_to(surfaces_);
}

void Surfaces::stop() {
  outbox_.stop();
  for (const auto& [name, surface] : surfaces_) surface->stop();
}

Surface* Surfaces::find(const std::string& name) const {
  const auto found = surfaces_.find(name);
  return found == surfaces_.end() ? nullptr : found->second.get();
}

std::shared_ptr<Web> Surfaces::web() const {
  const auto found = surfaces_.find(kWebSurface);
  return found == surfaces_.end() ? nullptr : std::dynamic_pointer_cast<Web>(found->second);
}

void Surfaces::changed(const std::vector<DialogId>& ids) const {
  if (const auto page = web()) page->changed(ids);
}

void Surfaces::notice(const std::string& text) const {
  for (const auto& [name, surface] : surfaces_) surface->notice(text);
}

json Surfaces::status(CommitTurns::Job& job) const {
  json all = json::array();
  for (const auto& [name, surface] : surfaces_) {
    json each = surface->status();
    each["name"] = name;
    each["cards"] = outbox_.status(job, name);
    all.push_back(std::move(each));
  }
  return all;
}

}  // namespace afar
