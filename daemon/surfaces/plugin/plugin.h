// A channel plugin (an MCP server on its standard streams) as a surface: afard is its client, and
// puts each dialog to it in the richest form that it declares. PROTOCOL.md, "Channel plugins".
#pragma once
#include <deque>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "daemon/surfaces/plugin/answers.h"
#include "daemon/surfaces/plugin/calls.h"
#include "daemon/surfaces/plugin/traits.h"
#include "daemon/surfaces/probing.h"
#include "daemon/surfaces/program_surface.h"

namespace afar {

class PluginSurface : public ProgramSurface {
 public:
  PluginSurface(SurfaceTools tools, const config::PluginSettings& settings);

  void stop() override;
  void notice(const std::string& text) override;
  void probe(ProbeHandler probed) override;
  nlohmann::json status() const override;
  bool closes_unconfirmed() const override { return true; }

 private:
  // A dialog that this run of the plugin was told of, and that has not been closed there.
  struct Asked {
    plugin::Form form = plugin::Form::kDialog;
    std::string question;  // the one that it shows
    std::set<std::string> passed_over;
    std::string url;
    std::string refused;  // why the last answer to this question was none
  };
  using Read = std::function<std::optional<plugin::Said>(const Dialog&, const Asked&)>;
  struct Saying {
    DialogId id;
    Read read;
    bool typed = false;  // in the chat: who typed it is told what was wrong
    std::string talk;    // the whole text, where the id may have been just its first word
  };

  // plugin.cpp
  void begin() override;
  void end_run() override;
  std::string why_down() const override;
  void present(Change change, const Card& card, SentHandler sent) override;
  void initialized(const nlohmann::json* result, const std::string& why);
  void list_tools(const std::string& cursor, int pages_left);
  void be_ready();
  void ask(const Dialog& dialog, Asked& asked, SentHandler sent);
  void close_there(const Card& card, SentHandler sent);
  void notify(const char* method, const nlohmann::json& params, SentHandler sent);
  void reply_with(const std::string& text, SentHandler sent);
  void later(SentHandler sent, Sent result);
  void end_probe();

  // plugin_answers.cpp
  void take(const nlohmann::json& said) override;
  void take_request(const nlohmann::json& request);
  void take_notification(const std::string& method, const nlohmann::json& params);
  void take_response(const nlohmann::json& params, plugin::Form form, const Read& read);
  void take_message(const nlohmann::json& params);
  void take_words(const std::string& text);
  void take_bare_words(const std::string& text);
  void hear(Saying saying);
  void hear_next();
  void judge(const Saying& saying, const std::optional<Dialog>& dialog);
  void judged(const Saying& saying, const Reply& reply);
  void ask_once_more(const DialogId& id, const std::string& why);
  void refuse(const Saying& saying, const std::string& why, bool record);
  void done();

  const config::PluginSettings settings_;
  std::map<std::string, std::string> accept_;
  plugin::Calls calls_;
  plugin::Traits traits_;
  std::string why_not_;  // it runs, and can be shown nothing
  std::map<DialogId, Asked> asked_;
  std::deque<Saying> sayings_;  // one after the other, each judged by what the one before changed
  bool judging_ = false;
  Probing probing_;
};

}  // namespace afar
