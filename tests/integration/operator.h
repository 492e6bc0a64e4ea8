// A person at the machine: a connection that lists, looks and answers, by the protocol alone.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "shared/os/paths.h"
#include "shared/rpc/client.h"

namespace afar::test {

class Operator {
 public:
  // Connects, waiting until the daemon takes it.
  explicit Operator(const Paths& paths, bool from_agent = false);

  // The result; a failure of the test (and null) where the daemon gives an error.
  nlohmann::json call(const std::string& method, const nlohmann::json& params = {});
  // The error's kind, or "" where there is a result.
  std::string error_of(const std::string& method, const nlohmann::json& params);

  std::vector<nlohmann::json> open_dialogs();
  // The dialogs that are open, once there are just so many, oldest first.
  std::vector<nlohmann::json> until_open(std::size_t count);
  // The dialog once so many connections wait for it.
  nlohmann::json until_waiters(const std::string& id, int count);
  nlohmann::json get(const std::string& id) { return call("dialog.get", {{"id", id}}); }
  // The dialog once it is no longer open.
  nlohmann::json until_closed(const std::string& id) { return call("dialog.wait", {{"id", id}}); }
  // Chooses options of one question.
  nlohmann::json answer(const std::string& id, const std::vector<std::string>& options,
                        const std::string& question = "q1");
  std::uint64_t counter(const std::string& name);
  // What is on record about a dialog, oldest first: the kinds of the lines.
  std::vector<std::string> audit_kinds(const std::string& id);

  rpc::Client& client() { return client_; }

 private:
  rpc::Client client_;
};

// The parameters of dialog.answer that choose options of one question.
nlohmann::json choice(const std::string& id, const std::vector<std::string>& options,
                      const std::string& question = "q1");

// A connection that has not said anything yet.
rpc::Client connect_bare(const Paths& paths);

}  // namespace afar::test
