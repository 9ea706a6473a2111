#!/bin/sh
# Runs a command inside a session bus and an unlocked keyring of its own, in a home folder of its own; leaves nothing behind.
set -eu
HOME=$(mktemp -d "${TMPDIR:-/tmp}/foleyroom-keyring-XXXXXX")
export HOME
export XDG_CONFIG_HOME="$HOME/.config" XDG_DATA_HOME="$HOME/.local/share" XDG_CACHE_HOME="$HOME/.cache" XDG_RUNTIME_DIR="$HOME/run"
mkdir -p -m 700 "$XDG_CONFIG_HOME" "$XDG_DATA_HOME" "$XDG_CACHE_HOME" "$XDG_RUNTIME_DIR"
trap 'rm -rf "$HOME"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# The daemons live as long as the command. What they say of themselves goes to a file, which is shown when they fail.
code=0
dbus-run-session -- sh -c '
  printf "password\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null
  touch "$HOME/ready"
  exec 2>&3 3>&-
  "$@"
' sh "$@" 3>&2 2>"$HOME/daemons.log" || code=$?
[ -e "$HOME/ready" ] || cat "$HOME/daemons.log" >&2
exit "$code"
