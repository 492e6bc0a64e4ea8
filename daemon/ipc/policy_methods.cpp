// The configuration: read again, and explained.
#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>

#include "daemon/config/explain.h"
#include "daemon/config/on_record.h"
#include "daemon/ipc/methods.h"
#include "shared/dialog/dialog_json.h"

namespace afar {
namespace {

using config::Loaded;
using config::Problems;
using nlohmann::json;

// Who asked for it: absent where a signal did.
using Asked = std::optional<Call>;

Decider actor_of(const Asked& asked) {
  if (!asked) return {};
  if (asked->connection().from_agent) return {Decider::Kind::kAgent, "", "cli", ""};
  return {Decider::Kind::kPerson, "owner", "cli", ""};
}

CommitTurns::Work work_for(const Asked& asked, std::function<void(CommitTurns::Job&)> run) {
  if (asked) return asked->work(std::move(run));
  return {std::move(run), [](WorkFailure, const std::string& why) {
            spdlog::error("the configuration was not read again: {}", why);
          }};
}

void record(CommitTurns::Job& job, const Asked& asked, const char* kind, const json& body) {
  job.store.append_audit({job.turn.now.wall, kind, std::nullopt, actor_of(asked), rpc::dump(body)});
}

void reject(Desk& desk, const Asked& asked, const Problems& problems) {
  for (const auto& problem : problems) spdlog::error("{}", config::to_text(problem));
  spdlog::error("the configuration is not taken, the old one stays in force");
  desk.turns.post(work_for(asked, [asked, problems](CommitTurns::Job& job) {
    const json data = {{"problems", config::problems_json(problems)}};
    record(job, asked, "config_rejected", data);
    if (!asked) return;
    job.after.emplace_back([asked, data, why = config::rejected_text(problems)] {
      asked->fail(rpc::ErrorCode::kConfigRejected, why, data);
    });
  }));
}

void accept(Desk& desk, const Asked& asked, const std::shared_ptr<Loaded>& loaded) {
  desk.turns.post(work_for(asked, [&desk, asked, loaded](CommitTurns::Job& job) {
    const json result = config::loaded_json(desk.configuration.files(), *loaded);
    record(job, asked, "config_loaded", result);
    job.after.emplace_back([&desk, asked, loaded, result] {
      desk.configuration.put_in_force(std::move(*loaded));
      desk.broker.limit_open_dialogs(desk.configuration.settings().open_dialogs_max);
      spdlog::info("the configuration was read again");
      desk.on_resume_due();
      desk.people.configuration_changed();
      if (asked) asked->reply(result);
    });
  }));
}

void reload(Desk& desk, const Asked& asked) {
  auto read = desk.configuration.read_again();
  if (const auto* problems = std::get_if<Problems>(&read)) {
    reject(desk, asked, *problems);
  } else {
    accept(desk, asked, std::make_shared<Loaded>(std::get<Loaded>(std::move(read))));
  }
}

void explain(Desk& desk, const Call& call) {
  const OpenRequest request = open_request_from(call.params());
  const Facts facts = desk.configuration.facts_at(read_clocks().wall, desk.broker.signs());
  call.reply(config::explain(desk.configuration.settings().rules, request, facts));
}

}  // namespace

void reload_configuration(Desk& desk) {
  try {
    reload(desk, std::nullopt);
  } catch (const std::exception& error) {
    spdlog::critical("defect: reading the configuration again failed: {}", error.what());
  }
}

std::vector<Method> policy_methods() {
  return {{"policy.explain", false, true, explain},
          {"reload", false, true, [](Desk& desk, const Call& call) { reload(desk, call); }}};
}

}  // namespace afar
