#!/usr/bin/env bash
# Builds everything that is released, into a folder: the crate, the program, a Debian package, checksums. A static program is
# built too where the musl target is installed.
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

# The program, from the packed crate alone: what is not in the crate is not needed.
cargo package --locked --no-verify --allow-dirty
cp "$target_folder/package/standto-$version.crate" "$out/"
packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT
tar -xzf "$out/standto-$version.crate" -C "$packed"
(cd "$packed/standto-$version" && CARGO_TARGET_DIR="$packed/target" cargo build --release --locked)
program=$packed/target/release/standto
strip "$program"
arch=$(uname -m)
install -m 755 "$program" "$out/standto-$version-$arch-linux"

# The Debian package.
root=$packed/deb
install -D -m 755 "$program" "$root/usr/bin/standto"
install -D -m 644 release/standto.desktop "$root/usr/share/applications/standto.desktop"
man=$root/usr/share/man/man1
mkdir -p "$man"
"$program" man | gzip -9n > "$man/standto.1.gz"
for command in $("$program" help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' | grep -v '^help$'); do
  "$program" man "$command" | gzip -9n > "$man/standto-$command.1.gz"
done
put() { mkdir -p "$root/$(dirname "$2")" && "$program" completions "$1" > "$root/$2"; }
put bash usr/share/bash-completion/completions/standto
put zsh usr/share/zsh/vendor-completions/_standto
put fish usr/share/fish/vendor_completions.d/standto.fish
docs=$root/usr/share/doc/standto
mkdir -p "$docs"
cp README.md "$docs/"
gzip -9nc CHANGELOG.md > "$docs/changelog.gz"
cat LICENSE-MIT LICENSE-APACHE > "$docs/copyright"
libc=$(objdump -T "$program" | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -Vu | tail -1)
mkdir -p "$root/DEBIAN"
cat > "$root/DEBIAN/control" <<CONTROL
Package: standto
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: Stand To <standto@localhost>
Section: games
Priority: optional
Depends: libc6 (>= $libc), libgcc-s1
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Description: Referee, map table and opponent for tabletop wargames
 Second World War battles in a terminal under the full published rules of four
 tabletop wargames: against the computer, against a friend, or beside a table.
CONTROL
chmod -R u=rwX,go=rX "$root"
dpkg-deb --root-owner-group --build "$root" "$out/standto_${version}_$(dpkg --print-architecture).deb" > /dev/null

# A program that needs no libraries, where its target is installed.
musl=$arch-unknown-linux-musl
if rustup target list --installed 2>/dev/null | grep -qx "$musl"; then
  (cd "$packed/standto-$version" && CARGO_TARGET_DIR="$packed/target" cargo build --release --locked --target "$musl")
  install -m 755 "$packed/target/$musl/release/standto" "$out/standto-$version-$arch-linux-static"
  strip "$out/standto-$version-$arch-linux-static"
else
  echo "no static program: rustup target add $musl" >&2
fi

(cd "$out" && sha256sum -- * > SHA256SUMS)
ls -l "$out"
