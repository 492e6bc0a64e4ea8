#include "shared/os/instance_lock.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/shared/temporary_folder.h"

namespace afar {
namespace {

class InstanceLockTest : public ::testing::Test {
 protected:
  void write(const std::string& text) const { std::ofstream(path_) << text; }

  TemporaryFolder folder_;
  const std::string path_ = folder_.file("afar.lock");
};

TEST_F(InstanceLockTest, OneHoldsItAndASecondDoesNot) {
  auto first = InstanceLock::try_acquire(path_);
  ASSERT_TRUE(first);
  EXPECT_FALSE(InstanceLock::try_acquire(path_));
  first.reset();
  EXPECT_TRUE(InstanceLock::try_acquire(path_));
}

TEST_F(InstanceLockTest, TheFileIsOursAloneAndStays) {
  { const auto lock = InstanceLock::try_acquire(path_); }
  struct stat info {};
  ASSERT_EQ(::stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(InstanceLockTest, TellsWhoHoldsIt) {
  auto lock = InstanceLock::try_acquire(path_);
  lock->publish(4242, "/run/user/1000/afar/afard.sock");
  const auto holder = holder_of(path_);
  ASSERT_TRUE(holder);
  EXPECT_EQ(holder->pid, 4242);
  EXPECT_EQ(holder->socket, "/run/user/1000/afar/afard.sock");
  lock->publish(7, "/s");
  EXPECT_EQ(holder_of(path_)->pid, 7);
  EXPECT_EQ(holder_of(path_)->socket, "/s");
}

// The name in it may be that of a process that was killed, and its number another's by now.
TEST_F(InstanceLockTest, AcquiringItForgetsTheHolderBefore) {
  write("4242\n/old.sock\n");
  const auto lock = InstanceLock::try_acquire(path_);
  ASSERT_TRUE(lock);
  EXPECT_FALSE(holder_of(path_));
}

TEST_F(InstanceLockTest, NotAcquiringItLeavesTheHolderNamed) {
  auto lock = InstanceLock::try_acquire(path_);
  lock->publish(4242, "/s");
  EXPECT_FALSE(InstanceLock::try_acquire(path_));
  EXPECT_EQ(holder_of(path_)->pid, 4242);
}

TEST_F(InstanceLockTest, AnUnreadableFileNamesNobody) {
  EXPECT_FALSE(holder_of(path_));
  for (const char* text :
       {"", "\n", "\n\n", "4242", "4242\n", "4242\n/no-end", "x\n/s\n", "-1\n/s\n", "0\n/s\n",
        "42x\n/s\n", " 42\n/s\n", "99999999999999999999\n/s\n"}) {
    write(text);
    EXPECT_FALSE(holder_of(path_)) << text;
  }
}

TEST_F(InstanceLockTest, ASymlinkIsNotFollowed) {
  const std::string target = folder_.file("target");
  std::ofstream(target) << "4242\n/s\n";
  std::filesystem::create_symlink(target, path_);
  EXPECT_THROW(InstanceLock::try_acquire(path_), std::runtime_error);
  EXPECT_FALSE(holder_of(path_));
}

TEST_F(InstanceLockTest, AFolderThatIsNotThereIsAnErrorThatNamesThePath) {
  try {
    InstanceLock::try_acquire(folder_.file("missing/afar.lock"));
    FAIL() << "was acquired";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("missing/afar.lock"), std::string::npos);
  }
}

}  // namespace
}  // namespace afar
