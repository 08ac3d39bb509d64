#!/usr/bin/env python3
"""A host with guests, tried with a real sshd: see docs/host.md.

    apt-get install openssh-server openssh-client
    cargo build && python3 tests/host/check.py [PROGRAM]

Starts an sshd of its own on a free port of this machine, with the settings of docs/host.md, lets two guests
play through it, and tries what guests should not be able to do. Nothing outside a temporary folder changes.
Python's standard library only. Exits 0 when everything is as it should be.
"""

import getpass
import glob
import os
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target/debug/standto"))
SSHD = shutil.which("sshd") or "/usr/sbin/sshd"
LIMIT = 30


class Host:
    """An sshd that gives nothing but the lobby."""

    def __init__(self, folder):
        self.folder = folder
        self.home = os.path.join(folder, "standto")
        os.mkdir(self.home)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        for name in ("host", "guest", "vouched"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.path(name)], check=True)
        # sshd's own ForceCommand would outrank what a key says, so here every key says it.
        lobbies = {"guest": "lobby --saves 2", "vouched": "lobby carl --vouched"}
        with open(self.path("keys"), "w") as keys:
            for name, lobby in lobbies.items():
                public = open(self.path(f"{name}.pub")).read()
                keys.write(f'restrict,pty,command="{PROGRAM} {lobby}" {public}')
        with open(self.path("config"), "w") as config:
            config.write(f"""
Port {self.port}
ListenAddress 127.0.0.1
HostKey {self.path("host")}
PidFile {self.path("pid")}
AuthorizedKeysFile {self.path("keys")}
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
DisableForwarding yes
PermitUserRC no
PermitUserEnvironment no
PermitTTY yes
PrintMotd no
PrintLastLog no
ClientAliveInterval 60
ClientAliveCountMax 3
SetEnv STANDTO_HOME={self.home}
""")
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)
        self.log = open(self.path("log"), "w")
        self.sshd = subprocess.Popen([SSHD, "-D", "-e", "-f", self.path("config")], stderr=self.log)
        until("sshd listens", self.listens)

    def path(self, name):
        return os.path.join(self.folder, name)

    def listens(self):
        assert self.sshd.poll() is None, open(self.path("log")).read()
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def ssh(self, *more, key="guest", tty=True):
        options = ["-F", "none", "-p", str(self.port), "-i", self.path(key), "-o", "IdentitiesOnly=yes"]
        options += ["-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={self.path('known')}"]
        options += ["-o", "LogLevel=ERROR", "-o", "BatchMode=yes"]
        return ["ssh", *options, "-tt" if tty else "-T", *more, f"{getpass.getuser()}@127.0.0.1"]

    def saves(self, name):
        return sorted(glob.glob(os.path.join(self.home, "drawers", name, "saves", "*.toml")))

    def end(self):
        self.sshd.send_signal(signal.SIGTERM)
        self.sshd.wait()


