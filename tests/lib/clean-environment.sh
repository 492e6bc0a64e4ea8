# shellcheck shell=bash
# Sourced. What a coding agent, a service manager or a desktop left in the environment must not leak into tests.
for name in $(compgen -e); do
  case "$name" in
    CLAUDE* | ANTHROPIC* | AI_AGENT | AFAR_* | XDG_* | LISTEN_* | NOTIFY_SOCKET | NO_COLOR | TMUX | TMUX_*) unset "$name" ;;
  esac
done
unset name
