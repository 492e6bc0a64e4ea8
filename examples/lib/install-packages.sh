#!/usr/bin/env bash
# Installs those of the named Debian packages that are missing; does nothing where none is.
#   examples/lib/install-packages.sh PACKAGE ...
# `nodejs` and `npm` count as present where the commands are, wherever they came from (Node 18 or newer).
set -euo pipefail

say() { printf '%s\n' "$*"; }

command_serves() {
  case "$1" in
    nodejs) command -v node > /dev/null && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ] ;;
    npm) command -v npm > /dev/null ;;
    *) return 1 ;;
  esac
}

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2> /dev/null | cut -c1-2)" = ii ]
}

if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
  say "Not a Debian system, so nothing is installed here. Needed, by their Debian names: $*"
  exit 0
fi

missing=()
for package in "$@"; do
  command_serves "$package" || is_installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  say "All needed packages are installed."
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo > /dev/null; then
    say "These packages are missing, and installing them takes root or sudo: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 "$@"; }

say "Installing with apt: ${missing[*]}"
apt update
apt install -y --no-install-recommends "${missing[@]}"
