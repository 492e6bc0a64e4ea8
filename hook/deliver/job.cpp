#include "hook/deliver/job.h"

#include <nlohmann/json.hpp>

#include "shared/dialog/dialog_json.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/message.h"
#include "shared/rpc/nesting.h"

namespace afar::deliver {

using nlohmann::json;

Job job_from(std::string_view text) {
  if (!rpc::nests_within(text, rpc::kNestingMax)) throw BadField("the job nests too deep");
  const auto read = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (read.is_discarded()) throw BadField("the job is not JSON");
  const Fields fields(read);
  Job job;
  job.dialog = fields.string("dialog");
  // It becomes part of file names.
  if (!looks_like_dialog_id(job.dialog)) fields.refuse("dialog", "expected a dialog's id");
  job.attempt = static_cast<int>(fields.optional_integer("attempt").value_or(1));
  job.origin = origin_from(fields.object("origin"));
  job.program = fields.string_or("program", "");
  job.env_file = fields.string_or("env_file", "");
  job.args = fields.strings_or_none("args");
  job.runs = fields.string("runs");
  job.text = fields.string_or("text", "");
  return job;
}

std::string to_text(const Receipt& receipt) {
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? json(nullptr) : json(text);
  };
  return rpc::dump({{"ok", receipt.ok},
                    {"hopeless", receipt.hopeless},
                    {"run", text_or_null(receipt.run)},
                    {"why", text_or_null(receipt.why)}});
}

}  // namespace afar::deliver
