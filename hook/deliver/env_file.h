// A file of environment variables for a resumed run: NAME=value, one a line, `#` begins a comment
// line, nothing is quoted or expanded. Only a file of ours that nobody else can read is taken.
#pragma once
#include <map>
#include <string>

namespace afar::deliver {

// Throws Undeliverable (deliver/job.h) that names the file and the line, never a value.
std::map<std::string, std::string> read_env_file(const std::string& path);

}  // namespace afar::deliver