class Guest:
    """Somebody at a terminal of 24 lines by 80, connected to the host."""

    def __init__(self, host, key="guest"):
        self.got = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm"
            subprocess.run(["stty", "rows", "24", "cols", "80"], check=True)
            os.execvp("ssh", host.ssh(key=key))

    def read(self, seconds):
        while select.select([self.fd], [], [], seconds)[0]:
            try:
                piece = os.read(self.fd, 65536)
            except OSError:
                return False
            if not piece:
                return False
            self.got += piece.decode(errors="replace")
            seconds = 0.05
        return True

    def sees(self, text):
        begun = time.time()
        # Without the sequences that place and colour it.
        while text not in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.got):
            assert time.time() - begun < LIMIT, f"waited in vain for {text!r}:\n{self.got!r}"
            if not self.read(0.2):
                assert text in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.got), f"ended before {text!r}:\n{self.got!r}"
        return self

    def types(self, text):
        os.write(self.fd, text.encode())
        return self

    def answers(self, text):
        return self.types(text + "\r")

    def ends(self):
        begun = time.time()
        while self.read(0.2):
            assert time.time() - begun < LIMIT, f"it does not end:\n{self.got!r}"
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def goes_dead(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def until(what, so):
    begun = time.time()
    while not so():
        assert time.time() - begun < LIMIT, f"waited in vain: {what}"
        time.sleep(0.05)


def begins_a_game(guest):
    """From the title to the first decision of a game of the first scenario, both sides at one keyboard."""
    guest.sees("Introductory Scenario")
    guest.types("\r").sees("Start the battle")
    guest.types("\x1b[C\x1b[C").sees("both sides")
    guest.types("\r").sees("Esc close")
    guest.types("\r").sees("Germans: Move")
    return guest


def leaves(guest):
    guest.types("q").sees("Quit Stand To?").types("\r")
    assert guest.ends() == 0


def tries(host):
    print("a new guest takes a name with a secret, and plays")
    anna = Guest(host).sees("Your name: ").answers("anna").sees("There is no account anna yet")
    anna.sees("Password: ").answers("horse battery").sees("Again: ").answers("horse battery")
    begins_a_game(anna)
    assert "horse" not in anna.got, "a secret is not shown"
    leaves(anna)
    assert len(host.saves("anna")) == 1

    print("another has a drawer of his own, and sees nothing of hers")
    bert = Guest(host).sees("Your name: ").answers("bert")
    bert.sees("Password: ").answers("correct staple").sees("Again: ").answers("correct staple")
    bert.sees("Introductory Scenario")
    assert "play 0" not in bert.got, "somebody else's game is offered"
    begins_a_game(bert)

    print("a line that goes dead loses nothing and frees the game")
    [save] = host.saves("bert")
    bert.types("d")
    until("the play is there", lambda: open(save).read().count("[[play]]") == 1)
    bert.goes_dead()
    until("the game is free", lambda: subprocess.run(["flock", "-n", save, "true"]).returncode == 0)
    bert = Guest(host).sees("Your name: ").answers("bert").sees("secret of bert: ").answers("correct staple")
    bert.sees("play 1, ").types("\r").sees("Soviets: Move")
    leaves(bert)

    print("no secret opens another's drawer, and guessing takes its time")
    begun = time.time()
    thief = Guest(host).sees("Your name: ").answers("anna")
    for guess in ("", "correct staple", "!"):
        thief.sees("secret of anna: ").answers(guess)
        thief.got = ""
    thief.sees("that is not the secret")
    assert thief.ends() == 1 and time.time() - begun > 3
    for name in ("../anna", "anna/..", "", "/etc", "."):
        assert Guest(host).sees("Your name: ").answers(name).sees("a name has").ends() == 1, name

    print("a key may vouch for a name, which no secret opens then")
    carl = Guest(host, key="vouched")
    begins_a_game(carl)
    leaves(carl)
    assert len(host.saves("carl")) == 1
    assert Guest(host).sees("Your name: ").answers("carl").sees("is taken").ends() == 1

    print("no more games than a guest may have")
    anna = Guest(host).sees("Your name: ").answers("anna").sees("secret of anna: ").answers("horse battery")
    anna.sees("play 0, ").types("\x1b[B")
    begins_a_game(anna)
    leaves(anna)
    anna = Guest(host).sees("Your name: ").answers("anna").sees("secret of anna: ").answers("horse battery")
    anna.sees("play 0, ").types("\x1b[B\x1b[B\r").sees("Start the battle").types("\r")
    anna.sees("there may be 2")
    anna.types("\x03")
    anna.ends()

    print("there is no shell, no file transfer and no forwarding")
    for more in (["cat", "/etc/passwd"], ["-s", "sftp"]):
        words = host.ssh(tty=False)
        run = subprocess.run([*words, *more] if more[0] != "-s" else [*words[:-1], "-s", words[-1], "sftp"],
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT)
        assert run.returncode != 0 and "root:" not in run.stdout, run
    forward = subprocess.run(host.ssh("-W", f"127.0.0.1:{host.port}", tty=False), stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, timeout=LIMIT)
    assert forward.returncode != 0 and "SSH-2.0" not in forward.stdout, forward

    print("what is kept is the owner's alone")
    for folder, _, files in os.walk(os.path.join(host.home, "drawers")):
        assert os.stat(folder).st_mode & 0o077 == 0, folder
        for file in files:
            assert os.stat(os.path.join(folder, file)).st_mode & 0o077 == 0, file
            assert "staple" not in open(os.path.join(folder, file)).read(), file


def main():
    for needed in (PROGRAM, SSHD):
        if not os.path.exists(needed):
            sys.exit(f"{needed} is not there; see the head of this file")
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        host = Host(folder)
        try:
            tries(host)
        finally:
            host.end()
    print("everything is as it should be")


main()
