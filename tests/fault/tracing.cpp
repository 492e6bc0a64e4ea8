#include "tests/fault/tracing.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "tests/integration/wait.h"

namespace afar::test {
namespace {

std::string trace_of(const Stage& stage) { return stage.home() + "/trace"; }

std::vector<std::string> strace(const Stage& stage, const std::string& calls,
                                const Injections& injections) {
  std::vector<std::string> argv{kStrace, "-f", "-o", trace_of(stage), "-e", "trace=" + calls};
  for (const auto& injection : injections) {
    argv.insert(argv.end(), {"-e", "inject=" + injection});
  }
  return argv;
}

// strace lets only those calls fail that it traces.
std::string calls_of(const Injections& injections) {
  std::string calls;
  for (const auto& injection : injections) {
    calls += (calls.empty() ? "" : ",") + injection.substr(0, injection.find(':'));
  }
  return calls;
}

}  // namespace

void launch_traced(Stage& stage, const std::string& calls, const Injections& injections) {
  auto wrapper = strace(stage, calls, injections);
  // The tracer is the daemon's grandchild: so the process that we start becomes the daemon.
  wrapper.insert(wrapper.begin() + 1, {"-D", "-qq"});
  stage.launch_daemon({}, wrapper);
}

int count_calls(const Stage& stage, const std::string& call) {
  std::ifstream trace(trace_of(stage));
  int count = 0;
  for (std::string line; std::getline(trace, line);) {
    count += line.find(" " + call + "(") != std::string::npos ? 1 : 0;
  }
  return count;
}

Trouble::Trouble(const Stage& stage, pid_t daemon, const Injections& injections) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  const UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);
  auto argv = strace(stage, calls_of(injections), injections);
  argv.insert(argv.end(), {"-p", std::to_string(daemon)});
  strace_ =
      std::make_unique<Process>(argv, std::vector<std::string>{}, Streams{-1, -1, writer.get()});
  writer.reset();
  // It says so once it holds all threads.
  std::string said;
  while (said.find("attached") == std::string::npos) {
    char bytes[256];
    const ssize_t got =
        until_readable(reader.get()) ? ::read(reader.get(), bytes, sizeof bytes) : 0;
    if (got <= 0) throw std::runtime_error("strace does not attach: " + said);
    said.append(bytes, static_cast<std::size_t>(got));
  }
}

void Trouble::end() {
  strace_->signal(SIGINT);
  strace_->wait();
}

}  // namespace afar::test
