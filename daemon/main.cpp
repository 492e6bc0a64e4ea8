// afard: wires the parts, nothing else.
#include <signal.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/signal_set.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>

#include "daemon/config/on_record.h"
#include "daemon/delivery/resumes.h"
#include "daemon/ipc/person.h"
#include "daemon/ipc/server.h"
#include "daemon/ipc/takeover.h"
#include "daemon/options.h"
#include "daemon/surfaces/surfaces.h"
#include "daemon/surfaces/web/links.h"
#include "daemon/surfaces/web/web.h"
#include "daemon/turn/spool.h"
#include "shared/os/descriptor_limit.h"
#include "shared/os/process.h"
#include "shared/version.h"

namespace {

void set_up_log(const std::string& level) {
  auto log = spdlog::stderr_logger_st("afard");
  // The journal has a clock of its own.
  log->set_pattern(std::getenv("JOURNAL_STREAM") != nullptr ? "%l: %v"
                                                            : "%Y-%m-%dT%H:%M:%S.%e %l: %v");
  log->set_level(spdlog::level::from_str(level));
  log->flush_on(spdlog::level::debug);
  spdlog::set_default_logger(log);
}

afar::DialogId draw_id() {
  static constexpr char kLetters[] = "abcdefghijkmnopqrstuvwxyz";  // no l: it looks like a 1
  static std::random_device source;
  std::uniform_int_distribution<int> letter(0, 24);
  afar::DialogId id;
  for (int i = 0; i < 5; ++i) id.push_back(kLetters[letter(source)]);
  return id;
}

// What the files say, with all that is wrong in the log.
std::optional<afar::config::Loaded> load_or_log(const afar::config::ConfigFiles& files) {
  auto loaded = afar::config::load(files);
  const auto* problems = std::get_if<afar::config::Problems>(&loaded);
  if (problems == nullptr) return std::get<afar::config::Loaded>(std::move(loaded));
  for (const auto& problem : *problems) spdlog::critical("{}", afar::config::to_text(problem));
  return std::nullopt;
}

// How the broker asks the configuration that is in force at the moment of its question.
afar::Broker::World world_by(const afar::config::Configuration& configuration) {
  return {draw_id,
          afar::process_lives,
          [&](const afar::OpenRequest& request, const afar::Moment& moment) {
            return configuration.ruling_for(request,
                                            configuration.facts_at(moment.now, moment.signs));
          },
          configuration.settings().open_dialogs_max,
          [&](const afar::DialogRecord& record, const afar::Decider& by, afar::WallTime now) {
            return configuration.why_not_answer(record, by, now);
          },
          [&](const std::string& agent) {
            const auto& delivery = configuration.settings().delivery;
            const auto found = delivery.find(agent);
            return found != delivery.end() && found->second.resume;
          }};
}

// How long to rest after sends that failed: AFAR_RETRY_FIRST_MS shortens it.
afar::Outbox::Rests rests_by(const afar::Environment& environment) {
  afar::Outbox::Rests rests;
  if (const auto first = environment("AFAR_RETRY_FIRST_MS")) {
    rests.first = std::clamp(afar::Milliseconds(std::atoi(first->c_str())), afar::Milliseconds(1),
                             rests.most);
  }
  return rests;
}

// What the socket's side asks of the web page.
afar::Desk::People::Links links_behind(afar::Surfaces& surfaces,
                                       const afar::config::Configuration& configuration) {
  return {[&] { return afar::web::why_off(surfaces); },
          [&](const std::string& name) {
            return afar::web::Visitors::why_no_link(configuration, name);
          },
          [&](afar::CommitTurns::Job& job, const std::string& name) {
            return afar::web::make_link(surfaces, job, name);
          },
          [](afar::CommitTurns::Job& job, std::int64_t id) {
            return afar::web::Visitors::revoke(job, id, afar::owner_at_cli());
          },
          [&] {
            if (const auto page = surfaces.web()) page->look_who_may_stay();
          }};
}

// What the socket's side asks of the surfaces.
afar::Desk::People people_behind(afar::Surfaces& surfaces,
                                 const afar::config::Configuration& configuration) {
  return {
      [&](afar::CommitTurns::Job& job) { return surfaces.status(job); }, [&] { surfaces.apply(); },
      [&](const std::string& text) { surfaces.notice(text); },
      [&](const std::string& name, const auto& probed) {
        afar::Surface* surface = surfaces.find(name);
        if (surface == nullptr) return false;
        surface->probe([probed](const afar::Probed& result) { probed(result.ok, result.words); });
        return true;
      },
      [&](const std::string& name) -> afar::Pairing* {
        afar::Surface* surface = surfaces.find(name);
        return surface == nullptr ? nullptr : surface->pairing();
      },
      links_behind(surfaces, configuration)};
}

// The first turn: what stood open before, and that we are there.
void start(afar::CommitTurns::Job& job, const std::string& configuration) {
  for (const auto& session : job.store.sessions()) {
    const auto& prompt = session.last_prompt_at;
    if (prompt && job.broker.signs().last_prompt_at < prompt) job.broker.note_prompt(*prompt);
  }
  job.broker.note_presence(job.store.said_presence());
  job.broker.start(job.turn);
  job.store.append_audit({job.turn.now.wall, "started", {}, {}, "{}"});
  job.store.append_audit({job.turn.now.wall, "config_loaded", {}, {}, configuration});
}

// All else is committed already: a disk that does not take this line is no reason to have failed.
void record_stop(afar::Store& store) {
  try {
    afar::Store::Transaction transaction(store);
    store.append_audit({afar::read_clocks().wall, "stopped", {}, {}, "{}"});
    transaction.commit();
  } catch (const afar::StorageUnavailable& error) {
    spdlog::error("that the daemon stopped is not on record: {}", error.what());
  }
}

// The last of the way is short, but the lock is still ours: the next daemon may signal us, and who
// started us is to see that we ended as told.
void go_undisturbed() {
  sigset_t all;
  sigemptyset(&all);
  for (const int each : {SIGTERM, SIGINT, SIGHUP, SIGUSR1}) sigaddset(&all, each);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
}

void on_signals(boost::asio::signal_set& signals, afar::Server& server, afar::Desk& desk) {
  signals.async_wait([&](const boost::system::error_code& error, int signal) {
    if (error) return;
    if (signal == SIGUSR1) {
      server.bind_again_if_lost();
    } else if (signal == SIGHUP) {
      afar::reload_configuration(desk);
    } else {
      spdlog::info("signal {}: stopping", signal);
      desk.stop();
      return;
    }
    on_signals(signals, server, desk);
  });
}

int serve(const afar::DaemonOptions& options, afar::InstanceLock& lock,
          std::optional<afar::Listener> inherited, afar::config::ConfigFiles files,
          afar::config::Loaded loaded) {
  const std::string on_record = afar::rpc::dump(afar::config::loaded_json(files, loaded));
  afar::config::Configuration configuration(std::move(files), std::move(loaded));
  afar::Store store(options.paths.database);
  afar::Broker broker(world_by(configuration));
  boost::asio::io_context loop(1);
  boost::asio::thread_pool readers(1);
  afar::CommitTurns turns(loop, store, broker);
  afar::Watchers watchers;
  afar::Resumes resumes(loop, turns, configuration,
                        {afar::find_sibling("afar-agent"), options.paths.state_dir + "/runs",
                         options.paths.state_dir + "/afar-agent.log"});
  afar::Spool spool(turns, options.paths.state_dir + "/spool");
  afar::Reception reception(turns, configuration);
  afar::HttpClient http(loop);
  const auto rests = rests_by(afar::system_environment());
  afar::Outbox outbox(loop, turns, reception, configuration, {afar::off_switch(options.paths)},
                      rests);
  // The desk is made after the surfaces, and asked by them.
  std::function<nlohmann::json(afar::CommitTurns::Job&)> status;
  afar::Surfaces surfaces({loop, turns, reception, configuration, http, options.paths.state_dir,
                           rests, readers, options.paths.database, options.paths.web_token,
                           [&status](afar::CommitTurns::Job& job) { return status(job); }},
                          outbox);
  turns.on_changes([&](afar::CommitTurns::Job& job, const std::vector<afar::DialogId>& ids) {
    outbox.keep(job, ids);
  });
  turns.on_changed([&](const std::vector<afar::DialogId>& ids) {
    outbox.look();
    surfaces.changed(ids);
  });
  auto listener = inherited ? std::move(*inherited) : afar::Listener::bind(options.paths.socket);
  const std::string socket = listener.path();
  const afar::Now now = afar::read_clocks();
  afar::Desk desk{loop,
                  turns,
                  broker,
                  configuration,
                  watchers,
                  readers,
                  options.paths.database,
                  socket,
                  now.wall,
                  now.mono,
                  {},
                  {},
                  [&spool] { spool.take_in(); },
                  [&resumes] { resumes.look(); }};
  status = [&desk](afar::CommitTurns::Job& job) { return afar::status_json(desk, job); };
  desk.people = people_behind(surfaces, configuration);
  afar::Server server(desk, std::move(listener));
  desk.count_connections = [&server] { return server.connections(); };
  boost::asio::signal_set signals(loop, SIGTERM, SIGINT, SIGHUP);
  signals.add(SIGUSR1);
  desk.stop = [&] {
    signals.cancel();
    surfaces.stop();
    server.stop([&loop] { loop.stop(); });
  };
  on_signals(signals, server, desk);
  lock.publish(::getpid(), socket);
  turns.begin_with([on_record](afar::CommitTurns::Job& job) { start(job, on_record); });
  spool.take_in();
  resumes.look();
  surfaces.apply();
  spdlog::info("{} listens at {}", afar::version_line("afard"), socket);
  loop.run();
  readers.join();
  go_undisturbed();
  record_stop(store);
  spdlog::info("stopped");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = afar::read_daemon_options(argc, argv);
  if (!options.run) return options.exit_code;
  set_up_log(options.log_level);
  // A thousand hooks may wait at once; the usual soft limit is 1024.
  if (!afar::raise_descriptor_limit()) spdlog::warn("RLIMIT_NOFILE could not be raised");
  ::signal(SIGPIPE, SIG_IGN);
  try {
    if (const auto wrong = afar::make_private_folder_of(options.paths.lock)) {
      throw std::runtime_error(*wrong);
    }
    auto files = afar::config::config_files(options.paths, afar::system_environment());
    auto loaded = load_or_log(files);
    if (!loaded) return 1;
    auto inherited = afar::Listener::inherited(afar::system_environment());
    auto lock = afar::become_the_one(options.paths,
                                     inherited ? std::optional(inherited->path()) : std::nullopt);
    if (!lock) return 1;
    return serve(options, *lock, std::move(inherited), std::move(files), std::move(*loaded));
  } catch (const std::exception& error) {
    spdlog::critical("{}", error.what());
    return 1;
  }
}
