// A database that afar does not touch until a person has done something about it.
#pragma once
#include <stdexcept>

namespace afar {

// The file belongs to another program, was written by a newer afar, is a symlink, belongs to
// somebody else, or stands where its log cannot be kept. Trying again does not help; the message
// says what does.
class DatabaseRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace afar
