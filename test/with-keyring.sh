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
# What the daemons say of themselves goes to a file, which is shown when they fail; stream 3 is the command's stderr.
code=0
dbus-run-session -- sh -c '
  printf "password\n" | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 3>&- &
  keyring=$!
  has_keyring() {
    dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / \
      org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true
  }
  until has_keyring; do
    kill -0 "$keyring" || exit 1
    sleep 0.05
  done
  touch "$HOME/ready"
  code=0
  ( exec 2>&3 3>&-; exec "$@" ) || code=$?
  # Left alone it would outlive a bus that ends before it has settled.
  kill "$keyring"
  wait "$keyring" || true
  exit "$code"
' sh "$@" 3>&2 2>"$HOME/daemons.log" || code=$?
[ -e "$HOME/ready" ] || cat "$HOME/daemons.log" >&2
exit "$code"
