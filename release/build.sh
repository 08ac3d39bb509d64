#!/usr/bin/env bash
# Builds everything that is released, into a folder: the crate, the program, a static program, a Debian package, checksums.
#   release/build.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-target/release-files}")
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
STANDTO_COMMIT=$(git rev-parse --short=12 HEAD 2>/dev/null || echo "unknown commit")
export STANDTO_COMMIT
target_folder=${CARGO_TARGET_DIR:-target}
rm -rf "$out"
mkdir -p "$out"

# The program, installed from the packed crate alone: what is not in the crate is not needed.
cargo package --locked --no-verify --allow-dirty
cp "$target_folder/package/standto-$version.crate" "$out/"
packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT
tar -xzf "$out/standto-$version.crate" -C "$packed"
CARGO_TARGET_DIR="$packed/target" cargo install --locked --path "$packed/standto-$version" --root "$packed/installed"
program=$packed/installed/bin/standto
strip "$program"
arch=$(uname -m)
install -m 755 "$program" "$out/standto-$version-$arch-linux"

# The Debian package, with manual pages, completions and the desktop entry for players.
trap 'rm -rf "$packed" packaging/player' EXIT
release/player-files.sh "$program" packaging/player
packaging/debian/build.sh "$program" "$out"

# A program that needs no libraries: with musl where its target is installed, else with the C library of this system. It also
# starts fastest, because nothing is loaded or moved before it runs.
target=$arch-unknown-linux-musl
if ! rustup target list --installed 2>/dev/null | grep -qx "$target"; then
  target=$arch-unknown-linux-gnu
  export RUSTFLAGS="-C target-feature=+crt-static -C relocation-model=static"
fi
(cd "$packed/standto-$version" && CARGO_TARGET_DIR="$packed/target" cargo build --release --locked --target "$target")
install -m 755 "$packed/target/$target/release/standto" "$out/standto-$version-$arch-linux-static"
strip "$out/standto-$version-$arch-linux-static"

(cd "$out" && sha256sum -- * > SHA256SUMS)
ls -l "$out"
