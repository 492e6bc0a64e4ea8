// One run of afar-agent: started, and its receipt read once it has ended. It outlives the daemon
// where it has to; while it lives it holds the lock `<runs>/<dialog>.lock`.
#pragma once
#include <boost/asio/posix/stream_descriptor.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daemon/config/read_delivery.h"
#include "shared/dialog/dialog.h"

namespace afar {

struct RunJob {
  DialogId dialog;
  int attempt = 1;
  Origin origin;
  config::AgentDelivery how;
  std::string runs;  // the folder for what it prints
  std::string text;  // what it is told; empty: it makes its own call again and is answered there
};

// What became of it.
struct RunReceipt {
  bool ok = false;        // the agent ran to its end without an error
  bool hopeless = false;  // trying again would change nothing
  std::string run;        // the file with what the agent printed; empty: it was never started
  std::string why;        // where not ok
};

class AgentRun : public std::enable_shared_from_this<AgentRun> {
 public:
  using Handler = std::function<void(const RunReceipt&)>;

  // Starts it; the handler is called once, on the loop. What cannot be started is a receipt too.
  static void start(boost::asio::io_context& loop, const std::string& afar_agent,
                    const std::string& log, const RunJob& job, Handler handler);

  AgentRun(boost::asio::io_context& loop, int fd, Handler handler)
      : out_(loop, fd), handler_(std::move(handler)) {}

 private:
  void read();

  boost::asio::posix::stream_descriptor out_;
  Handler handler_;
  std::string text_;
  char bytes_[4096] = {};
};

// Whether an afar-agent works for this dialog now, whoever started it.
bool agent_run_lives(const std::string& runs, const DialogId& dialog);

}  // namespace afar
