#!/usr/bin/env python3
"""Measures what the sessions of a host cost: memory, processor time, and the delay of a key.

    cargo build --release && python3 tests/host/capacity.py [PROGRAM] [SESSIONS]

Starts that many guests in pseudo-terminals of 80x24 characters, each with an account and a battle, lets them idle,
and then lets all of them play at once: a key every second, and an action against the computer now and then. Then the
same number of players meet in battles of two: everyone presses a key every second, and the time from the key that
makes a player's action to the other player's screen is measured. Memory is the proportional share (PSS), so that the
program, which all sessions share, counts once. Only Python's standard library is needed.
"""

import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target/release/standto"))
SESSIONS = int(sys.argv[2]) if len(sys.argv) > 2 else 100
IDLE, PLAYING = 20, 30
TICK = os.sysconf("SC_CLK_TCK")


class Session:
    def __init__(self, home, *arguments):
        self.got = b""
        size = struct.pack("HHHH", 24, 80, 0, 0)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.environ.update(STANDTO_HOME=home, TERM="xterm-256color", LC_ALL="C")
            os.execv(PROGRAM, [PROGRAM, *arguments])

    def types(self, keys):
        os.write(self.fd, keys.encode())

    def pss(self):
        with open(f"/proc/{self.pid}/smaps_rollup") as rollup:
            return next(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))

    def ticks(self):
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])


def read(sessions, seconds):
    """Reads what the sessions send, so that none of them waits for its terminal."""
    by_fd = {session.fd: session for session in sessions}
    end = time.time() + seconds
    while (left := end - time.time()) > 0:
        for fd in select.select(list(by_fd), [], [], left)[0]:
            by_fd[fd].got = (by_fd[fd].got + os.read(fd, 65536))[-20000:]


def until(sessions, text):
    end = time.time() + 120
    while missing := [s for s in sessions if text not in s.got]:
        assert time.time() < end, f"{text!r} is missing: {missing[0].got[-500:]!r}"
        read(sessions, 0.1)
    for session in sessions:
        session.got = b""


def figures(name, sessions, seconds, act):
    before, begun = sum(s.ticks() for s in sessions), time.time()
    act(seconds)
    cpu = (sum(s.ticks() for s in sessions) - before) / TICK / (time.time() - begun) / len(sessions)
    memory = sum(s.pss() for s in sessions) / len(sessions) / 1024
    most = f"{1 / cpu:.0f} on a core" if cpu > 0 else "no limit by the processor"
    print(f"{name}: {memory:.1f} MiB a session ({1024 / memory:.0f} in a GiB), "
          f"{cpu * 1000:.2f} ms of a core a second ({most})", flush=True)


def delay(sessions, keys):
    """The time from a key to the answer, for some sessions, in milliseconds, sorted."""
    times = []
    for session in sessions:
        for key in keys:
            begun = time.time()
            session.types(key)
            if select.select([session.fd], [], [], 5)[0]:
                os.read(session.fd, 65536)
                times.append((time.time() - begun) * 1000)
            read(sessions, 0.02)
    return sorted(times)


def middle(name, times):
    print(f"{name}: median {times[len(times) // 2]:.1f} ms, 95% within {times[len(times) * 95 // 100]:.1f} ms, "
          f"slowest {times[-1]:.1f} ms ({len(times)} measured)")


def alone(home):
    """Every session plays the computer."""
    sessions = []
    try:
        begun = time.time()
        for number in range(SESSIONS):
            sessions.append(Session(home, "lobby", f"guest{number}", "--vouched"))
            read(sessions, 0.01)
        until(sessions, b"Introductory Scenario")
        print(f"{SESSIONS} sessions are on after {time.time() - begun:.1f} s")
        figures("at the title", sessions, IDLE, lambda seconds: read(sessions, seconds))
        for keys, seen in [("\x1b[B\x1b[B\x1b[B\r", b"Start the battle"), ("\r", b"close")]:
            for session in sessions:
                session.types(keys)
            until(sessions, seen)
        for session in sessions:
            session.types("\x1b")
        read(sessions, 2)
        figures("in a battle, idle", sessions, IDLE, lambda seconds: read(sessions, seconds))

        def play(seconds):
            end, turn = time.time() + seconds, 0
            while time.time() < end:
                for session in sessions:
                    # Mostly the cursor; every fifth key acts: deployment ends, phases pass, prompts are answered.
                    session.types("dp\r"[turn // 5 % 3] if turn % 5 == 4 else "\x1b[A")
                read(sessions, 1)
                turn += 1

        figures("playing", sessions, PLAYING, play)
        middle("from a key to the screen", delay(sessions[:10], ["\x1b[A", "\x1b[B"]))
    finally:
        end(sessions)


def met(home):
    """The sessions play each other in pairs. An action of one player is what changes both screens."""
    pairs, sessions = [], []
    try:
        for number in range(SESSIONS // 2):
            host = Session(home, "host", "introductory", "--as", f"host{number}", "--seed", str(number))
            until([host], b"close")
            guest = Session(home, "join", f"matg-introductory-{number + 1}", "--as", f"guest{number}")
            until([guest], b"close")
            pairs.append((host, guest))
            sessions += [host, guest]
        for session in sessions:
            session.types("\x1b")
        read(sessions, 2)
        figures("in battles of two, idle", sessions, IDLE, lambda seconds: read(sessions, seconds))
        times = []

        def play(seconds):
            end, turn = time.time() + seconds, 0
            while time.time() < end:
                for pair in pairs:
                    actor, other = pair[turn % 2], pair[1 - turn % 2]
                    other.types("\x1b[A")
                    read(sessions, 0.02)
                    other.got, begun = b"", time.time()
                    actor.types("dp\r"[turn // 2 % 3])
                    # A key that is no action leaves the other screen alone and is not counted.
                    while not other.got and time.time() - begun < 0.2:
                        read(sessions, 0.0005)
                    if other.got:
                        times.append((time.time() - begun) * 1000)
                turn += 1

        figures("playing in pairs", sessions, PLAYING * 2, play)
        middle("from a player's key to the other's screen", sorted(times))
    finally:
        end(sessions)


def end(sessions):
    for session in sessions:
        os.kill(session.pid, signal.SIGKILL)
        os.waitpid(session.pid, 0)


def main():
    for part in (alone, met):
        home = tempfile.mkdtemp(prefix="capacity-")
        try:
            part(home)
        finally:
            shutil.rmtree(home)


main()
