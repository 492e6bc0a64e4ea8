#include "daemon/ipc/methods.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

#include "shared/dialog/dialog_json.h"
#include "shared/rpc/limits.h"
#include "shared/version.h"

namespace afar {
namespace {

// An agent's side that was updated finds the daemon of before still running. It makes way where
// another one is installed in its place; the caller comes back and starts that. (Where none is, as
// with a second installation elsewhere, going would only bring this one back.)
void make_way_for_update(Desk& desk, const Fields& fields) {
  const std::string version = fields.string_or("version", "");
  if (!is_newer_version(version, product_version()) || !desk.program.was_replaced()) return;
  spdlog::info("a client of version {} came, and another afard is installed: stopping for it",
               version.substr(0, 40));
  boost::asio::post(desk.loop, desk.stop);
}

void initialize(Desk& desk, const Call& call) {
  const Fields fields(call.params());
  const std::string role = fields.string("role");
  if (role == "hook" || role == "mcp") make_way_for_update(desk, fields);
  const auto protocol = fields.optional_integer("protocol").value_or(0);
  if (protocol != kProtocolVersion) {
    throw CallRefused(rpc::ErrorCode::kInvalidParams,
                      "this daemon speaks protocol " + std::to_string(kProtocolVersion) +
                          ", the client asked for " + std::to_string(protocol) +
                          ": install both from the same release");
  }
  Connection& connection = call.connection();
  if (connection.role != Role::kNone) {
    // Else an agent's connection, which may not answer, could become a person's.
    throw CallRefused(rpc::ErrorCode::kInvalidRequest, "initialize was called already");
  }
  const bool from_agent = fields.boolean_or("from_agent", false);
  if (role == "hook" || role == "mcp") {
    connection.role = Role::kAgent;
  } else if (role == "operator") {
    connection.role = Role::kOperator;
  } else {
    throw CallRefused(rpc::ErrorCode::kInvalidParams,
                      "role: expected hook, mcp or operator, found \"" + role.substr(0, 40) + "\"");
  }
  connection.from_agent = from_agent;
  call.reply({{"protocol", kProtocolVersion},
              {"server", "afard"},
              {"version", product_version()},
              {"schema", kSchemaVersion},
              {"capabilities", nlohmann::json::array()}});
}

const std::vector<Method>& all_methods() {
  static const std::vector<Method> methods = [] {
    std::vector<Method> all = agent_methods();
    for (const auto& more : {operator_methods(), policy_methods(), status_methods(),
                             pairing_methods(), web_methods()}) {
      all.insert(all.end(), more.begin(), more.end());
    }
    all.push_back({"ping", true, true,
                   [](Desk&, const Call& call) { call.reply(nlohmann::json::object()); }});
    return all;
  }();
  return methods;
}

// A method may stand twice, once for each side, with different rights.
const Method& find_method(const std::string& name, Role role) {
  bool known = false;
  for (const auto& method : all_methods()) {
    if (method.name != name) continue;
    known = true;
    if (role == Role::kAgent ? method.for_agent : method.for_operator) return method;
  }
  if (!known) {
    throw CallRefused(rpc::ErrorCode::kUnknownMethod,
                      "there is no method \"" + name.substr(0, 60) + "\"");
  }
  throw CallRefused(rpc::ErrorCode::kNotAllowed,
                    std::string(role == Role::kAgent ? "an agent's side" : "an operator") +
                        " may not call " + name);
}

void run(Desk& desk, const Call& call, const std::string& method) {
  if (method == "initialize") {
    initialize(desk, call);
    return;
  }
  if (call.connection().role == Role::kNone) {
    throw CallRefused(rpc::ErrorCode::kInvalidRequest, "the first call must be initialize");
  }
  find_method(method, call.connection().role).run(desk, call);
}

}  // namespace

nlohmann::json dialog_json(const Broker& broker, Dialog dialog) {
  dialog.waiters = broker.waiters().count(dialog.id);
  return to_json(dialog);
}

void dispatch(Desk& desk, const std::shared_ptr<Connection>& connection, const std::string& line) {
  auto parsed = rpc::parse_message(line);
  if (const auto* bad = std::get_if<rpc::Malformed>(&parsed)) {
    ++desk.refused_calls;
    connection->send(rpc::error_line(bad->id, bad->code, bad->why));
    return;
  }
  auto& message = std::get<rpc::Incoming>(parsed);
  if (message.kind != rpc::Incoming::Kind::kRequest &&
      message.kind != rpc::Incoming::Kind::kNotification) {
    return;  // the daemon asks nothing of its clients
  }
  const Call call(connection, message.id, std::shared_ptr<nlohmann::json>(std::move(message.body)));
  try {
    if (message.method == "dialog.open" && line.size() > rpc::kOpenBytesMax) {
      throw CallRefused(
          rpc::ErrorCode::kTooLarge,
          "a dialog is opened with at most " + std::to_string(rpc::kOpenBytesMax) + " bytes");
    }
    run(desk, call, message.method);
  } catch (const CallRefused& refused) {
    ++desk.refused_calls;
    call.fail(refused.code(), refused.what());
  } catch (const BadField& bad) {
    ++desk.refused_calls;
    call.fail(rpc::ErrorCode::kInvalidParams, message.method + ": " + bad.what());
  } catch (const std::exception& error) {
    spdlog::critical("defect: {} failed: {}", message.method, error.what());
    call.fail(rpc::ErrorCode::kInternal, "the daemon failed at " + message.method);
  }
}

}  // namespace afar
