// The client's version against those that afar was tested with.
#include <array>
#include <cstdio>

#include "hook/agents/claude_code/doctor_checks.h"
#include "hook/agents/claude_code/origin.h"
#include "hook/doctor/trial.h"

namespace afar::hook::claude_code {
namespace {

using doctor::Findings;

using Version = std::array<int, 3>;
constexpr Version kOldest{2, 1, 197};
constexpr Version kNewest{2, 1, 332};
// It starts a runtime of some 100 MB.
constexpr std::chrono::seconds kLimit{30};

std::string in_words(const Version& version) {
  return std::to_string(version[0]) + "." + std::to_string(version[1]) + "." +
         std::to_string(version[2]);
}

std::optional<Version> version_from(const std::string& text) {
  Version version{};
  if (std::sscanf(text.c_str(), "%5d.%5d.%5d", &version[0], &version[1], &version[2]) != 3) {
    return std::nullopt;
  }
  return version;
}

doctor::Finding judge(const std::string& client, const Version& version) {
  const std::string what = client + " is Claude Code " + in_words(version);
  if (version < kOldest) {
    return doctor::wrong(
        "client", what + ", older than " + in_words(kOldest) + ": what its hooks do is unknown",
        "claude update");
  }
  if (version > kNewest) {
    return doctor::warning(
        "client", what + ": not yet tested with afar (tested up to " + in_words(kNewest) + ")",
        "try a question, and look for a newer afar");
  }
  return doctor::fine("client", what);
}

}  // namespace

Findings check_client(const doctor::Patient& patient) {
  const std::string client = doctor::program_in_path(patient.environment, "claude");
  if (client.empty()) {
    // Inside of a session the client says who it is.
    const auto told = version_from(version_in(patient.environment("AI_AGENT").value_or("")));
    if (told) return {judge("the session around this", *told)};
    return {doctor::warning("client", "there is no claude in PATH: its version is unknown",
                            "run this where claude can be run")};
  }
  const auto trial =
      doctor::try_program({client, "--version"}, "", {{"DISABLE_AUTOUPDATER", "1"}}, kLimit);
  const auto version = version_from(trial.out);
  if (version) return {judge(client, *version)};
  const std::string trouble = trial.trouble();
  return {doctor::warning("client",
                          client + " --version " + (trouble.empty() ? "says no version" : trouble),
                          "see that Claude Code runs")};
}

}  // namespace afar::hook::claude_code
