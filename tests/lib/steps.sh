# shellcheck shell=bash
# Sourced. Named steps with their time, and the counts of every suite, summed at the end.
passed=0 failed=0 skipped=0 allowed_skips=0
step='starting'

begin() {
  step=$1
  printf '\n== %s (at %d min %02d s)\n' "$step" $((SECONDS / 60)) $((SECONDS % 60))
}

count() {
  passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

# The counts that ctest wrote for a suite: ctest_attribute FILE tests|failures|skipped|disabled
ctest_attribute() {
  sed -n "/<testsuite /,/>/s/.*[[:space:]]$2=\"\([0-9]*\)\".*/\1/p" "$1" | head -n 1
}

# Runs a preset's unit and integration tests and counts them. A skipped one counts as a skip.
run_ctest() {
  local preset=$1 report=$PWD/build/$1/ctest.xml status=0
  rm -f "$report"
  ctest --preset "$preset" --output-junit "$report" || status=$?
  if [ ! -s "$report" ]; then
    printf 'ctest --preset %s wrote no report (exit %d).\n' "$preset" "$status" >&2
    count 0 1 0
    return
  fi
  local all bad out
  all=$(ctest_attribute "$report" tests)
  bad=$(ctest_attribute "$report" failures)
  out=$(($(ctest_attribute "$report" skipped) + $(ctest_attribute "$report" disabled)))
  if [ "$all" -eq 0 ] || { [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; }; then
    printf 'ctest --preset %s: %d tests, exit %d: counted as a failure.\n' "$preset" "$all" "$status" >&2
    count 0 1 0
  fi
  count $((all - bad - out)) "$bad" "$out"
}

# Runs a suite in node, which writes its own counts: run_node FILE FOLDER-OF-THE-COUNTS
run_node() {
  local counts=build/$2/counts node_passed node_failed node_skipped node_allowed
  mkdir -p "build/$2"
  rm -f "$counts"
  node "$1" --bin build/release/bin --counts "$counts" || true
  if [ ! -s "$counts" ]; then
    count 0 1 0
    return
  fi
  read -r node_passed node_failed node_skipped node_allowed < "$counts"
  count "$node_passed" "$node_failed" "$node_skipped"
  allowed_skips=$((allowed_skips + node_allowed))
}

# The closing line, and the verdict.
close() {
  local allowed=$allowed_skips
  if [ "$skipped" -gt "$allowed" ]; then
    printf '\n%d skipped, %d allowed: a skip fails the run unless the package registry could not be reached in it.\n' "$skipped" "$allowed"
  fi
  printf '\n%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  [ "$failed" -eq 0 ] && [ "$skipped" -le "$allowed" ] && [ "$passed" -gt 0 ]
}
