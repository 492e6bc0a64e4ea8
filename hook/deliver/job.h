// What afard asks of `afar-agent deliver`, and what it is told.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "shared/dialog/dialog.h"

namespace afar::deliver {

// The job, as JSON on standard input: {dialog, attempt, origin, program, env_file, args, runs,
// text}.
struct Job {
  DialogId dialog;
  int attempt = 1;
  Origin origin;
  std::string program;            // absolute; empty: found by the agent's name
  std::string env_file;           // NAME=value lines; empty: none
  std::vector<std::string> args;  // more arguments for the agent
  std::string runs;               // the folder for what it prints
  std::string text;               // the agent's prompt; empty: none, its own call comes again
};
// Throws BadField where it is none.
Job job_from(std::string_view text);

// The receipt, as JSON on standard output: {ok, hopeless, run, why}.
struct Receipt {
  bool ok = false;
  bool hopeless = false;  // trying again would change nothing
  std::string run;        // the file with what the agent printed; empty: it was not started
  std::string why;        // where not ok
};
std::string to_text(const Receipt& receipt);

// Ends a delivery that cannot be.
struct Undeliverable {
  std::string why;
  bool hopeless = true;
};

}  // namespace afar::deliver
