#include "daemon/ipc/server.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "shared/dialog/dialog_json.h"
#include "shared/rpc/limits.h"

namespace afar {
namespace {

constexpr Milliseconds kLastWords(1000);
constexpr Milliseconds kAcceptPause(100);

}  // namespace

Server::Server(Desk& desk, Listener listener)
    : desk_(desk),
      listener_(std::move(listener)),
      acceptor_(desk.loop),
      pause_(desk.loop),
      last_words_(desk.loop) {
  listen();
  desk_.turns.on_effect([this](const Effect& effect) { carry_out(effect); });
  desk_.turns.on_give_up([this](const Waiter& waiter, const std::string& why) {
    send(waiter.id.connection,
         rpc::error_line(waiter.id.request, rpc::ErrorCode::kStorageUnavailable, why));
  });
}

void Server::listen() {
  acceptor_.assign(boost::asio::local::stream_protocol(), listener_.release());
  accept();
}

void Server::bind_again_if_lost() {
  if (!acceptor_.is_open() || !listener_.lost()) return;
  spdlog::warn("the socket {} is gone: binding it again", listener_.path());
  try {
    Listener again = Listener::bind(listener_.path());
    acceptor_.close();
    listener_ = std::move(again);
    listen();
  } catch (const std::exception& error) {
    spdlog::error("{}", error.what());
  }
}

void Server::accept() {
  acceptor_.async_accept([this](const boost::system::error_code& error, Connection::Socket socket) {
    if (error == boost::asio::error::operation_aborted) return;
    if (error) {
      // Out of descriptors, mostly: those who wait in the backlog are taken when some are free.
      spdlog::error("accepting a connection: {}", error.message());
      pause_.expires_after(kAcceptPause);
      pause_.async_wait([this](const boost::system::error_code& stopped) {
        if (!stopped) accept();
      });
      return;
    }
    take(std::move(socket));
    accept();
  });
}

void Server::take(Connection::Socket socket) {
  const auto peer = peer_of(socket.native_handle());
  if (!peer || peer->uid != ::getuid()) {
    spdlog::warn("a process of another user (uid {}) was turned away", peer ? peer->uid : 0);
    return;
  }
  auto connection = std::make_shared<Connection>(
      std::move(socket), ++last_id_, *peer,
      Connection::Handlers{
          [this](const auto& from, const std::string& line) { dispatch(desk_, from, line); },
          [this](const auto& from) {
            ++desk_.refused_calls;
            from->send(rpc::error_line(
                "", rpc::ErrorCode::kTooLarge,
                "a message is at most " + std::to_string(rpc::kMessageBytesMax) + " bytes"));
            from->close_when_sent();
          },
          [this](const auto& closed) { forget(closed); }});
  connections_.emplace(connection->id(), connection);
  connection->start();
  if (desk_.on_connection) desk_.on_connection();
}

void Server::forget(const std::shared_ptr<Connection>& connection) {
  connections_.erase(connection->id());
  desk_.watchers.drop(connection->id());
  if (stopped_) {
    if (connections_.empty()) last_words_.cancel();
    return;
  }
  if (connection->role != Role::kAgent) return;
  record_loss(connection->id());
}

void Server::record_loss(ConnectionId id) {
  // After what the connection said last: its messages are in the queue before this. Where the disk
  // fails it is tried again with a later turn, since whoever waited here is gone all the same.
  desk_.turns.post_lazily(
      {[id](CommitTurns::Job& job) { job.broker.connection_lost(job.turn, id); },
       [this, id](WorkFailure failure, const std::string&) {
         if (failure == WorkFailure::kStorageUnavailable) record_loss(id);
       }});
}

void Server::send(ConnectionId to, std::string line) {
  const auto found = connections_.find(to);
  if (found != connections_.end()) found->second->send(std::move(line));
}

void Server::carry_out(const Effect& effect) {
  if (const auto* told = std::get_if<TellOutcome>(&effect)) {
    send(told->to.connection, rpc::result_line(told->to.request, to_json(told->result)));
  } else if (const auto* opened = std::get_if<TellOpened>(&effect)) {
    send(opened->to, rpc::notification_line("dialog.opened", to_json(opened->opened)));
  } else if (const auto* changed = std::get_if<DialogChanged>(&effect)) {
    tell_watchers(changed->id);
  } else if (const auto* late = std::get_if<TellLate>(&effect)) {
    send(late->to.connection, rpc::result_line(late->to.request, to_json(late->words)));
  } else if (std::holds_alternative<ResumeDue>(effect)) {
    desk_.on_resume_due();
  }
}

void Server::tell_watchers(const DialogId& id) {
  if (!desk_.watchers.watches(id)) return;
  // In a turn of its own, since the record is read again.
  desk_.turns.post({[this, id](CommitTurns::Job& job) {
                      const auto record = job.store.find(id);
                      if (!record || record->dialog.state == DialogState::kOpen) return;
                      const auto dialog = dialog_json(job.broker, record->dialog);
                      job.after.emplace_back([this, id, dialog] {
                        for (const auto& call : desk_.watchers.take(id)) {
                          send(call.connection, rpc::result_line(call.request, dialog));
                        }
                      });
                    },
                    [this, id](WorkFailure failure, const std::string& why) {
                      const auto code = failure == WorkFailure::kStorageUnavailable
                                            ? rpc::ErrorCode::kStorageUnavailable
                                            : rpc::ErrorCode::kInternal;
                      for (const auto& call : desk_.watchers.take(id)) {
                        send(call.connection, rpc::error_line(call.request, code, why));
                      }
                    }});
}

void Server::stop(std::function<void()> stopped) {
  if (stopped_) return;
  desk_.turns.flush();
  stopped_ = std::move(stopped);
  acceptor_.close();
  listener_.remove_name();
  const std::string goodbye = rpc::notification_line("daemon.restarting", nlohmann::json::object());
  const auto connections = connections_;
  for (const auto& [id, connection] : connections) {
    connection->send(goodbye);
    for (const auto& waiter : desk_.broker.waiters().of_connection(id)) {
      connection->send(rpc::error_line(waiter.id.request, rpc::ErrorCode::kRestarting,
                                       "the daemon stops; connect again and open the same again"));
    }
    connection->close_when_sent();
  }
  if (connections_.empty()) {
    stopped_();
    return;
  }
  last_words_.expires_after(kLastWords);
  last_words_.async_wait([this](const boost::system::error_code&) { stopped_(); });
}

}  // namespace afar
