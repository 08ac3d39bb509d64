#!/usr/bin/env bash
# Builds the Debian package with dpkg-deb: packaging/debian/build.sh [PROGRAM] [FOLDER]
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
program=${1:-$top/target/release/standto}
target=${2:-$top/target/packages}
[ -x "$program" ] || { echo "$program is missing: build it with cargo build --release" >&2; exit 1; }

version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$top/Cargo.toml" | head -1)
arch=$(dpkg --print-architecture)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"

install -D -m 755 "$program" "$root/usr/bin/standto"
strip "$root/usr/bin/standto" 2>/dev/null || true
install -D -m 755 "$top/packaging/host/standto-host" "$root/usr/sbin/standto-host"
install -D -m 644 -t "$root/usr/share/standto/host" "$top/packaging/host/limits.conf" \
    "$top/packaging/systemd/standto-guests.conf"
install -D -m 644 -t "$root/lib/systemd/system" "$top"/packaging/systemd/standto-prune.{service,timer}
doc=$root/usr/share/doc/standto
install -D -m 644 -t "$doc" "$top/README.md" "$top"/docs/host.md
gzip -9nc "$top/CHANGELOG.md" > "$doc/changelog.gz"
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n'
    printf 'Upstream-Name: Stand To\n\nFiles: *\nCopyright: the authors of Stand To\nLicense: MIT or Apache-2.0\n'
} > "$doc/copyright"
chmod 644 "$doc"/*
if [ -d "$top/packaging/player" ]; then
    cp -r "$top/packaging/player/." "$root/usr/"
fi

install -d "$root/DEBIAN"
install -m 755 -t "$root/DEBIAN" "$top"/packaging/debian/{postinst,prerm}
# The C library that the program was linked with, as its symbols tell; a static program needs none.
libc=$(objdump -T "$program" 2>/dev/null | grep -o 'GLIBC_[0-9.]*' | sed 's/GLIBC_//' | sort -V | tail -1 || true)
depends="Depends: libc6${libc:+ (>= $libc)}, libgcc-s1"
ldd "$program" >/dev/null 2>&1 || depends=
cat > "$root/DEBIAN/control" <<CONTROL
Package: standto
Version: $version
Architecture: $arch
Maintainer: The authors of Stand To <standto@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
${depends:+$depends
}Suggests: openssh-server
Section: games
Priority: optional
Description: Second World War tabletop wargames in a terminal
 A referee, a map table and an opponent for four tabletop wargames, in a
 terminal of 80x24 characters, over SSH as well. "standto-host enable" sets
 the machine up as a host for guests.
CONTROL

mkdir -p "$target"
dpkg-deb --root-owner-group --build "$root" "$target/standto_${version}_$arch.deb" >/dev/null
echo "$target/standto_${version}_$arch.deb"
