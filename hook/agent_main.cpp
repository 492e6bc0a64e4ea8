// afar-agent: what afar has to do with one agent apart from its events. Started by afar and by
// afard, never by an agent and hardly by a person.
#include <csignal>
#include <filesystem>
#include <iostream>

#include "hook/deliver/run.h"
#include "hook/doctor/run.h"
#include "hook/setup/installed_program.h"
#include "hook/setup/run.h"
#include "shared/version.h"

namespace {

constexpr const char* kUsage =
    "usage: afar-agent setup AGENT [...]\n"
    "       afar-agent doctor [AGENT] [...]\n"
    "       afar-agent deliver AGENT < JOB\n"
    "Run by afar and afard; see afar help setup, afar help doctor.\n";

int set_up(const std::vector<std::string>& words) {
  const afar::Environment environment = afar::system_environment();
  const auto ended = afar::setup::run(
      words, {environment, std::filesystem::current_path().string(),
              afar::setup::installed_program("afar-hook", environment), afar::read_clocks().wall,
              afar::setup::installed_program("afar-mcp", environment)});
  std::cout << ended.out << std::flush;
  std::cerr << ended.err;
  return std::cout ? ended.exit_code : 1;
}

int examine(const std::vector<std::string>& words) {
  afar::doctor::Patient patient;
  patient.environment = afar::system_environment();
  patient.folder = std::filesystem::current_path().string();
  patient.hook = afar::setup::installed_program("afar-hook", patient.environment);
  patient.now = afar::read_clocks().wall;
  const auto ended = afar::doctor::run(words, std::move(patient));
  std::cout << ended.out << std::flush;
  std::cerr << ended.err;
  return std::cout ? ended.exit_code : 1;
}

int dispatch(const std::vector<std::string>& words) {
  const std::string command = words.empty() ? "" : words[0];
  const std::vector<std::string> rest(words.begin() + (words.empty() ? 0 : 1), words.end());
  if (command == "setup") return set_up(rest);
  if (command == "doctor") return examine(rest);
  if (command == "deliver" && rest.size() == 1) return afar::deliver::run(rest[0]);
  if (command == "--version") {
    std::cout << afar::version_line("afar-agent") << "\n";
    return 0;
  }
  if (command == "--help") {
    std::cout << kUsage;
    return 0;
  }
  std::cerr << kUsage;
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return dispatch({argv + (argc > 0 ? 1 : 0), argv + argc});
  } catch (const std::exception& failed) {
    std::cerr << "afar-agent: " << failed.what() << "\n";
    return 1;
  }
}
