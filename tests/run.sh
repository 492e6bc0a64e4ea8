#!/usr/bin/env bash
# One command from a checkout to the verdict, on Debian 12 as root or with sudo:
#   tests/run.sh         installs what is missing, builds the release, runs the unit and integration tests,
#                        then surfaces and their stubs against independent programs, and the real Claude
#                        Code client against a scripted model on loopback
#   tests/run.sh --all   and the clients of other agents, the web page in a real browser, the tests of failing
#                        disks and processes, then the unit and integration tests under the sanitizers
# FAULT_TESTS_WITHOUT=mount,trace (either, or both) says that this machine can neither mount nor trace, where
# that is as it should be: those tests are then skipped. Else they fail there.
# The last line counts everything. Runs as often as you like; what is built or downloaded stays in build/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

all=no
case "${1:-}" in
  '') ;;
  --all) all=yes ;;
  *) printf 'usage: tests/run.sh [--all]\n' >&2; exit 2 ;;
esac

. tests/lib/clean-environment.sh
. tests/lib/steps.sh
trap '[ "$step" = finished ] || printf "\nStopped while: %s\n" "$step" >&2' EXIT

packages=(
  build-essential g++ cmake ninja-build pkg-config git
  libsqlite3-dev libsqlitecpp-dev nlohmann-json3-dev libcxxopts-dev libtomlplusplus-dev libcurl4-openssl-dev libgtest-dev libgmock-dev
  libboost1.81-dev libssl-dev libspdlog-dev libfmt-dev libcmark-gfm-dev libcmark-gfm-extensions-dev
  libqrcodegencpp-dev libre2-dev libhowardhinnant-date-dev
  nodejs npm ca-certificates curl tmux python3 procps systemd jq
)

[ "$all" = no ] || packages+=(strace chromium)

build() {
  begin "Building the preset $1"
  cmake --preset "$1"
  cmake --build --preset "$1"
}

begin 'Installing what is missing'
examples/lib/install-packages.sh "${packages[@]}"

build release
begin 'Unit and integration tests'
run_ctest release

begin 'What README and examples show'
if tests/readme.sh | tee build/readme.out; then :; fi
read -r readme_passed _ readme_failed _ < <(tail -n 1 build/readme.out | tr -d ,)
count "${readme_passed:-0}" "${readme_failed:-1}" 0

begin 'Surfaces and their stubs against independent programs'
run_node tests/surfaces/run.mjs surfaces

begin 'The real Claude Code client'
run_node tests/e2e/run.mjs e2e

if [ "$all" = yes ]; then
  begin 'The real clients of other agents'
  run_node tests/e2e/agents/run.mjs agents

  begin 'The web page in a browser'
  run_node tests/browser/run.mjs browser

  begin 'Failing disks and processes'
  mkdir -p build/fault
  skipped_before=$skipped
  run_ctest fault
  if [ -n "${FAULT_TESTS_WITHOUT:-}" ]; then
    allowed_skips=$((allowed_skips + skipped - skipped_before))
    printf 'FAULT_TESTS_WITHOUT=%s allows %d skipped.\n' "$FAULT_TESTS_WITHOUT" $((skipped - skipped_before))
  fi

  for preset in asan tsan; do
    build "$preset"
    begin "Unit and integration tests under $preset"
    run_ctest "$preset"
  done
fi

step=finished
close
