#!/usr/bin/env python3
"""Plays random games until so many decisions are made, every built-in battle its share.

    cargo build --release && python3 tests/long/decisions.py 10000000

Every choice must be one that the rules take, every die one that they can roll, every game must end. On one core;
the options of a battle's last run are printed, so that it can be had again.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("STANDTO", os.path.join(ROOT, "target/release/standto"))


def standto(home, *words):
    environment = dict(os.environ, STANDTO_HOME=home)
    run = subprocess.run([PROGRAM, *words], env=environment, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"standto {' '.join(words)}: exit {run.returncode}\n{run.stderr}")
    return json.loads(run.stdout)


def main():
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as home:
        battles = [line["ruleset"] + "/" + line["name"] for line in standto(home, "list", "--json")["scenarios"]]
        made = collections.Counter()
        for battle in battles:
            share, seed, games, begun = wanted // len(battles) + 1, 1, 20, time.time()
            decisions = played = 0
            while decisions < share:
                words = ["sim", battle, "--random", "--jobs", "1", "--games", str(games), "--seed", str(seed), "--json"]
                report = standto(home, *words)
                decisions += report["decisions"]
                played += games
                seed += 1
                # As many as are still wanted, by what a game takes, and never too many at once.
                games = max(1, min(2000, (share - decisions) * games // max(1, report["decisions"]) + 1))
            made[battle] = decisions
            print(f"{battle}: {decisions} decisions in {played} games, {time.time() - begun:.0f} s; last: {' '.join(words)}",
                  flush=True)
        print(f"{sum(made.values())} decisions, every one taken")


main()
