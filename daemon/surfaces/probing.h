// A test of a surface that is under way: one at a time. Loop thread only.
#pragma once
#include <utility>

#include "daemon/surfaces/probe_dialog.h"
#include "daemon/surfaces/surface.h"

namespace afar {

class Probing {
 public:
  // One that is under way ends without an answer.
  void begin(ProbeHandler probed) {
    end({false, "another test took its place"});
    probed_ = std::move(probed);
  }
  bool is_of(const DialogId& id) const { return probed_ && id == kProbeId; }
  // Nothing where none is under way.
  void end(const Probed& result) {
    if (const auto handler = std::exchange(probed_, nullptr)) handler(result);
  }

 private:
  ProbeHandler probed_;
};

}  // namespace afar
