# bash completion for afar: commands, their second words, the ids of open dialogs, the options of setup.
_afar() {
  local word=${COMP_WORDS[COMP_CWORD]} first=${COMP_WORDS[1]:-}
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W 'list show answer dismiss wait forget off on away here auto web test status audit config policy setup doctor telegram daemon help --version' -- "$word")
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "$first" in
      show | answer | dismiss | wait | forget)
        mapfile -t COMPREPLY < <(compgen -W "$(afar list 2> /dev/null | awk '$1 != "ID" { print $1 }')" -- "$word") ;;
      audit) mapfile -t COMPREPLY < <(compgen -W 'verify head --since --dialog --json --csv' -- "$word") ;;
      daemon) mapfile -t COMPREPLY < <(compgen -W 'start stop restart reload status' -- "$word") ;;
      web) mapfile -t COMPREPLY < <(compgen -W 'list revoke --as --json' -- "$word") ;;
      config) mapfile -t COMPREPLY < <(compgen -W 'check show' -- "$word") ;;
      policy) mapfile -t COMPREPLY < <(compgen -W 'explain test' -- "$word") ;;
      setup) mapfile -t COMPREPLY < <(compgen -W 'claude-code codex opencode gemini-cli cursor --remove' -- "$word") ;;
      doctor) mapfile -t COMPREPLY < <(compgen -W 'claude-code codex opencode gemini-cli cursor --json' -- "$word") ;;
      telegram) mapfile -t COMPREPLY < <(compgen -W 'pair list revoke' -- "$word") ;;
      list) mapfile -t COMPREPLY < <(compgen -W '--all --json' -- "$word") ;;
    esac
  elif [ "$first" = setup ]; then
    if [ "${COMP_WORDS[COMP_CWORD - 1]}" = --scope ]; then
      mapfile -t COMPREPLY < <(compgen -W 'user project local' -- "$word")
    else
      mapfile -t COMPREPLY < <(compgen -W 'claude-code codex opencode gemini-cli cursor --scope --permissions --mcp --dry-run --remove' -- "$word")
    fi
  fi
}
complete -F _afar afar
