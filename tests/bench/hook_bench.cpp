// What a hook costs, start to exit, against its floor and against interpreters, in turns in one
// run:
//   bench_hook BIN_DIR [ROUNDS]
// Prints a table of ratios (medians of the ratios pair by pair, so that a machine whose speed
// drifts still compares) and the median times they come from.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>

#include "tests/bench/measure.h"

namespace {

using afar::bench::Command;
using afar::bench::Resident;
using afar::bench::Run;

struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "afar-bench-XXXXXX").string();
    path = ::mkdtemp(pattern.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

std::string question(const std::string& tool, int number) {
  return R"json({"session_id":"00000000-0000-4000-8000-000000000001","transcript_path":"",)json"
         R"json("cwd":"/tmp","permission_mode":"default","hook_event_name":"PreToolUse",)json"
         R"json("tool_name":")json" +
         tool + R"json(","tool_use_id":"toolu_bench_)json" + std::to_string(number) +
         R"json(","tool_input":{"questions":[{"question":"Which approach do you prefer?",)json"
         R"json("header":"Cache","multiSelect":false,"options":[)json"
         R"json({"label":"Redis-based cache","description":"shared"},)json"
         R"json({"label":"In-memory with LRU","description":"fastest"},)json"
         R"json({"label":"SQLite file cache (Recommended)","description":"no server"}]}]}})json";
}

double milliseconds(const Run& run) { return static_cast<double>(run.time.count()) / 1e6; }

void expect(const Run& run, const std::string& wanted) {
  if (run.output.find(wanted) == std::string::npos) {
    throw std::runtime_error("expected " + wanted + " in the output, found: " + run.output);
  }
}

struct Pair {
  const char* what;
  const char* against;
  double bar;  // the ratio to stay under
  std::vector<double> ratios{};
  std::vector<double> times{};
  std::vector<double> times_against{};

  void add(const Run& run, const Run& other) {
    ratios.push_back(milliseconds(run) / milliseconds(other));
    times.push_back(milliseconds(run));
    times_against.push_back(milliseconds(other));
  }
  void print() const {
    using afar::bench::median;
    std::printf("| %-34s | %-34s | %6.3f | <= %5.3f | %8.3f ms | %8.3f ms |\n", what, against,
                median(ratios), bar, median(times), median(times_against));
  }
};

std::string find_program(const char* name) {
  std::string path = std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    const std::string file = path.substr(at, end - at) + "/" + name;
    if (::access(file.c_str(), X_OK) == 0) return file;
    at = end + 1;
  }
  throw std::runtime_error(std::string(name) + " is not installed");
}

void measure(const std::string& bin, int rounds) {
  const Folder folder;
  const std::string home = folder.path.string();
  const std::vector<std::string> environment{"HOME=" + home, "AFAR_SOCKET=" + home + "/afard.sock",
                                             "AFAR_CONFIG=" + home + "/config.json",
                                             "CLAUDE_CODE_ENTRYPOINT=sdk-cli"};
  std::ofstream(home + "/config.json")
      << R"({"rules":[{"name":"bench","when":{"kind":"user_question"},"do":{"mode":"deny"}}]})";
  const Resident floor_server(
      {{bin + "/bench_floor_server", home + "/floor.sock", home + "/floor.db"}, environment});
  const Resident daemon({{bin + "/afard", "--log-level", "error"}, environment});
  afar::bench::wait_for_socket(home + "/floor.sock");
  afar::bench::wait_for_socket(home + "/afard.sock");

  const Command hook{{bin + "/afar-hook", "--agent", "claude-code", "--no-start"}, environment};
  const Command floor{{bin + "/bench_floor_client", home + "/floor.sock"}, environment};
  const Command empty{{bin + "/bench_empty"}, environment};
  const Command python{{"/usr/bin/python3", "-c", "pass"}, environment};
  const Command node{{find_program("node"), "-e", "0"}, environment};

  Pair over_floor{"afar-hook, decided and committed", "static C client, bare commit server", 1.5};
  Pair over_python{"afar-hook, decided and committed", "/usr/bin/python3 -c pass", 0.2};
  Pair over_node{"afar-hook, decided and committed", "node -e 0", 0.04};
  Pair over_empty{"afar-hook, stays out", "empty static C program", 2.0};
  int number = 0;
  const auto ask = [&] { return question("AskUserQuestion", ++number); };
  for (int i = 0; i < 20; ++i) afar::bench::run(hook, ask()), afar::bench::run(floor, ask());
  for (int i = 0; i < rounds; ++i) {
    const Run decided = afar::bench::run(hook, ask());
    expect(decided, "SQLite file cache");
    over_floor.add(decided, afar::bench::run(floor, ask()));
    const Run out = afar::bench::run(hook, question("Bash", 1));
    over_empty.add(out, afar::bench::run(empty, ""));
    if (i % 5 == 0) {
      over_python.add(afar::bench::run(hook, ask()), afar::bench::run(python, ""));
      over_node.add(afar::bench::run(hook, ask()), afar::bench::run(node, ""));
    }
  }
  std::printf("| %-34s | %-34s | %6s | %8s | %11s | %11s |\n", "what", "against", "ratio", "bar",
              "median", "of the other");
  std::printf("|---|---|---|---|---|---|\n");
  for (const auto* pair : {&over_floor, &over_python, &over_node, &over_empty}) pair->print();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: bench_hook BIN_DIR [ROUNDS]\n");
    return 2;
  }
  try {
    measure(argv[1], argc > 2 ? std::atoi(argv[2]) : 200);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_hook: %s\n", error.what());
    return 1;
  }
}
