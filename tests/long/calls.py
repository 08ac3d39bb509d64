#!/usr/bin/env python3
"""Kills the program at each of its system calls that touch files, and looks what is left.

    cargo test --no-run && python3 tests/long/calls.py

Needs strace. Runs the player of tests/program/kills.rs, killed at the first call, at the second, and so on, until
it lives to its end; once beginning a game and once going on with one. After each kill every save must be
readable, hold every play that was confirmed, and go on.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CALLS = "openat,open,creat,write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,chmod,fchmod,fchmodat,flock,lseek,close"


def newest(pattern):
    found = [path for path in glob.glob(os.path.join(ROOT, pattern)) if os.access(path, os.X_OK) and not path.endswith(".d")]
    return max(found, key=os.path.getmtime)


def player(home, *before):
    words = [*before, newest("target/debug/deps/program-*"), "--exact", "kills::player", "--nocapture", "--test-threads=1"]
    environment = dict(os.environ, STANDTO_TEST_KILLED=home, STANDTO_TEST_PLAYS="3")
    return subprocess.run(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)


def standto(home, *words):
    environment = dict(os.environ, STANDTO_HOME=home)
    return subprocess.run([os.path.join(ROOT, "target/debug/standto"), *words], env=environment, capture_output=True,
                          text=True, check=False)


def killed(begun, name, call):
    """Whether there is such a call at which it was killed; then all is well afterwards."""
    with tempfile.TemporaryDirectory() as home:
        if begun:
            player(home)
        run = player(home, "strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={name}",
                     "-e", f"inject={name}:signal=KILL:when={call}")
        where = (begun, name, call)
        confirmed = {}
        for plays, path in re.findall(r"^confirmed (\d+) (.*)$", run.stdout, re.M):
            confirmed[path] = int(plays)
        for path in glob.glob(os.path.join(home, "saves", "*.toml")):
            told = standto(home, "replay", path, "--verify")
            assert told.returncode == 0, (where, path, told.stderr)
            kept = int(re.search(r"verified: (\d+) plays", told.stdout).group(1))
            assert kept >= confirmed.get(path, 0), (where, path, kept, confirmed)
        assert all(os.path.exists(path) for path in confirmed), (where, confirmed)
        resumed = standto(home, "resume")
        assert "passed over" not in resumed.stderr, (where, resumed.stderr)
        return run.returncode != 0


def main():
    if not shutil.which("strace"):
        sys.exit("strace is not here")
    kills = 0
    for begun in (False, True):
        for name in CALLS.split(","):
            call = 0
            while killed(begun, name, call + 1):
                call += 1
            kills += call
            print(f"{'going on' if begun else 'beginning'}: {call} times {name}", flush=True)
    print(f"{kills} kills, no play lost")


main()
