#include "hook/mcp/run.h"

int main(int argc, char** argv) {
  return afar::mcp::run(afar::mcp::read_options(argc, argv), afar::system_environment());
}
