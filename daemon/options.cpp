#include "daemon/options.h"

#include <cstdio>
#include <cxxopts.hpp>
#include <set>

#include "shared/version.h"

namespace afar {

DaemonOptions read_daemon_options(int argc, char** argv) {
  DaemonOptions result;
  cxxopts::Options options(
      "afard",
      "afard keeps what coding agents ask until somebody answers.\n"
      "It runs in the foreground; SIGTERM stops it, SIGHUP has it read its configuration again.\n");
  options.add_options()                                                                //
      ("config", "the configuration file", cxxopts::value<std::string>(), "FILE")      //
      ("db", "the database", cxxopts::value<std::string>(), "FILE")                    //
      ("socket", "the socket to listen at", cxxopts::value<std::string>(), "PATH")     //
      ("log-level", "debug, info, warn or error", cxxopts::value<std::string>(), "L")  //
      ("version", "print the versions of product, protocol and schema")                //
      ("h,help", "print this");
  try {
    const auto given = options.parse(argc, argv);
    if (given.count("help") != 0) {
      std::fputs(options.help().c_str(), stdout);
      return result;
    }
    if (given.count("version") != 0) {
      std::printf("%s\n", version_line("afard").c_str());
      return result;
    }
    if (!given.unmatched().empty()) {
      std::fprintf(stderr, "afard: unexpected argument %s (see afard --help)\n",
                   given.unmatched().front().c_str());
      result.exit_code = 2;
      return result;
    }
    const auto text = [&](const char* name) {
      return given.count(name) != 0 ? given[name].as<std::string>() : std::string();
    };
    result.paths = find_paths(system_environment(), {text("socket"), text("db"), text("config")});
    if (given.count("log-level") != 0) result.log_level = text("log-level");
    static const std::set<std::string> kLevels{"debug", "info", "warn", "error"};
    if (kLevels.count(result.log_level) == 0) {
      std::fprintf(stderr, "afard: --log-level %s: expected debug, info, warn or error\n",
                   result.log_level.c_str());
      result.exit_code = 2;
      return result;
    }
    result.run = true;
  } catch (const cxxopts::exceptions::exception& error) {
    std::fprintf(stderr, "afard: %s (see afard --help)\n", error.what());
    result.exit_code = 2;
  }
  return result;
}

}  // namespace afar
