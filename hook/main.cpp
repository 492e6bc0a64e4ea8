#include "hook/run.h"

int main(int argc, char** argv) {
  const auto started = std::chrono::steady_clock::now();
  const auto command = afar::hook::read_options(argc, argv);
  return afar::hook::run(command, started, afar::system_environment());
}
