#include "tests/integration/command.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/integration/wait.h"

namespace afar::test {
namespace {

// Its output is a few lines, and fits into a pipe whatever is read first.
std::string read_to_end(const UniqueFd& from) {
  std::string text;
  char bytes[4096];
  while (until_readable(from.get())) {
    const ssize_t got = ::read(from.get(), bytes, sizeof bytes);
    if (got <= 0) return text;
    text.append(bytes, static_cast<std::size_t>(got));
  }
  ADD_FAILURE() << "the command goes on for ever; it said: " << text;
  return text;
}

UniqueFd open_pipe(UniqueFd& writer) {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  writer = UniqueFd(ends[1]);
  return UniqueFd(ends[0]);
}

}  // namespace

Command::Command(const Stage& stage, std::vector<std::string> arguments,
                 const std::map<std::string, std::string>& variables) {
  UniqueFd out;
  UniqueFd err;
  out_ = open_pipe(out);
  err_ = open_pipe(err);
  arguments.insert(arguments.begin(), executable("afar"));
  process_ =
      std::make_unique<Process>(std::move(arguments), stage.environment().with(variables).strings(),
                                Streams{-1, out.get(), err.get()});
}

std::string Command::until_out(const std::string& words) {
  char bytes[4096];
  while (printed_.find(words) == std::string::npos && until_readable(out_.get())) {
    const ssize_t got = ::read(out_.get(), bytes, sizeof bytes);
    if (got <= 0) break;
    printed_.append(bytes, static_cast<std::size_t>(got));
  }
  EXPECT_NE(printed_.find(words), std::string::npos) << printed_;
  return printed_;
}

Command::End Command::end() {
  End end;
  end.out = std::move(printed_) + read_to_end(out_);
  end.err = read_to_end(err_);
  end.exit = process_->wait();
  return end;
}

}  // namespace afar::test
