#include "tests/integration/web_stage.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/unit/shared/sample.h"

namespace afar::test {

using nlohmann::json;

void WebTest::start(const json& more, const json& web) {
  json config = {{"responders",
                  {{"ann", {{"web", true}}},
                   {"bea", {{"web", true}, {"may", {"permission"}}}},
                   {"carl", {{"ntfy", true}}}}},
                 {"surfaces", {{"web", {{"listen", "127.0.0.1:0"}}}}}};
  if (!web.is_null()) config["surfaces"]["web"].update(web);
  if (!more.is_null()) config.update(more);
  const std::string file = stage_.home() + "/config/afar/config.json";
  std::filesystem::create_directories(stage_.home() + "/config/afar");
  std::ofstream(file) << config.dump();
  std::filesystem::permissions(file, std::filesystem::perms(0600));
  stage_.start_daemon();
}

void WebTest::restart() {
  stage_.end_daemon(SIGTERM);
  stage_.start_daemon();
}

std::string WebTest::ask(const std::string& session) {
  const auto number = stage_.connect().open_dialogs().size();
  hooks_.push_back(agent_.hook(before(session, "toolu_1")));
  return stage_.connect().until_open(number + 1).back().at("id");
}

std::string WebTest::open(const json& content, const std::string& session) {
  auto client = connect_bare(stage_.paths());
  client.call("initialize", rpc::initialize_params("test", "hook", true), kGuard);
  json request = sample::open_request();
  for (const char* key : {"id", "limit_ms", "agent_pid", "running_calls"}) request.erase(key);
  request.update(
      {{"kind", "user_question"},
       {"wait", "none"},
       {"title", "Cache"},
       {"body", ""},
       {"context", ""},
       {"questions",
        {{{"id", "q1"},
          {"text", "Which cache?"},
          {"options",
           {{{"id", "o1"}, {"label", "Redis"}}, {{"id", "o2"}, {"label", "SQLite"}}}}}}}});
  request["origin"]["session"] = session;
  request["origin"]["call"] = session;
  if (content.is_object()) request.update(content);
  const json opened = client.call("dialog.open", request, kGuard);
  return opened.at("id");
}

std::string WebTest::link(const std::vector<std::string>& options) {
  std::vector<std::string> arguments{"web", "--json"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const auto end = afar(arguments);
  EXPECT_EQ(end.exit, (Exit{0, 0})) << end.err;
  return json::parse(end.out, nullptr, false).value("url", "");
}

std::string WebTest::file_text(const std::string& path) const {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string WebTest::written_down() const {
  const Paths paths = stage_.paths();
  std::string all;
  for (const auto& file : {stage_.home() + "/afard.log", paths.state_dir + "/afard.log",
                           paths.database, paths.database + "-wal"}) {
    all += file_text(file);
  }
  return all;
}

}  // namespace afar::test
