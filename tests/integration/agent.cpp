#include "tests/integration/agent.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>

#include "tests/integration/wait.h"

namespace afar::test {
namespace {

using nlohmann::json;

// A message that carries three descriptors.
void send_with_streams(int control, std::string text, const Streams& streams) {
  const int fds[3] = {streams.in, streams.out, streams.err};
  iovec part{text.data(), text.size()};
  alignas(cmsghdr) char rights[CMSG_SPACE(sizeof fds)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = rights;
  message.msg_controllen = sizeof rights;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof fds);
  std::memcpy(CMSG_DATA(header), fds, sizeof fds);
  if (::sendmsg(control, &message, MSG_NOSIGNAL) < 0) {
    throw std::runtime_error(std::string("telling the agent: ") + std::strerror(errno));
  }
}

}  // namespace

Agent::Agent(const Stage& stage, Kind kind) : Agent(stage, kind, SocketPair(SOCK_SEQPACKET)) {}

Agent::Agent(const Stage& stage, Kind kind, SocketPair control)
    : environment_(stage.agent_environment(kind == Kind::kInteractive)),
      folder_(stage.home() + "/project"),
      control_(std::move(control.ours)),
      process_({executable("agent_stand_in"), "run"}, environment_.strings(),
               {control.theirs.get(), STDERR_FILENO, STDERR_FILENO}) {}

Hook Agent::hook(const std::string& input, const HookTerms& terms) {
  std::vector<std::string> argv{executable("afar-hook"), "--agent", "claude-code"};
  argv.insert(argv.end(), terms.options.begin(), terms.options.end());
  return program(std::move(argv), input, terms.variables);
}

Hook Agent::program(std::vector<std::string> argv, const std::string& input,
                    const std::map<std::string, std::string>& variables) {
  SocketPair in(SOCK_STREAM);
  SocketPair out(SOCK_STREAM);
  SocketPair err(SOCK_STREAM);
  const pid_t pid = order(argv, environment_.with(variables).strings(),
                          {in.theirs.get(), out.theirs.get(), err.theirs.get()});
  // The child alone holds its ends, so that its end is seen.
  for (UniqueFd* end : {&in.theirs, &out.theirs, &err.theirs}) end->reset();
  return Hook(*this, pid, std::move(in.ours), std::move(out.ours), std::move(err.ours), input);
}

pid_t Agent::start(const std::vector<std::string>& argv, const Streams& streams,
                   const std::map<std::string, std::string>& variables) {
  return order(argv, environment_.with(variables).strings(), streams);
}

pid_t Agent::order(const std::vector<std::string>& argv,
                   const std::vector<std::string>& environment, const Streams& streams) {
  const json wanted = {{"argv", argv}, {"environment", environment}, {"folder", folder_}};
  send_with_streams(control_.get(), wanted.dump(), streams);
  started_ = 0;
  while (started_ == 0) {
    if (!take_report()) throw std::runtime_error("the agent is dead");
  }
  return started_;
}

bool Agent::take_report() {
  if (!until_readable(control_.get())) return false;
  char text[256];
  const ssize_t got = ::recv(control_.get(), text, sizeof text, 0);
  if (got <= 0) return false;
  const json report = json::parse(text, text + got);
  if (report.contains("started")) {
    started_ = report["started"];
  } else {
    ended_[report["ended"].get<pid_t>()] = exit_of(report["status"]);
  }
  return true;
}

Exit Agent::wait_for(pid_t child) {
  while (ended_.count(child) == 0 && take_report()) {
  }
  if (const auto found = ended_.find(child); found != ended_.end()) return found->second;
  // The agent is dead, and its children are ours.
  int status = 0;
  if (!until_ended(child) || ::waitpid(child, &status, 0) != child) {
    ADD_FAILURE() << "process " << child << " did not end";
    return {};
  }
  return ended_[child] = exit_of(status);
}

void Agent::kill() {
  process_.signal(SIGKILL);
  process_.wait();
}

}  // namespace afar::test
