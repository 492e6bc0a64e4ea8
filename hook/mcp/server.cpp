#include "hook/mcp/server.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "hook/json/raw.h"
#include "hook/mcp/complain.h"
#include "hook/mcp/handshake.h"
#include "hook/mcp/tools.h"

namespace afar::mcp {
namespace {

using nlohmann::json;
using std::chrono::steady_clock;

// A client asks for a handful at once; each is a process.
constexpr std::size_t kErrandsMax = 64;
// Messages in one array: as many calls as can be under way.
constexpr std::size_t kBatchMax = kErrandsMax;

std::string_view part(std::string_view text, std::string_view name) {
  return raw::member(text, name).value_or("");
}

json tool_result(const ToolReply& reply) {
  json result = {{"content", {{{"type", "text"}, {"text", reply.text}}}}};
  if (reply.is_error) result["isError"] = true;
  return result;
}

}  // namespace

int Server::run() {
  while (end_ == End::kNot) wait();
  if (end_ == End::kStopped) {
    for (auto& errand : errands_) errand.cancel();
  }
  errands_.clear();
  return end_ == End::kNoProtocol ? 1 : 0;
}

void Server::wait() {
  std::vector<pollfd> watched{{streams_.in, POLLIN, 0}, {signals_.fd(), POLLIN, 0}};
  std::optional<MonoTime> until;
  for (const auto& errand : errands_) {
    watched.push_back({errand.fd(), POLLIN, 0});
    if (errand.name().progress_token.empty()) continue;
    until = until ? std::min(*until, errand.next_progress) : errand.next_progress;
  }
  int timeout = -1;
  if (until) {
    const auto left = std::chrono::ceil<Milliseconds>(*until - steady_clock::now());
    timeout = static_cast<int>(std::max<std::int64_t>(left.count(), 0));
  }
  const int ready = ::poll(watched.data(), static_cast<nfds_t>(watched.size()), timeout);
  if (ready < 0 && errno != EINTR) throw std::runtime_error("poll failed");
  show_progress(steady_clock::now());
  if (ready <= 0) return;
  // In the order in which they were put in; what starts meanwhile is looked at the next time.
  auto errand = errands_.begin();
  for (std::size_t i = 2; i < watched.size(); ++i) {
    const bool over = watched[i].revents != 0 && is_over(*errand);
    errand = over ? errands_.erase(errand) : std::next(errand);
  }
  if (watched[1].revents != 0) {
    end_ = End::kStopped;
  } else if (watched[0].revents != 0) {
    read_input();
  }
}

void Server::read_input() {
  char bytes[64 * 1024];
  const ssize_t got = ::read(streams_.in, bytes, sizeof bytes);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got <= 0) {
    end_ = End::kClientLeft;
    return;
  }
  const bool fits = input_.append({bytes, static_cast<std::size_t>(got)});
  while (const auto line = input_.next()) handle_line(*line);
  if (fits) return;
  // Its id is not known, so its call could never be answered: the client has to see an end.
  complain("the client sent a message over 16 MiB");
  send(rpc::error_line("", rpc::ErrorCode::kTooLarge, "the message is longer than 16 MiB"));
  end_ = End::kNoProtocol;
}

void Server::handle_line(std::string_view line) {
  if (line.find_first_not_of(" \t") == std::string_view::npos) return;
  // Revision 2025-03-26 alone has several messages in one array.
  const auto batch = raw::elements(line);
  if (!batch || batch->empty() || batch->size() > kBatchMax) return handle_message(line);
  for (const auto each : *batch) handle_message(each);
}

void Server::handle_message(std::string_view text) {
  // JavaScript may send half of a pair, which is JSON but no UTF-8.
  const auto repaired = raw::without_lone_surrogates(text);
  const auto parsed = rpc::parse_message(repaired ? std::string_view(*repaired) : text);
  if (const auto* malformed = std::get_if<rpc::Malformed>(&parsed)) {
    return send(rpc::error_line(malformed->id, malformed->code, malformed->why));
  }
  const auto& message = std::get<rpc::Incoming>(parsed);
  switch (message.kind) {
    case rpc::Incoming::Kind::kRequest:
      return handle_request(message, text);
    case rpc::Incoming::Kind::kNotification:
      if (message.method == "notifications/cancelled") cancel(*message.body);
      return;
    case rpc::Incoming::Kind::kResult:
    case rpc::Incoming::Kind::kError:
      return;  // we ask the client nothing
  }
}

