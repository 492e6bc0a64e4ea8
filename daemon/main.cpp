// afard: wires the parts, nothing else.
#include <signal.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/signal_set.hpp>
#include <cstdlib>
#include <random>

#include "daemon/ipc/server.h"
#include "daemon/ipc/takeover.h"
#include "daemon/options.h"
#include "daemon/turn/spool.h"
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

// A thousand hooks may wait at once; the usual soft limit is 1024.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) spdlog::warn("RLIMIT_NOFILE could not be raised");
}

afar::DialogId draw_id() {
  static constexpr char kLetters[] = "abcdefghijkmnopqrstuvwxyz";  // no l: it looks like a 1
  static std::random_device source;
  std::uniform_int_distribution<int> letter(0, 24);
  afar::DialogId id;
  for (int i = 0; i < 5; ++i) id.push_back(kLetters[letter(source)]);
  return id;
}

bool process_lives(std::int64_t pid) {
  return ::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM;
}

void on_signals(boost::asio::signal_set& signals, afar::Server& server,
                const std::function<void()>& stop) {
  signals.async_wait([&](const boost::system::error_code& error, int signal) {
    if (error) return;
    if (signal == SIGUSR1) {
      server.bind_again_if_lost();
    } else if (signal != SIGHUP) {
      spdlog::info("signal {}: stopping", signal);
      stop();
      return;
    }
    on_signals(signals, server, stop);
  });
}

int serve(const afar::DaemonOptions& options, afar::InstanceLock& lock,
          std::optional<afar::Listener> inherited) {
  afar::Store store(options.paths.database);
  afar::Broker broker({draw_id, process_lives, afar::built_in_ruling});
  boost::asio::io_context loop(1);
  boost::asio::thread_pool readers(1);
  afar::CommitTurns turns(loop, store, broker);
  afar::Watchers watchers;
  afar::Spool spool(turns, options.paths.state_dir + "/spool");
  auto listener = inherited ? std::move(*inherited) : afar::Listener::bind(options.paths.socket);
  const std::string socket = listener.path();
  const afar::Now now = afar::read_clocks();
  afar::Desk desk{loop,   turns,    broker,   watchers, readers, options.paths.database,
                  socket, now.wall, now.mono, {},       {},      [&spool] { spool.take_in(); }};
  afar::Server server(desk, std::move(listener));
  desk.count_connections = [&server] { return server.connections(); };
  boost::asio::signal_set signals(loop, SIGTERM, SIGINT, SIGHUP);
  signals.add(SIGUSR1);
  desk.stop = [&] {
    signals.cancel();
    server.stop([&loop] { loop.stop(); });
  };
  on_signals(signals, server, desk.stop);
  lock.publish(::getpid(), socket);
  turns.post({[](afar::CommitTurns::Job& job) {
                job.broker.start(job.turn);
                job.store.append_audit({job.turn.now.wall, "started", {}, {}, "{}"});
              },
              [](afar::WorkFailure, const std::string&) {}});
  spool.take_in();
  spdlog::info("{} listens at {}", afar::version_line("afard"), socket);
  loop.run();
  readers.join();
  afar::Store::Transaction transaction(store);
  store.append_audit({afar::read_clocks().wall, "stopped", {}, {}, "{}"});
  transaction.commit();
  spdlog::info("stopped");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = afar::read_daemon_options(argc, argv);
  if (!options.run) return options.exit_code;
  set_up_log(options.log_level);
  raise_descriptor_limit();
  ::signal(SIGPIPE, SIG_IGN);
  try {
    if (const auto wrong = afar::make_private_folder_of(options.paths.lock)) {
      throw std::runtime_error(*wrong);
    }
    auto inherited = afar::Listener::inherited(afar::system_environment());
    auto lock = afar::become_the_one(options.paths, inherited.has_value());
    return lock ? serve(options, *lock, std::move(inherited)) : 1;
  } catch (const std::exception& error) {
    spdlog::critical("{}", error.what());
    return 1;
  }
}
