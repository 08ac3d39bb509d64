#!/usr/bin/env python3
"""Sets up a host in a fresh Debian from the package, as the container file does, and logs in over SSH.

    debootstrap --variant=minbase --include=openssh-server bookworm ROOT
    unshare --net --mount --fork python3 packaging/try-host.py ROOT standto_VERSION_ARCH.deb

Needs root, for the namespaces: the network and the mounts of this machine stay as they are. Only Python's standard
library is needed. Exits with 1 if anything is missing.
"""

import fcntl
import os
import pty
import select
import shutil
import struct
import subprocess
import sys
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SETUP = """set -e
rm -rf /srv/standto  # what an earlier try has left
dpkg -i /tmp/standto.deb
rm -f /etc/ssh/ssh_host_*
install -d /run/sshd /etc/ssh/keys
ssh-keygen -q -t ed25519 -N "" -f /etc/ssh/ssh_host_ed25519_key
standto-host enable --open
rm /etc/ssh/ssh_host_ed25519_key*
"""
SSH = ["ssh", "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
       "-o", "LogLevel=ERROR"]
GUEST = "standto-guest@127.0.0.1"


def run(*command):
    subprocess.run(command, check=True)


def visit(steps):
    """Logs in and answers each prompt in turn."""
    pid, fd = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execvp("ssh", [*SSH, "-tt", GUEST])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    for prompt, answer in steps:
        got, end = "", time.time() + 20
        while prompt not in got:
            if time.time() > end:
                sys.exit(f"no {prompt!r} in {got!r}")
            if select.select([fd], [], [], 0.2)[0]:
                got += os.read(fd, 65536).decode(errors="replace")
        os.write(fd, answer.encode())
    time.sleep(0.5)
    os.close(fd)
    os.waitpid(pid, 0)


def main(root, package):
    run("ip", "link", "set", "lo", "up")
    for folder in ("proc", "dev", "dev/pts"):
        run("mount", "--bind", f"/{folder}", f"{root}/{folder}")
    shutil.copy(package, f"{root}/tmp/standto.deb")
    shutil.copy(f"{HERE}/container/start", f"{root}/usr/local/sbin/start")
    subprocess.run(["chroot", root, "/bin/sh"], input=SETUP, text=True, check=True)
    sshd = subprocess.Popen(["chroot", root, "/usr/local/sbin/start"], stderr=subprocess.DEVNULL)
    try:
        time.sleep(2)
        visit([("Your name: ", "anna\r"), ("Choose a password", "horse battery\r"), ("Again: ", "horse battery\r"),
               ("Introductory", "q")])
        visit([("Your name: ", "anna\r"), ("Password of anna", "horse battery\r"), ("Introductory", "q")])
        through = subprocess.run([*SSH, "-o", "BatchMode=yes", "-W", "127.0.0.1:22", GUEST],
                                 stdin=subprocess.DEVNULL, capture_output=True)
        if through.returncode == 0 or b"SSH-2.0" in through.stdout:
            sys.exit("a guest can forward a port")
    finally:
        sshd.terminate()
        sshd.wait()
    run("chroot", root, "standto-host", "disable")
    run("chroot", root, "dpkg", "--purge", "standto")
    print("tried: the package in a fresh Debian, standto-host, two logins over SSH, no forwarding")


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*map(os.path.abspath, sys.argv[1:]))
