#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "daemon/surfaces/web/attempts.h"
#include "daemon/surfaces/web/secrets.h"
#include "tests/unit/store/temporary_folder.h"

namespace afar::web {
namespace {

using ::testing::HasSubstr;

TEST(WebSecretsTest, SecretsAreLongAndNeverTheSame) {
  std::set<std::string> drawn;
  for (int i = 0; i < 1000; ++i) drawn.insert(draw_secret(32));
  EXPECT_EQ(drawn.size(), 1000u);
  std::set<char> letters;
  for (const auto& each : drawn) {
    EXPECT_EQ(each.size(), 43u);
    letters.insert(each.begin(), each.end());
  }
  EXPECT_EQ(letters.size(), 64u);
  EXPECT_EQ(draw_secret(16).size(), 22u);
}

TEST(WebSecretsTest, OnlyTheWholeSecretIsEqual) {
  EXPECT_TRUE(equal_secrets("abc", "abc"));
  for (const char* other : {"", "ab", "abd", "abcd", "ABC"}) {
    EXPECT_FALSE(equal_secrets("abc", other)) << other;
  }
}

class OwnerTokenTest : public ::testing::Test {
 protected:
  std::string why(const std::string& path) {
    const auto token = owner_token(path);
    const auto* none = std::get_if<NoToken>(&token);
    return none == nullptr ? "" : none->why;
  }
  void write(const std::string& text, mode_t mode) {
    std::ofstream(file_) << text;
    std::filesystem::permissions(file_, std::filesystem::perms(mode));
  }

  TemporaryFolder folder_;
  const std::string file_ = folder_.file("config/web.token");
};

TEST_F(OwnerTokenTest, IsMadeOnceAndForItsOwnerAlone) {
  const auto first = owner_token(file_);
  ASSERT_TRUE(std::holds_alternative<std::string>(first));
  EXPECT_EQ(std::get<std::string>(first).size(), 43u);
  EXPECT_EQ(owner_token(file_).index(), 0u);
  EXPECT_EQ(std::get<std::string>(owner_token(file_)), std::get<std::string>(first));
  struct stat info {};
  ASSERT_EQ(::stat(file_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0600u);
  int files = 0;
  for ([[maybe_unused]] const auto& each :
       std::filesystem::directory_iterator(folder_.file("config"))) {
    ++files;
  }
  EXPECT_EQ(files, 1);
}

TEST_F(OwnerTokenTest, AFileThatOthersCanReadOrThatHoldsNoTokenIsRefusedWithoutItsText) {
  std::filesystem::create_directory(folder_.file("config"));
  write("a-token-of-more-than-twenty-letters\n", 0644);
  EXPECT_THAT(why(file_), HasSubstr("can be read by others"));
  for (const std::string text : {"", "short", "two words that are long enough", "\n"}) {
    write(text, 0600);
    EXPECT_THAT(why(file_), HasSubstr("does not hold a token")) << text;
    EXPECT_TRUE(text.size() < 5 || why(file_).find(text) == std::string::npos) << text;
  }
  write(std::string(5000, 'x'), 0600);
  EXPECT_THAT(why(file_), HasSubstr("does not hold a token"));
  write("a-token-of-more-than-twenty-letters\r\n", 0600);
  EXPECT_EQ(std::get<std::string>(owner_token(file_)), "a-token-of-more-than-twenty-letters");
}

TEST(WebAttemptsTest, SoManyMayFailInAMinuteOfOneAndOfAll) {
  Attempts attempts({2, 3, Milliseconds(1000)});
  const MonoTime now{};
  const auto at = [&](int ms) { return now + Milliseconds(ms); };
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(attempts.may_try("a", at(i)));
    attempts.note_failure("a", at(i));
  }
  EXPECT_FALSE(attempts.may_try("a", at(10)));
  EXPECT_TRUE(attempts.may_try("b", at(10)));
  attempts.note_failure("b", at(10));
  EXPECT_FALSE(attempts.may_try("c", at(20)));
  EXPECT_TRUE(attempts.may_try("c", at(1000)));
  EXPECT_TRUE(attempts.may_try("a", at(1001)));
}

}  // namespace
}  // namespace afar::web
