#!/bin/sh
# A surface in ten lines: each question of an open dialog comes up in a menu program that reads options as lines and
# prints the chosen one (dmenu, rofi -dmenu, fzf: $MENU names it), and what it prints is the answer.
while read -r line; do
  printf '%s' "$line" | jq -c 'select(.event == "open") | .dialog | .id as $id | .questions[] | {dialog: $id} + .' |
    while read -r question; do
      text=$(printf '%s' "$question" | jq -r .text)
      chosen=$(printf '%s' "$question" | jq -r '.options[].label' | ${MENU:-dmenu -l 9} -p "$text") || continue
      printf '%s' "$question" | jq -c --arg said "$chosen" '[.options[] | select(.label == $said).id] as $ids |
        {id: .dialog, answers: {(.id): (if $ids == [] then {text: $said} else {options: $ids} end)}}'
    done
done
