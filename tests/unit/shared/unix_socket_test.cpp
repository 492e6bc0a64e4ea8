// Goal: a caller learns what it may do about a socket, and a living daemon is found from wherever
// it is looked for. Method: sockets in every state that a daemon leaves behind.
#include "shared/os/unix_socket.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "shared/os/instance_lock.h"
#include "shared/rpc/find_daemon.h"
#include "tests/unit/shared/temporary_folder.h"

namespace afar {
namespace {

constexpr std::chrono::milliseconds kLimit(50);

UniqueFd listen_at(const std::string& path, int backlog = 16) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM, 0));
  EXPECT_EQ(::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(::listen(fd.get(), backlog), 0);
  return fd;
}

TEST(UnixSocketTest, ConnectsAndTellsWhoIsThere) {
  const TemporaryFolder folder;
  const UniqueFd listener = listen_at(folder.file("s"));
  const Connected connected = connect_unix(folder.file("s"), kLimit);
  ASSERT_EQ(connected.status, ConnectStatus::kConnected) << connected.why;
  const auto peer = peer_of(connected.fd.get());
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->uid, ::getuid());
  EXPECT_EQ(peer->pid, ::getpid());
}

TEST(UnixSocketTest, NobodyIsThereWithoutAListener) {
  const TemporaryFolder folder;
  EXPECT_EQ(connect_unix(folder.file("missing"), kLimit).status, ConnectStatus::kNobody);
  { const UniqueFd gone = listen_at(folder.file("stale")); }
  const Connected stale = connect_unix(folder.file("stale"), kLimit);
  EXPECT_EQ(stale.status, ConnectStatus::kNobody);
  EXPECT_NE(stale.why.find(folder.file("stale")), std::string::npos);
  std::ofstream(folder.file("file")) << "text";
  EXPECT_EQ(connect_unix(folder.file("file"), kLimit).status, ConnectStatus::kNobody);
  EXPECT_EQ(connect_unix(folder.file("file/s"), kLimit).status, ConnectStatus::kNobody);
}

// Starting another daemon beside a busy one would be wrong.
TEST(UnixSocketTest, AListenerThatTakesNobodyIsBusyAndNotDead) {
  const TemporaryFolder folder;
  const UniqueFd listener = listen_at(folder.file("s"), 0);
  const Connected first = connect_unix(folder.file("s"), kLimit);
  ASSERT_EQ(first.status, ConnectStatus::kConnected);
  EXPECT_EQ(connect_unix(folder.file("s"), kLimit).status, ConnectStatus::kBusy);
}

TEST(UnixSocketTest, APathThatIsTooLongIsNamedAsSuch) {
  const std::string longest = "/tmp/" + std::string(102, 'x');
  EXPECT_EQ(connect_unix(longest, kLimit).status, ConnectStatus::kNobody);
  const Connected too_long = connect_unix(longest + "x", kLimit);
  EXPECT_EQ(too_long.status, ConnectStatus::kUnusable);
  EXPECT_NE(too_long.why.find("AFAR_SOCKET"), std::string::npos) << too_long.why;
}

TEST(UnixSocketTest, WhatIsNoSocketHasNoPeer) {
  const TemporaryFolder folder;
  EXPECT_EQ(peer_of(-1), std::nullopt);
  EXPECT_EQ(peer_of(STDIN_FILENO).has_value(), false);
}

class FindDaemonTest : public ::testing::Test {
 protected:
  void name_in_lock(const std::string& socket) {
    lock_ = InstanceLock::try_acquire(paths_.lock);
    lock_->publish(4242, socket);
  }
  ConnectStatus found() { return rpc::connect_to_daemon(paths_, kLimit).status; }

  const TemporaryFolder folder_;
  const Paths paths_{folder_.file("here"), folder_.file("afar.db"),   "",
                     folder_.path(),       folder_.file("afar.lock"), folder_.file("spawn.lock")};
  std::optional<InstanceLock> lock_;
};

TEST_F(FindDaemonTest, IsFoundAtItsSocket) {
  const UniqueFd listener = listen_at(paths_.socket);
  EXPECT_EQ(found(), ConnectStatus::kConnected);
}

TEST_F(FindDaemonTest, IsFoundByTheLockWhereItsSocketIsElsewhere) {
  name_in_lock(folder_.file("there"));
  EXPECT_EQ(found(), ConnectStatus::kNobody);
  const UniqueFd listener = listen_at(folder_.file("there"));
  EXPECT_EQ(found(), ConnectStatus::kConnected);
}

TEST_F(FindDaemonTest, IsNotLookedForElsewhereWhileItIsBusy) {
  const UniqueFd busy = listen_at(paths_.socket, 0);
  const Connected first = connect_unix(paths_.socket, kLimit);
  name_in_lock(folder_.file("there"));
  const UniqueFd other = listen_at(folder_.file("there"));
  EXPECT_EQ(found(), ConnectStatus::kBusy);
}

TEST_F(FindDaemonTest, ALockThatWasLeftBehindLeadsNowhere) {
  name_in_lock(folder_.file("dead"));
  { const UniqueFd gone = listen_at(folder_.file("dead")); }
  EXPECT_EQ(found(), ConnectStatus::kNobody);
  std::ofstream(paths_.lock) << "nonsense";
  EXPECT_EQ(found(), ConnectStatus::kNobody);
}

}  // namespace
}  // namespace afar
