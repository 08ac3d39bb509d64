#!/usr/bin/env bash
# Builds the packages and tries them, as far as this machine has the tools: packaging/try.sh [PROGRAM]
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
program=${1:-$top/target/release/standto}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tried() { echo "tried: $*"; }
untried() { echo "NOT TRIED: $*"; }

for script in "$top"/packaging/{try.sh,debian/build.sh}; do bash -n "$script"; done
for script in "$top"/packaging/{host/standto-host,container/start,debian/postinst,debian/prerm}; do sh -n "$script"; done
tried "syntax of the scripts"

if command -v dpkg-deb >/dev/null; then
    deb=$("$top/packaging/debian/build.sh" "$program" "$work")
    dpkg-deb --contents "$deb" > "$work/contents"
    for file in ./usr/bin/standto ./usr/sbin/standto-host ./usr/share/doc/standto/host.md; do
        grep -q " $file\$" "$work/contents" || { echo "$file is not in the package" >&2; exit 1; }
    done
    ! grep -v ' root/root ' "$work/contents" || { echo "files of the package belong to others" >&2; exit 1; }
    dpkg-deb -x "$deb" "$work/root"
    version=$("$work/root/usr/bin/standto" --version)
    ROOT=$work/root "$work/root/usr/sbin/standto-host" enable --open >/dev/null 2> "$work/said"
    grep -q "sshd -t accepts" "$work/said" || cat "$work/said"
    grep -q '^Match User standto-guest$' "$work/root/etc/ssh/sshd_config.d/standto.conf"
    ROOT=$work/root "$work/root/usr/sbin/standto-host" disable >/dev/null
    [ ! -e "$work/root/etc/ssh/sshd_config.d/standto.conf" ]
    tried "$(basename "$deb"): contents, program ($version), standto-host enable and disable"
    if [ "$(id -u)" = 0 ]; then
        mkdir -p "$work/admin"/var/lib/dpkg/{info,updates,triggers}
        : > "$work/admin/var/lib/dpkg/status"
        dpkg --root="$work/admin" --force-depends --force-not-root --force-script-chrootless -i "$deb" > "$work/dpkg" 2>&1 ||
            { cat "$work/dpkg" >&2; exit 1; }
        STANDTO_HOME=$work/home "$work/admin/usr/bin/standto" list >/dev/null
        dpkg --root="$work/admin" --force-script-chrootless -r standto > "$work/dpkg" 2>&1 || { cat "$work/dpkg" >&2; exit 1; }
        [ ! -e "$work/admin/usr/bin/standto" ]
        tried "installing and removing the package with dpkg --root"
    else
        untried "installing the package (needs root)"
    fi
    if [ -n "${DEBIAN_ROOT:-}" ] && [ "$(id -u)" = 0 ]; then
        unshare --net --mount --fork python3 "$top/packaging/try-host.py" "$DEBIAN_ROOT" "$deb" > "$work/host" 2>&1 ||
            { cat "$work/host" >&2; exit 1; }
        tail -1 "$work/host"
    else
        untried "a host in a fresh Debian (DEBIAN_ROOT names a folder that debootstrap made; see try-host.py)"
    fi
else
    untried "the Debian package (needs dpkg-deb)"
fi

if command -v systemd-analyze >/dev/null; then
    # The program is not at its place here.
    sed "s|/usr/bin/standto|/bin/true|" "$top/packaging/systemd/standto-prune.service" > "$work/standto-prune.service"
    cp "$top/packaging/systemd/standto-prune.timer" "$work/"
    SYSTEMD_LOG_LEVEL=err systemd-analyze verify --man=no "$work/standto-prune.timer" "$work/standto-prune.service"
    tried "the systemd units"
else
    untried "the systemd units (needs systemd-analyze)"
fi

builder=$(command -v podman || command -v docker || true)
if [ -n "$builder" ] && "$builder" info >/dev/null 2>&1; then
    "$builder" build -q -f "$top/packaging/container/Containerfile" -t standto-try "$top" >/dev/null
    tried "building the container"
    if "$builder" run --rm --entrypoint /usr/bin/standto standto-try --version >/dev/null 2>&1; then
        tried "the program in the container"
    else
        untried "the program in the container ($builder cannot start one here)"
    fi
else
    untried "the container (no podman or docker runs here)"
fi
