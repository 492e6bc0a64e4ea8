# bash completion for afar: commands, their second words, and the ids of open dialogs.
_afar() {
  local word=${COMP_WORDS[COMP_CWORD]} first=${COMP_WORDS[1]:-}
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W 'list show answer dismiss wait status audit config policy daemon help --version' -- "$word")
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "$first" in
      show | answer | dismiss | wait)
        mapfile -t COMPREPLY < <(compgen -W "$(afar list 2> /dev/null | awk '$1 != "ID" { print $1 }')" -- "$word") ;;
      audit) mapfile -t COMPREPLY < <(compgen -W 'verify head --since --dialog --json --csv' -- "$word") ;;
      daemon) mapfile -t COMPREPLY < <(compgen -W 'start stop restart reload status' -- "$word") ;;
      config) mapfile -t COMPREPLY < <(compgen -W 'check show' -- "$word") ;;
      policy) mapfile -t COMPREPLY < <(compgen -W 'explain test' -- "$word") ;;
      list) mapfile -t COMPREPLY < <(compgen -W '--all --json' -- "$word") ;;
    esac
  fi
}
complete -F _afar afar
