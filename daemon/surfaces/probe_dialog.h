// A question of afar's own, to see whether a surface works both ways. It is in no record.
#pragma once
#include "shared/dialog/dialog.h"

namespace afar {

// It could be drawn for a dialog as well, once in ten million.
inline constexpr char kProbeId[] = "probe";

// "Does this reach you?", with one option; free text is as good.
Dialog probe_dialog(WallTime now);

}  // namespace afar
