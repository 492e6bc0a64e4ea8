// `afar-agent deliver AGENT`: resumes the session that a job names, and waits for its end.
#pragma once
#include <string>

namespace afar::deliver {

// Reads the job on standard input and prints the receipt; the exit code is 0 where there is one.
int run(const std::string& agent);

}  // namespace afar::deliver
