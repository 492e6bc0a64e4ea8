#include "daemon/delivery/agent_run.h"

#include <fcntl.h>
#include <sys/file.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

#include "shared/dialog/dialog_json.h"
#include "shared/os/process.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/message.h"
#include "shared/rpc/nesting.h"

namespace afar {
namespace {

using nlohmann::json;

// A receipt is a line; what is longer is none.
constexpr std::size_t kReceiptBytesMax = 64 * 1024;

std::string job_text(const RunJob& job) {
  return rpc::dump({{"dialog", job.dialog},
                    {"attempt", job.attempt},
                    {"origin", to_json(job.origin)},
                    {"program", job.how.program},
                    {"env_file", job.how.env_file},
                    {"args", job.how.args},
                    {"text", job.text.empty() ? json(nullptr) : json(job.text)},
                    {"runs", job.runs}});
}

RunReceipt failed(const std::string& why) { return {false, false, "", why}; }

RunReceipt receipt_from(const std::string& text) {
  if (text.empty()) return failed("afar-agent ended without a word; see afard's log");
  if (!rpc::nests_within(text, rpc::kNestingMax))
    return failed("afar-agent's receipt nests too deep");
  const auto read = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (read.is_discarded()) return failed("afar-agent's receipt is not JSON");
  try {
    const Fields fields(read);
    return {fields.boolean_or("ok", false), fields.boolean_or("hopeless", false),
            fields.string_or("run", ""), fields.string_or("why", "")};
  } catch (const BadField& bad) {
    return failed(std::string("afar-agent's receipt: ") + bad.what());
  }
}

}  // namespace

void AgentRun::start(boost::asio::io_context& loop, const std::string& afar_agent,
                     const std::string& log, const RunJob& job, Handler handler) {
  try {
    if (afar_agent.empty()) throw std::runtime_error("afar-agent is not installed beside afard");
    UniqueFd out = spawn_piped({afar_agent, "deliver", job.origin.agent},
                               environment_without_agent(), job_text(job), log);
    std::make_shared<AgentRun>(loop, out.release(), std::move(handler))->read();
  } catch (const std::exception& error) {
    boost::asio::post(loop, [handler, receipt = failed(error.what())] { handler(receipt); });
  }
}

void AgentRun::read() {
  out_.async_read_some(
      boost::asio::buffer(bytes_),
      [self = shared_from_this()](const boost::system::error_code& error, std::size_t size) {
        self->text_.append(self->bytes_, size);
        if (!error && self->text_.size() <= kReceiptBytesMax) {
          self->read();
        } else {
          self->handler_(receipt_from(self->text_));
        }
      });
}

bool agent_run_lives(const std::string& runs, const DialogId& dialog) {
  const UniqueFd lock(
      ::open((runs + "/" + dialog + ".lock").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  return lock && ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0;
}

}  // namespace afar
