#!/usr/bin/env bash
# From a checkout to a question answered from outside, on Debian 12 as root or with sudo:
#   examples/quickstart.sh                   asks, and shows how to answer from another terminal
#   examples/quickstart.sh --answer-for-me   answers by itself
# Installs what is missing, builds, and starts everything in a throwaway HOME. Nothing of yours is touched.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

answer_for_me=no
case "${1:-}" in
  '') ;;
  --answer-for-me) answer_for_me=yes ;;
  *) printf 'usage: examples/quickstart.sh [--answer-for-me]\n' >&2; exit 2 ;;
esac
say() { printf '\n== %s\n' "$*"; }

say 'Installing what is missing'
examples/lib/install-packages.sh g++ cmake ninja-build pkg-config libsqlite3-dev libsqlitecpp-dev \
  nlohmann-json3-dev libcxxopts-dev libtomlplusplus-dev libboost1.81-dev libssl-dev libspdlog-dev libfmt-dev libre2-dev \
  libcmark-gfm-dev libcmark-gfm-extensions-dev libqrcodegencpp-dev libhowardhinnant-date-dev libcurl4-openssl-dev

say 'Building (a few minutes the first time)'
build=build/quickstart
if [ -f build/release/build.ninja ]; then
  build=build/release # built already, for the tests
else
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DAFAR_TESTS=OFF
fi
cmake --build "$build" --target afar afard afar-hook
bin=$PWD/$build/bin

# A home of its own, and nothing of a coding agent that may have started this script.
home=$(mktemp -d "${TMPDIR:-/tmp}/afar-quickstart-XXXXXX")
mkdir -p "$home/run"
own=(env -i PATH="$PATH" HOME="$home" XDG_RUNTIME_DIR="$home/run" TERM="${TERM:-dumb}" LANG=C.UTF-8)
afar() { "${own[@]}" "$bin/afar" "$@"; }
finish() {
  afar daemon stop > /dev/null 2>&1 || true
  rm -rf "$home"
}
trap finish EXIT

say 'An agent asks. Claude Code would start the hook with this on its standard input:'
event='{"session_id":"00000000-0000-4000-8000-000000000001","transcript_path":"","cwd":"'$home'/shop-api",
 "permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_use_id":"toolu_quickstart",
 "tool_input":{"questions":[{"question":"Which approach do you prefer?","header":"Cache","multiSelect":false,"options":[
  {"label":"Redis-based cache","description":"shared between workers"},
  {"label":"In-memory with LRU","description":"fastest, lost on restart"},
  {"label":"SQLite file cache (Recommended)","description":"no server"}]}]}}'
printf '%s\n' "$event"
# The subshell stands for the agent: whoever descends from an agent that waits may not answer it.
(
  printf '%s' "$event" | "${own[@]}" CLAUDE_CODE_ENTRYPOINT=sdk-cli \
    "$bin/afar-hook" --agent claude-code > "$home/hook.out"
  true
) &
agent=$!

id=
for _ in $(seq 100); do
  id=$(afar list 2> /dev/null | awk '$1 != "ID" { print $1; exit }') || true
  [ -n "$id" ] && break
  kill -0 "$agent" 2> /dev/null || { echo 'The hook ended without opening a dialog.' >&2; exit 1; }
  sleep 0.1
done
[ -n "$id" ] || { echo 'No dialog was opened within 10 s.' >&2; exit 1; }

say "The hook started the daemon and waits. The question, as you see it:"
afar show "$id"

if [ "$answer_for_me" = yes ]; then
  say "Answering: afar answer $id 3"
  afar answer "$id" 3
else
  say 'Answer it from another terminal:'
  printf '  export HOME=%s XDG_RUNTIME_DIR=%s\n  %s list\n  %s answer %s 3\n' \
    "$home" "$home/run" "$bin/afar" "$bin/afar" "$id"
  printf '(waiting for your answer; Ctrl-C ends)\n'
fi
wait "$agent"

say 'What the hook gave the agent:'
cat "$home/hook.out"
echo
grep -q '"permissionDecision":"allow"' "$home/hook.out" || { echo 'That is not an answer.' >&2; exit 1; }

say 'What is on record:'
afar audit --dialog "$id"
afar audit verify
say 'Done. To use it with Claude Code, see "With Claude Code" in README.md.'
