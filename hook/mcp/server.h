// The server: MCP on standard input and output, each call of a tool in a process of its own.
// Single-threaded; blocks in poll(). SIGPIPE has to be ignored: the ends of pipes are seen as such.
#pragma once
#include <list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hook/mcp/end_signals.h"
#include "hook/mcp/errand.h"
#include "hook/mcp/tool.h"
#include "shared/rpc/limits.h"
#include "shared/rpc/line_buffer.h"
#include "shared/rpc/message.h"

namespace afar::mcp {

// What the server speaks on. Not owned.
struct Streams {
  int in = 0;
  int out = 1;
};

class Server {
 public:
  // `progress_every`: Claude Code gives a tool up that has shown nothing for 30 minutes (seen in
  // 2.1.332), other clients after a minute.
  explicit Server(Desk desk, Streams streams = {},
                  Milliseconds progress_every = Milliseconds(30'000))
      : desk_(std::move(desk)), streams_(streams), progress_every_(progress_every) {}

  // Until the client ends it, by the end of its input or by a signal. The exit code.
  int run();

 private:
  enum class End { kNot, kClientLeft, kStopped, kNoProtocol };

  void wait();
  void read_input();
  void handle_line(std::string_view line);
  void handle_message(std::string_view text);
  void handle_request(const rpc::Incoming& request, std::string_view text);
  void list_tools(const std::string& id);
  void call_tool(const rpc::Incoming& request, std::string_view text);
  void start(Errand::Name name, const Tool& tool, const ToolCall& call);
  void cancel(const nlohmann::json& params);
  // Passes on what this call reports; true once it is over.
  bool is_over(Errand& errand);
  void show_progress(MonoTime now);
  void send(std::string_view line);

  Desk desk_;
  Streams streams_;
  Milliseconds progress_every_;
  EndSignals signals_;
  rpc::LineBuffer input_{rpc::kMessageBytesMax};
  std::list<Errand> errands_;
  End end_ = End::kNot;
};

}  // namespace afar::mcp
