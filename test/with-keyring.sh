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
# The keyring daemon lives as long as the bus, and the bus as long as the command.
dbus-run-session -- sh -c '
  printf "password\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null
  "$@"
' sh "$@"
