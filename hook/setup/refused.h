// Ends a setup with exit status 1: what was tried, what happened, what to do. Nothing was changed.
#pragma once
#include <stdexcept>

namespace afar::setup {

class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace afar::setup
