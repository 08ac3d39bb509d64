#!/usr/bin/env bash
# Tries what release/build.sh has built, each from a clean folder with a home of its own: checksums, the programs, the
# Debian package unpacked, the contents of the crate.
#   release/try.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath "${1:-target/release-files}")
clean=$(mktemp -d)
trap 'rm -rf "$clean"' EXIT
(cd "$out" && sha256sum --quiet -c SHA256SUMS)

# What a command prints has a line with these words. All of it is read: a pipe that closes early would hide a failure.
says() {
  local words=$1 told
  shift
  told=$("$@" 2>&1) || { echo "failed: $*: $told" >&2; exit 1; }
  grep -q -- "$words" <<< "$told" || { echo "$* does not say \"$words\": $told" >&2; exit 1; }
}

# Plays, reports and draws with a program that lies in a clean folder, and has no other file of this machine's checkout.
try() (
  cd "$(mktemp -d -p "$clean")"
  install -m 755 "$1" ./standto
  export STANDTO_HOME=$PWD/home
  says '^rules: ' ./standto --version
  says '^build: [0-9a-f]\{12\},' ./standto --version
  says introductory ./standto list
  says Undone. ./standto play introductory --plain --seed 1 <<< $'1\nundo\nquit'
  says 'The battle is over' ./standto play first-steps --plain --seed 1 --side none
  says KB ./standto report matg-first-steps-1 --html page.html
  says '</html>' cat page.html
  says '</svg>' ./standto picture introductory
  says 'no saved game "nothing" in ' bash -c '! ./standto resume nothing'
  says '\.TH standto 1' ./standto man
  says '"state":"ok"' ./standto doctor --json
  says '^introductory' env STANDTO_COMPLETE=bash _CLAP_COMPLETE_INDEX=2 _CLAP_IFS=$'\n' ./standto -- standto play introd
)

# A program for the libraries of this system, or for none.
for program in "$out"/standto-*-linux; do
  try "$program"
  echo "tried: ${program##*/}"
done
for program in "$out"/standto-*-linux-static; do
  if ldd "$program" 2>&1 | grep -q '=>'; then
    echo "${program##*/} needs libraries" >&2
    exit 1
  fi
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
for file in src/main.rs config/keys.toml scenarios/matg/introductory.toml README.md LICENSE-MIT Cargo.lock; do
  tar -tzf "$out"/standto-*.crate | grep "/$file\$" > /dev/null || { echo "$file is not in the crate" >&2; exit 1; }
done
! tar -tzf "$out"/standto-*.crate | grep -E '^[^/]*/(tests|fuzz|benches|release|packaging)/' ||
  { echo "the crate has files that nobody needs to build" >&2; exit 1; }
size=$(stat -c %s "$out"/standto-*.crate)
test "$size" -lt 2500000 || { echo "the crate has $size bytes" >&2; exit 1; }
echo "the crate has $size bytes"
