#!/usr/bin/env bash
# Measures and prints tables of ratios; builds the release first where it is not built.
#   tests/bench/run.sh [ROUNDS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tests/lib/clean-environment.sh
[ -f build/release/build.ninja ] || cmake --preset release
cmake --build --preset release --target afar-hook afard bench_hook bench_floor_client bench_floor_server bench_empty
build/release/bin/bench_hook "$PWD/build/release/bin" "$@"
