// What hooks decided on their own while the daemon could not be reached: one line each in the state
// folder's spool, put on record (audit kind "unavailable") as soon as there is a daemon again. The
// dialog that it is about then stands as its agent was told.
#pragma once
#include <string>

#include "daemon/turn/commit_turns.h"

namespace afar {

class Spool {
 public:
  // `path`: the spool file; it need not exist.
  Spool(CommitTurns& turns, std::string path) : turns_(turns), path_(std::move(path)) {}

  // Takes what is there on record and empties the file once that is committed. A line that is no
  // JSON object of a hook's is dropped with a word in the log. Cheap where there is nothing.
  void take_in();

 private:
  CommitTurns& turns_;
  const std::string path_;
  bool under_way_ = false;
};

}  // namespace afar
