#!/usr/bin/env bash
# Stands in for `docker` where a test runs deploy/compose-upgrade. $DOCKER_STATE/containers has a file for each container with its
# service, its release and its state; $DOCKER_STATE/events says what became of each. Containers whose ids are in the file
# `unhealthy` never get healthy, those in `crashing` end again and again. `wait_exit_code` is that of `up --wait` then.
set -euo pipefail
cd "$DOCKER_STATE"

main() {
  case "$1 ${2-}" in
    'compose build') echo $(($(<release) + 1)) >release ;;
    'compose exec') cat >/dev/null ;;
    'compose config') [ ! -e no_config ] || exit 1; echo 'worker-account worker-article gateway' | tr ' ' '\n' ;;
    'compose up') up "${@:3}" ;;
    'compose ps') ps "${@:3}" ;;
    inspect*) inspect "$3" "$4" ;;
    start* | stop* | rm*) for id in "${@:2}"; do [ "$id" = --force ] || "$1" "$id"; done ;;
  esac
}

# Those that exist count, also stopped ones; those of another release are replaced unless --no-recreate is there.
up() {
  local service=${*: -1} number id ids
  number=$(cat "number_$service" 2>/dev/null || echo 1)
  [[ $* =~ --scale\ [a-z-]+=([0-9]+) ]] && number=${BASH_REMATCH[1]}
  for id in $(of "$service"); do
    [[ $* = *--no-recreate* || $(field "$id" 1) = $(<release) ]] || { rm "$id" && create "$service"; }
  done
  ids=($(of "$service"))
  for id in "${ids[@]:$number}"; do rm "$id"; done
  for ((i = ${#ids[@]}; i < number; i++)); do create "$service"; done
  [[ $* != *--no-start* ]] || return 0
  for id in $(of "$service"); do start "$id"; done
  [[ $* != *--wait* ]] || for id in $(of "$service"); do [ "$(health "$id")" = healthy ] || exit "$(<wait_exit_code)"; done
}

ps() {
  local id state
  for id in $(of "${*: -1}"); do
    state=$(field "$id" 2)
    case "$*" in
      *--status*) [[ $* != *"--status $state"* ]] || echo "$id" ;;
      *--all*) echo "$id" ;;
      *) [ "$state" != running ] || echo "$id" ;;
    esac
  done
}

inspect() {
  case $1 in
    *Health*) health "$2" ;;
    *RestartCount*) if listed crashing "$2"; then echo 3; else echo 0; fi ;;
  esac
}

health() {
  if [ "$(field "$1" 2)" = running ] && ! listed unhealthy "$1" && ! listed crashing "$1"; then echo healthy; else echo starting; fi
}

create() {
  local id number
  number=$(($(cat "last_$1" 2>/dev/null || echo 0) + 1))
  echo "$number" >"last_$1"
  set_state "$1-$number" "$1" "$(<release)" created
}

# The gateways have as many ports as `ports` says.
start() {
  local service release state
  read -r service release state <"containers/$1"
  [ "$state" != running ] || return 0
  if [ "$service" = gateway ] && [ "$(ps gateway | wc -l)" -ge "$(<ports)" ]; then
    echo 'port is already allocated' >&2
    exit 1
  fi
  set_state "$1" "$service" "$release" running
}

stop() {
  local service release
  read -r service release _ <"containers/$1"
  set_state "$1" "$service" "$release" exited
}

rm() {
  command rm "containers/$1"
  echo "removed $1" >>events
}

set_state() {
  echo "${*:2}" >"containers/$1"
  echo "$4 $1" >>events
}

of() {
  local file
  for file in containers/"$1"-[0-9]*; do [ ! -e "$file" ] || echo "${file##*/}"; done
}

field() {
  local fields
  read -ra fields <"containers/$1"
  echo "${fields[$2]}"
}

listed() {
  [ -e "$1" ] && [[ " $(<"$1") " = *" $2 "* ]]
}

main "$@"
