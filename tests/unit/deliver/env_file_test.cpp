// Goal: a resumed run gets exactly what its owner wrote down for it, and only from a file that
// nobody else can read.
#include "hook/deliver/env_file.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "hook/deliver/job.h"

namespace afar::deliver {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

class EnvFile : public ::testing::Test {
 protected:
  EnvFile() {
    std::string name = "/tmp/env-file-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~EnvFile() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& text, mode_t mode = 0600) {
    const std::string path = folder_ + "/env";
    std::ofstream(path, std::ios::binary) << text;
    ::chmod(path.c_str(), mode);
    return path;
  }
  std::string why_refused(const std::string& path) {
    try {
      read_env_file(path);
    } catch (const Undeliverable& cannot) {
      return cannot.why;
    }
    return "";
  }

  std::string folder_;
};

TEST_F(EnvFile, IsReadLineByLineAndNothingIsExpanded) {
  EXPECT_THAT(read_env_file(write("# a comment\nA=1\r\n\nB_2=\"x\" $HOME = y\nC=\nA=2\n")),
              ElementsAre(Pair("A", "2"), Pair("B_2", "\"x\" $HOME = y"), Pair("C", "")));
}

TEST_F(EnvFile, OfAnotherShapeIsRefusedWithItsLineAndWithoutAValue) {
  for (const char* text : {"A=1\nsecret", "A=1\n2B=secret", "A=1\n=secret", "A=1\na b=secret"}) {
    const std::string why = why_refused(write(text));
    EXPECT_THAT(why, HasSubstr("line 2: expected NAME=value")) << text;
    EXPECT_THAT(why, Not(HasSubstr("secret"))) << text;
  }
}

TEST_F(EnvFile, ThatOthersCanReadOrThatIsNoneIsRefused) {
  EXPECT_THAT(why_refused(write("A=1", 0640)), HasSubstr("chmod 600"));
  EXPECT_THAT(why_refused(folder_), HasSubstr("not a plain file"));
  EXPECT_THAT(why_refused(folder_ + "/none"), HasSubstr("cannot be read"));
  EXPECT_THAT(why_refused(write("A=" + std::string(70 * 1024, 'x'))), HasSubstr("larger than"));
}

}  // namespace
}  // namespace afar::deliver
