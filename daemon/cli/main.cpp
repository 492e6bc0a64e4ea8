#include "daemon/cli/run.h"

int main(int argc, char** argv) {
  afar::cli::Surroundings surroundings = afar::cli::system_surroundings();
  return afar::cli::run({argv + (argc > 0 ? 1 : 0), argv + argc}, surroundings);
}
