#!/usr/bin/env bash
# Runs what README.md and examples/ show, against the release build: a command that is shown must work.
# The last line counts.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/lib/clean-environment.sh

work=$(mktemp -d "${TMPDIR:-/tmp}/readme-XXXXXX")
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# check NAME COMMAND ...: the command's output is shown where it fails.
check() {
  local name=$1
  shift
  if "$@" > "$work/out" 2>&1; then
    passed=$((passed + 1))
    printf 'ok      %s\n' "$name"
  else
    failed=$((failed + 1))
    printf 'FAILED  %s\n' "$name"
    sed 's/^/        /' "$work/out"
  fi
}

shown_in_readme() { grep -qF -- "$1" README.md || { echo "README.md does not show: $1"; return 1; }; }

quickstart_answers() {
  shown_in_readme 'examples/quickstart.sh --answer-for-me' &&
    examples/quickstart.sh --answer-for-me > "$work/quickstart" 2>&1 &&
    grep -q '"Which approach do you prefer?":"SQLite file cache (Recommended)"' "$work/quickstart" ||
    { cat "$work/quickstart"; return 1; }
}

installs() {
  shown_in_readme 'cmake --install build/release' &&
    cmake --install build/release --prefix "$work/local" &&
    "$work/local/bin/afar-hook" --version && "$work/local/bin/afard" --version &&
    "$work/local/bin/afar" --version && "$work/local/bin/afar" help
}

# What is installed is what systemd takes without a word, it finds it where it was put, and it names the
# afard beside it. (No systemd has to run for that.)
units_work() {
  local units=$work/local/share/systemd/user said
  local own=(env HOME="$work/unit home" XDG_DATA_HOME="$work/local/share" XDG_RUNTIME_DIR="$work" SYSTEMD_OFFLINE=1)
  shown_in_readme 'systemctl --user enable --now afard.service' && mkdir -p "$work/unit home" || return
  said=$("${own[@]}" systemd-analyze verify --user --man=no "$units/afard.service" "$units/afard.socket" 2>&1) &&
    [ -z "$said" ] || { echo "systemd-analyze: $said"; return 1; }
  grep -qxF "ExecStart=\"$work/local/bin/afard\"" "$units/afard.service" &&
    grep -qx KillMode=mixed "$units/afard.service" &&
    "${own[@]}" systemctl --user enable afard.service &&
    [ -e "$work/unit home/.config/systemd/user/sockets.target.wants/afard.socket" ]
}

telegram_config_is_taken() {
  local home=$work/telegram
  mkdir -p "$home/.config/afar" && (umask 077 && echo 1:token > "$home/.config/afar/telegram.token") &&
    HOME=$home "$work/local/bin/afar" config check --config examples/telegram/config.json
}

# The property list says what the unit says.
property_list_works() {
  python3 - << 'PY'
import plistlib, subprocess
with open('examples/launchd/afar.afard.plist', 'rb') as file:
    job = plistlib.load(file)
assert job['Label'] == 'afar.afard' and job['RunAtLoad'] and job['KeepAlive'] == {'SuccessfulExit': False}, job
shell, flag, script = job['ProgramArguments']
assert script.endswith('exec /usr/local/bin/afard 2>> "$log"'), script
subprocess.run([shell, '-n', flag, script], check=True)
PY
}

# Every hook of the example is registered with options that the hook takes, and does nothing to an event
# that concerns nobody.
settings_work() {
  local file=examples/claude-code/settings.json
  node - "$file" "$work/local/bin/afar-hook" << 'JS'
const fs = require('node:fs');
const { spawnSync } = require('node:child_process');
const [file, hook] = process.argv.slice(2);
const { hooks } = JSON.parse(fs.readFileSync(file, 'utf8'));
let seen = 0;
for (const [event, groups] of Object.entries(hooks)) {
  for (const { hooks: commands } of groups) {
    for (const { command, args, timeout } of commands) {
      const input = JSON.stringify({ session_id: 's', hook_event_name: event, tool_name: 'NoSuchTool' });
      const run = spawnSync(hook, args, { input, env: { HOME: '/nonexistent', AFAR_DISABLE: '1' }, encoding: 'utf8' });
      if (run.status !== 0 || run.stdout !== '' || !command.endsWith('/afar-hook') || !(timeout > 0)) {
        throw new Error(`${event}: ${JSON.stringify({ args, run })}`);
      }
      const limit = args.indexOf('--host-timeout');
      if (limit >= 0 && Number(args[limit + 1]) !== timeout) throw new Error(`${event}: --host-timeout is not its timeout`);
      seen += 1;
    }
  }
}
if (seen < 8) throw new Error(`only ${seen} hooks`);
JS
}

# What setup leaves behind is what doctor is content with, once there is a daemon.
doctor_is_content() {
  local home="$work/a home" afar=$work/local/bin/afar
  local own=(env HOME="$home" AFAR_SOCKET="$work/afard.sock" "$afar")
  shown_in_readme 'afar doctor' && mkdir -p "$home" && "${own[@]}" setup claude-code && "${own[@]}" daemon start || return
  "${own[@]}" doctor
  local status=$?
  "${own[@]}" daemon stop && [ "$status" -eq 0 ]
}

