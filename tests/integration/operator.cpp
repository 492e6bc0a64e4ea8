#include "tests/integration/operator.h"

#include <gtest/gtest.h>

#include "shared/rpc/find_daemon.h"
#include "tests/integration/wait.h"

namespace afar::test {

using nlohmann::json;

rpc::Client connect_bare(const Paths& paths) {
  Connected connected;
  const bool there = until("a daemon takes the connection", [&] {
    connected = rpc::connect_to_daemon(paths, kGuard);
    return connected.status == ConnectStatus::kConnected;
  });
  if (!there) throw std::runtime_error(connected.why);
  return rpc::Client(std::move(connected.fd));
}

json choice(const std::string& id, const std::vector<std::string>& options,
            const std::string& question) {
  return {{"id", id}, {"answers", {{question, {{"options", options}}}}}};
}

Operator::Operator(const Paths& paths, bool from_agent) : client_(connect_bare(paths)) {
  client_.call("initialize", rpc::initialize_params("test", "operator", from_agent), kGuard);
}

json Operator::call(const std::string& method, const json& params) {
  try {
    return client_.call(method, params.is_null() ? json::object() : params, kGuard);
  } catch (const std::runtime_error& error) {
    ADD_FAILURE() << method << " " << params << ": " << error.what();
    return nullptr;
  }
}

std::string Operator::error_of(const std::string& method, const json& params) {
  try {
    client_.call(method, params, kGuard);
    return "";
  } catch (const rpc::CallFailed& failed) {
    return std::string(rpc::to_word(failed.code()));
  }
}

std::vector<json> Operator::open_dialogs() {
  std::vector<json> all;
  json params = json::object();
  for (;;) {
    const json page = call("dialog.list", params);
    if (page.is_null()) return all;
    for (const auto& dialog : page.at("dialogs")) {
      if (dialog.at("state") == "open") all.push_back(dialog);
    }
    if (page.at("next").is_null()) return all;
    params["after"] = page.at("next");
  }
}

std::vector<json> Operator::until_open(std::size_t count) {
  // The counter first: a look at the dialogs themselves would be costly with a thousand.
  const bool there = until(std::to_string(count) + " dialogs are open", [&] {
    return counter("open") == count && (count == 0 || counter("waiters") >= count);
  });
  return there ? open_dialogs() : std::vector<json>(count);
}

json Operator::until_waiters(const std::string& id, int count) {
  json dialog;
  const bool there = until(id + " has " + std::to_string(count) + " waiters", [&] {
    dialog = get(id);
    return dialog.is_object() && dialog.at("waiters") == count;
  });
  return there ? dialog : json();
}

json Operator::answer(const std::string& id, const std::vector<std::string>& options,
                      const std::string& question) {
  return call("dialog.answer", choice(id, options, question));
}

std::uint64_t Operator::counter(const std::string& name) {
  return call("status").at("counters").at(name).get<std::uint64_t>();
}

std::vector<std::string> Operator::audit_kinds(const std::string& id) {
  std::vector<std::string> kinds;
  const json page = call("audit.query", {{"dialog", id}});
  for (const auto& event : page.at("events")) kinds.push_back(event.at("kind"));
  return kinds;
}

}  // namespace afar::test