void Server::handle_request(const rpc::Incoming& request, std::string_view text) {
  const json& params = *request.body;
  if (!params.is_object()) {
    return send(
        rpc::error_line(request.id, rpc::ErrorCode::kInvalidParams, "params is not an object"));
  }
  if (request.method == "initialize") {
    const std::string_view info = part(part(text, "params"), "clientInfo");
    desk_.client = raw::text_of(part(info, "name")).value_or("");
    send(rpc::result_line(request.id, initialize_result(params)));
  } else if (request.method == "ping") {
    send(rpc::result_line(request.id, json::object()));
  } else if (request.method == "tools/list") {
    list_tools(request.id);
  } else if (request.method == "tools/call") {
    call_tool(request, text);
  } else {
    send(rpc::error_line(request.id, rpc::ErrorCode::kUnknownMethod,
                         "there is no method " + request.method));
  }
}

void Server::list_tools(const std::string& id) {
  json list = json::array();
  for (const Tool* tool : tools()) {
    json entry = tool->description();
    entry["name"] = tool->name();
    list.push_back(std::move(entry));
  }
  send(rpc::result_line(id, {{"tools", std::move(list)}}));
}

void Server::call_tool(const rpc::Incoming& request, std::string_view text) {
  const auto refuse = [&](const std::string& why) {
    send(rpc::error_line(request.id, rpc::ErrorCode::kInvalidParams, why));
  };
  const std::string_view params = part(text, "params");
  const std::string name = raw::text_of(part(params, "name")).value_or("");
  const Tool* tool = find_tool(name);
  if (tool == nullptr) return refuse("there is no tool \"" + name + "\"");
  const auto arguments = raw::member(params, "arguments");
  if (arguments && !raw::members(*arguments)) return refuse("arguments is not an object");
  for (const auto& errand : errands_) {
    if (errand.name().request == request.id) return refuse("a call with this id is under way");
  }
  if (errands_.size() >= kErrandsMax) return refuse("too many calls are under way");
  const std::string_view meta = part(params, "_meta");
  const std::string_view token = part(meta, "progressToken");
  start({request.id, std::string(token == "null" ? "" : token)}, *tool,
        {std::string(arguments.value_or("{}")), std::string(meta)});
}

void Server::start(Errand::Name name, const Tool& tool, const ToolCall& call) {
  std::vector<int> ours{streams_.in, streams_.out, signals_.fd()};
  for (const auto& errand : errands_) ours.push_back(errand.fd());
  const std::string id = name.request;
  const auto work = [&](hook::AgentWatch& watch) -> Report {
    auto reply = tool.call(call, desk_, watch);
    if (!reply) return {};
    return {rpc::result_line(id, tool_result(*reply)), std::move(reply->told)};
  };
  try {
    Errand& errand = errands_.emplace_back(std::move(name), work, ours);
    errand.next_progress = steady_clock::now() + progress_every_;
  } catch (const std::runtime_error& failed) {
    complain(failed.what());
    send(rpc::error_line(id, rpc::ErrorCode::kInternal, failed.what()));
  }
}

void Server::cancel(const json& params) {
  const auto request = params.is_object() ? params.find("requestId") : params.end();
  if (request == params.end()) return;
  const std::string id = rpc::dump(*request);
  for (auto& errand : errands_) {
    if (errand.name().request == id && !errand.is_cancelled()) errand.cancel();
  }
}

bool Server::is_over(Errand& errand) {
  if (!errand.read()) return false;
  const auto line = errand.take_line();
  if (errand.is_cancelled()) return true;
  if (!line) {
    send(rpc::error_line(errand.name().request, rpc::ErrorCode::kInternal,
                         "the call ended without a result"));
    return true;
  }
  send(*line);
  if (end_ == End::kNot) errand.tell_that_it_was_given();
  return true;
}

void Server::show_progress(MonoTime now) {
  for (auto& errand : errands_) {
    const std::string& token = errand.name().progress_token;
    if (token.empty() || now < errand.next_progress) continue;
    errand.next_progress = now + progress_every_;
    if (errand.is_cancelled()) continue;
    const json parsed = json::parse(token, nullptr, /*allow_exceptions=*/false);
    if (!parsed.is_string() && !parsed.is_number_integer()) continue;
    send(rpc::notification_line(
        "notifications/progress",
        {{"progressToken", parsed}, {"progress", ++errand.progress}, {"message", "waiting"}}));
  }
}

void Server::send(std::string_view line) {
  if (!hook::write_all(streams_.out, line)) end_ = End::kClientLeft;
}

}  // namespace afar::mcp
