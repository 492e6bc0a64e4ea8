// What these tests need of the machine they run on.
//
// A machine that cannot mount or cannot trace fails them, with the reason: a fault that was not
// tried is not survived. Only where FAULT_TESTS_WITHOUT names what the machine cannot do ("mount",
// "trace", or both with a comma) are they skipped. It does not count where the machine can.
#pragma once

namespace afar::test {

// To be called in SetUp(): where the machine cannot, the test's body does not run.

// File systems of one's own, seen by this process and its children alone: as root, or as root of a
// user namespace.
void need_mounts();
// strace, allowed to trace.
void need_tracing();

}  // namespace afar::test
