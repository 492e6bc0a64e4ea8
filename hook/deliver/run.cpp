#include "hook/deliver/run.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "hook/agents/claude_code/resume.h"
#include "hook/deliver/env_file.h"
#include "hook/deliver/job.h"
#include "hook/streams.h"
#include "shared/dialog/fields.h"
#include "shared/os/input_file.h"
#include "shared/os/instance_lock.h"
#include "shared/os/paths.h"
#include "shared/os/process.h"

namespace afar::deliver {
namespace {

// A late answer to each of some questions, and a few hundred bytes around it.
constexpr std::size_t kJobBytesMax = 16u * 1024 * 1024;

std::string client_program(const Job& job) {
  if (!job.program.empty()) {
    if (::access(job.program.c_str(), X_OK) == 0) return job.program;
    throw Undeliverable{"there is no program " + job.program, /*hopeless=*/false};
  }
  std::string found = find_sibling("claude");
  if (found.empty()) {
    const std::string usual = system_environment()("HOME").value_or("") + "/.local/bin/claude";
    if (::access(usual.c_str(), X_OK) == 0) found = usual;
  }
  if (found.empty()) {
    throw Undeliverable{
        "there is no claude in PATH nor in ~/.local/bin; name it with delivery.claude-code.program",
        /*hopeless=*/false};
  }
  return found;
}

std::string mcp_program() {
  std::string found = find_sibling("afar-mcp");
  if (found.empty()) throw Undeliverable{"afar-mcp is not installed", /*hopeless=*/false};
  return found;
}

// What the agent prints goes to a file of its own; the person's files stay as their umask says.
UniqueFd open_run(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!fd) {
    throw Undeliverable{"cannot write " + path + ": " + std::strerror(errno), /*hopeless=*/false};
  }
  return fd;
}

// What the agent reads.
UniqueFd input_of(const std::string& text) {
  if (text.empty()) return UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  try {
    return input_file(text);
  } catch (const std::runtime_error& error) {
    throw Undeliverable{error.what(), /*hopeless=*/false};
  }
}

[[noreturn]] void become(const std::vector<std::string>& argv, const std::string& folder, int in,
                         int out) {
  if (::chdir(folder.c_str()) != 0) ::_exit(126);
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  std::signal(SIGPIPE, SIG_DFL);
  std::vector<char*> words;
  for (const auto& each : argv) words.push_back(const_cast<char*>(each.c_str()));
  words.push_back(nullptr);
  ::execv(words[0], words.data());
  ::_exit(127);
}

int run_agent(const hook::claude_code::ResumeCommand& command, const Job& job, int out) {
  const UniqueFd in = input_of(job.text);
  for (const auto& [name, value] : command.environment) ::setenv(name.c_str(), value.c_str(), 1);
  const pid_t child = ::fork();
  if (child < 0) {
    throw Undeliverable{std::string("fork: ") + std::strerror(errno), /*hopeless=*/false};
  }
  if (child == 0) become(command.argv, job.origin.cwd, in.get(), out);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void check_folder(const std::string& folder) {
  struct stat info {};
  if (::stat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) {
    throw Undeliverable{"its folder " + folder + " is gone", /*hopeless=*/false};
  }
}

Receipt deliver(const Job& job) {
  // As long as this process lives; it tells a daemon that was restarted that we are at it.
  const auto lock = InstanceLock::try_acquire(job.runs + "/" + job.dialog + ".lock");
  if (!lock) throw Undeliverable{"another run for this dialog is under way", /*hopeless=*/false};
  check_folder(job.origin.cwd);
  auto command = hook::claude_code::resume_command(job, client_program(job), mcp_program());
  if (!job.env_file.empty()) command.environment.merge(read_env_file(job.env_file));
  Receipt receipt;
  receipt.run = job.runs + "/" + job.dialog + "-" + std::to_string(job.attempt) + ".json";
  const int code = run_agent(command, job, open_run(receipt.run).get());
  receipt.ok = code == 0;
  if (code != 0) {
    receipt.why = "claude ended with status " + std::to_string(code) + "; see " + receipt.run;
  }
  return receipt;
}

Receipt receipt_for(const std::string& agent) {
  try {
    if (agent != "claude-code")
      throw Undeliverable{"nothing is delivered to agents named " + agent};
    const auto input = hook::read_all(STDIN_FILENO, kJobBytesMax);
    if (!input) throw Undeliverable{"the job is too large"};
    return deliver(job_from(*input));
  } catch (const Undeliverable& cannot) {
    return {false, cannot.hopeless, "", cannot.why};
  } catch (const BadField& bad) {
    return {false, true, "", bad.what()};
  }
}

}  // namespace

int run(const std::string& agent) {
  const Receipt receipt = receipt_for(agent);
  return hook::write_all(STDOUT_FILENO, to_text(receipt) + "\n") ? 0 : 1;
}

}  // namespace afar::deliver
