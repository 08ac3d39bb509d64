#!/usr/bin/env bash
# Writes the manual pages, the completions and the desktop entry of a program, as they lie below /usr.
#   release/player-files.sh PROGRAM FOLDER
set -euo pipefail
program=$(realpath "$1")
to=$2
here=$(cd "$(dirname "$0")" && pwd)
install -D -m 644 "$here/standto.desktop" "$to/share/applications/standto.desktop"
man=$to/share/man/man1
mkdir -p "$man"
"$program" man | gzip -9n > "$man/standto.1.gz"
for command in $("$program" help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' | grep -v '^help$'); do
    "$program" man "$command" | gzip -9n > "$man/standto-$command.1.gz"
done
put() {
    mkdir -p "$(dirname "$to/share/$2")"
    "$program" completions "$1" > "$to/share/$2"
}
put bash bash-completion/completions/standto
put zsh zsh/vendor-completions/_standto
put fish fish/vendor_completions.d/standto.fish