# setup registers what the example shows, a second run changes nothing, and a removal leaves nothing.
setup_registers() {
  local home="$work/a home" afar=$work/local/bin/afar
  mkdir -p "$home"
  shown_in_readme 'afar setup claude-code' && shown_in_readme 'afar setup --remove claude-code' &&
    HOME=$home "$afar" setup claude-code &&
    node - "$home/.claude/settings.json" examples/claude-code/settings.json "$work/local/bin/afar-hook" << 'JS' &&
const fs = require('node:fs');
const assert = require('node:assert');
const [made, shown, hook] = process.argv.slice(2);
const example = JSON.parse(fs.readFileSync(shown, 'utf8').replaceAll('/usr/local/bin/afar-hook', hook));
assert.deepEqual(JSON.parse(fs.readFileSync(made, 'utf8')), example);
JS
    HOME=$home "$afar" setup claude-code | grep -q 'nothing was changed' &&
    shown_in_readme 'afar setup claude-code --mcp' && HOME=$home "$afar" setup claude-code --mcp &&
    grep -qF "\"command\": \"$work/local/bin/afar-mcp\"" "$home/.claude.json" &&
    HOME=$home "$afar" setup --remove claude-code &&
    [ ! -e "$home/.claude/settings.json" ] && [ ! -e "$home/.claude.json" ]
}

# Asks as an agent's hook does, in a home of its own with a configuration; what the hook prints.
ask_in() {
  local home=$1
  jq -n --arg cwd "$home" '{session_id: "00000000-0000-4000-8000-000000000001", transcript_path: "", cwd: $cwd, permission_mode: "default",
    hook_event_name: "PreToolUse", tool_name: "AskUserQuestion", tool_use_id: "toolu_1", tool_input: {questions: [{question: "Which cache?",
    header: "Cache", multiSelect: false, options: [{label: "Redis", description: "shared"}, {label: "SQLite", description: "no server"}]}]}}' |
    env HOME="$home" AFAR_SOCKET="$home/afard.sock" CLAUDE_CODE_ENTRYPOINT=sdk-cli timeout 30 "$work/local/bin/afar-hook" --agent claude-code
  env HOME="$home" AFAR_SOCKET="$home/afard.sock" "$work/local/bin/afar" daemon stop > /dev/null
}

# The example's configuration, with a menu program that takes the last option.
command_answers() {
  local home=$work/menu
  mkdir -m 0700 "$home" && mkdir -p "$home/.config/afar" && printf '#!/bin/sh\ntail -n 1\n' > "$home/last" && chmod +x "$home/last" || return
  sed -e "s|/usr/local/bin/menu.sh|$PWD/examples/command/menu.sh|" -e "s|rofi -dmenu|$home/last|" \
    examples/command/config.json > "$home/.config/afar/config.json"
  ask_in "$home" > "$home/said"
  grep -qF '"answers":{"Which cache?":"SQLite"}' "$home/said" || { cat "$home/said" "$home/.local/state/afar/afard.log"; return 1; }
}

# The page lets a browser in by a link, and scripts by the token, as examples/web shows.
web_page_works() {
  local home="$work/web home" afar=$work/local/bin/afar own shown
  own=(env HOME="$home" AFAR_SOCKET="$work/web.sock" "$afar")
  shown_in_readme 'afar web' && mkdir -p "$home/.config/afar" || return
  grep -o '{ "surfaces": { "web": { "public_url".*' examples/web/README.md > "$home/.config/afar/config.json"
  "${own[@]}" config check || return
  printf '{ "surfaces": { "web": { "listen": "127.0.0.1:0" } } }' > "$home/.config/afar/config.json"
  "${own[@]}" daemon start || return
  "${own[@]}" web > "$work/link"
  local port
  port=$(sed -n 's|^ *http://127.0.0.1:\([0-9]*\)/#login=.*|\1|p' "$work/link")
  shown=$(sed -n 's|^ *\(curl .*\)|\1|p' examples/web/README.md)
  HOME=$home bash -c "${shown/7717/$port}" > "$work/dialogs"
  local status=$?
  "${own[@]}" daemon stop && [ "$status" -eq 0 ] && [ -n "$port" ] && [ "$(cat "$work/dialogs")" = '[]' ]
}

links_lead_somewhere() {
  local link missing=0
  for link in $(grep -oE '\]\([^)#:]+\)' README.md | tr -d ']()'); do
    [ -e "$link" ] || { echo "README.md links to $link"; missing=1; }
  done
  return $missing
}

check 'examples/quickstart.sh --answer-for-me' quickstart_answers
check 'cmake --install' installs
check 'systemctl --user enable afard.service' units_work
check 'examples/launchd/afar.afard.plist' property_list_works
check 'examples/claude-code/settings.json' settings_work
check 'examples/telegram/config.json' telegram_config_is_taken
check 'afar setup claude-code' setup_registers
check 'afar doctor' doctor_is_content
check 'examples/command' command_answers
check 'afar web' web_page_works
check 'links in README.md' links_lead_somewhere
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
