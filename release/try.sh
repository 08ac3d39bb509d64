#!/usr/bin/env bash
# Tries what release/build.sh has built, in clean folders: checksums, the program, the Debian package unpacked.
#   release/try.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath "${1:-target/release-files}")
clean=$(mktemp -d)
trap 'rm -rf "$clean"' EXIT
export STANDTO_HOME=$clean/home
(cd "$out" && sha256sum --quiet -c SHA256SUMS)

try() {
  local program=$1
  "$program" --version | grep -q '^rules: '
  "$program" list | grep -q introductory
  printf '1\nundo\nquit\n' | "$program" play introductory --plain --seed 1 | grep -q 'Undone.'
  "$program" report matg-introductory-1 --html "$clean/page.html" | grep -q KB
  "$program" picture introductory > "$clean/screen.svg"
  grep -q '</svg>' "$clean/screen.svg"
  rm -rf "$STANDTO_HOME"
}

for program in "$out"/standto-*-linux*; do
  try "$program"
  echo "tried: ${program##*/}"
done
for package in "$out"/*.deb; do
  dpkg-deb --extract "$package" "$clean/deb"
  try "$clean/deb/usr/bin/standto"
  for file in share/man/man1/standto.1.gz share/man/man1/standto-play.1.gz share/applications/standto.desktop \
    share/bash-completion/completions/standto share/zsh/vendor-completions/_standto \
    share/fish/vendor_completions.d/standto.fish share/doc/standto/copyright; do
    test -s "$clean/deb/usr/$file"
  done
  # shellcheck disable=SC1091
  bash -c "source '$clean/deb/usr/share/bash-completion/completions/standto' && complete -p standto" > /dev/null
  echo "tried: ${package##*/}"
done
size=$(stat -c %s "$out"/standto-*.crate)
test "$size" -lt 2500000 || { echo "the crate has $size bytes" >&2; exit 1; }
echo "the crate has $size bytes"
