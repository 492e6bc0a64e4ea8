// How many files this process may have open. What it starts has the limit that it had itself:
// programs that go through all descriptors up to a limit of a million take their time.
#pragma once

namespace afar {

// To the hard limit; false where the system does not take it.
bool raise_descriptor_limit();
// In a child, before exec; nothing where it was never raised. Safe after fork.
void restore_descriptor_limit();

}  // namespace afar
