// The programs, the switches that keep them still, and the configuration.
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "hook/doctor/checks.h"
#include "hook/doctor/trial.h"
#include "shared/os/process.h"
#include "shared/version.h"

namespace afar::doctor {
namespace {

constexpr const char* kInstallWhole = "install one release of afar whole";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

void check_program(const std::string& name, const std::string& path, Findings& findings) {
  if (path.empty()) {
    findings.push_back(
        wrong("programs", "there is no " + name + " beside afar nor in PATH", kInstallWhole));
    return;
  }
  const Trial trial = try_program({path, "--version"});
  if (const auto trouble = trial.trouble(); !trouble.empty()) {
    findings.push_back(wrong("programs", path + " --version " + trouble, kInstallWhole));
  } else if (first_line(trial.out) != version_line(name)) {
    findings.push_back(
        wrong("programs",
              path + " is " + first_line(trial.out) + ", this is " + version_line("afar-agent"),
              kInstallWhole));
  }
}

void tell_problem(const nlohmann::json& problem, Findings& findings) {
  const auto text = [&](const char* name) {
    const auto found = problem.find(name);
    if (found == problem.end() || found->is_null()) return std::string();
    return found->is_string() ? found->get<std::string>() : found->dump();
  };
  std::string what = text("file");
  if (!text("line").empty()) what += ", line " + text("line");
  if (!text("path").empty()) what += ": " + text("path");
  findings.push_back(
      wrong("config", what + ": " + text("what"),
            "mend it, then afar config check; until then afard keeps what it has, or does not "
            "start"));
}

}  // namespace

Findings check_programs(const Patient& patient) {
  Findings findings;
  check_program("afar-hook", patient.hook, findings);
  check_program("afard", find_sibling("afard"), findings);
  check_program("afar", find_sibling("afar"), findings);
  if (findings.empty()) {
    findings.push_back(fine("programs", version_line("afar") + ", all of one release"));
  }
  return findings;
}

Findings check_switches(const Patient& patient) {
  Findings findings;
  if (patient.environment("AFAR_DISABLE").value_or("0") != "0") {
    findings.push_back(
        wrong("switches",
              "AFAR_DISABLE is set here: hooks of an agent that is started here stay "
              "silent",
              "unset AFAR_DISABLE"));
  }
  const std::string off = patient.paths.state_dir + "/off";
  if (::access(off.c_str(), F_OK) == 0) {
    findings.push_back(wrong("switches", "afar is switched off: every hook stays silent",
                             "afar on (or rm " + off + ")"));
  }
  if (findings.empty()) findings.push_back(fine("switches", "afar is on"));
  return findings;
}

Findings check_config(const Patient& patient) {
  const std::string afar = find_sibling("afar");
  if (afar.empty()) return {};
  std::vector<std::string> argv{afar, "config", "check", "--json"};
  if (!patient.overrides.config.empty()) argv.push_back("--config=" + patient.overrides.config);
  const Trial trial = try_program(argv);
  const auto result = nlohmann::json::parse(trial.out, nullptr, /*allow_exceptions=*/false);
  if (!result.is_object()) {
    const std::string trouble = trial.trouble();
    return {wrong("config", "afar config check " + (trouble.empty() ? "says nothing" : trouble),
                  "run it by hand")};
  }
  Findings findings;
  for (const auto& each : result.value("problems", nlohmann::json::array())) {
    tell_problem(each, findings);
  }
  if (findings.empty()) {
    const bool there = ::access(patient.paths.config.c_str(), F_OK) == 0;
    findings.push_back(fine(
        "config", there ? patient.paths.config + " is fine"
                        : "there is no " + patient.paths.config + ": the built-in policy rules"));
  }
  return findings;
}

}  // namespace afar::doctor
