#include "daemon/cli/call_failure.h"

#include <nlohmann/json.hpp>

#include "daemon/cli/configured.h"
#include "daemon/text/printable.h"
#include "daemon/text/words.h"
#include "daemon/config/on_record.h"
#include "shared/dialog/dialog_json.h"

namespace afar::cli {
namespace {

ExitCode exit_code_of(rpc::ErrorCode code) {
  switch (code) {
    case rpc::ErrorCode::kNotFound:
      return ExitCode::kNoSuchDialog;
    case rpc::ErrorCode::kAlreadyEnded:
      return ExitCode::kAlreadyEnded;
    case rpc::ErrorCode::kNotAllowed:
      return ExitCode::kNotAllowed;
    case rpc::ErrorCode::kInvalidAnswer:
      return ExitCode::kWrongUsage;
    default:
      return ExitCode::kFailed;
  }
}

}  // namespace

Failure already_ended(const Dialog& dialog, WallTime now) {
  return {ExitCode::kAlreadyEnded, ended_already(dialog, now) + " Nothing changed."};
}

Failure failure_of(const rpc::CallFailed& failed, WallTime now) {
  std::string message = printable_line(failed.what());
  if (failed.code() == rpc::ErrorCode::kAlreadyEnded) {
    const auto data = nlohmann::json::parse(failed.data(), nullptr, /*allow_exceptions=*/false);
    if (data.is_object() && data.contains("dialog")) {
      return already_ended(dialog_from(data["dialog"]), now);
    }
    message += ". Nothing changed.";
  } else if (failed.code() == rpc::ErrorCode::kRestarting) {
    message = "the daemon is being restarted and did nothing; try again in a moment";
  } else if (failed.code() == rpc::ErrorCode::kConfigRejected) {
    const auto data = nlohmann::json::parse(failed.data(), nullptr, /*allow_exceptions=*/false);
    message = "the configuration is not taken, the old one stays in force:\n" +
              problems_text(config::problems_from(data));
  }
  return {exit_code_of(failed.code()), message};
}

}  // namespace afar::cli
