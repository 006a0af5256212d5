#!/usr/bin/env python3
"""An evolution that is killed with kill -9, again and again, and resumed, loses no finished game and tells the same
generations and the same final as one left alone. One that is interrupted says how to go on.

python3 tests/e2e/genetic_resume.py PROGRAM
"""
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ENOUGH = 40  # new games in the store before the signal


def command(program, store, *more):
    return [program, "train", "genetic", "--rules", "standard-10", "--population", "8", "--generations", "3",
            "--iterations", "2", "--games", "4", "--depth", "1", "--measure", "4", "--final-games", "6", "--seed", "5",
            "--threads", "2", "--json", "--store", store, *more]


def query(store, text):
    if not os.path.exists(store):
        return []
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=10) as database:
            return database.execute(text).fetchall()
    except sqlite3.OperationalError:  # the tables are not made yet
        return []


def games(store):
    """The finished games by number: moves and colours."""
    return dict((row[0], row[1:]) for row in query(store, "SELECT item, moves, black, white FROM game"))


def history(store):
    return query(store, "SELECT step, entry FROM history ORDER BY step")


def stop_midway(program, store, how):
    before = len(games(store))
    process = subprocess.Popen(command(program, store, "--resume"), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    deadline = time.monotonic() + 200
    while len(games(store)) < before + ENOUGH:
        if process.poll() is not None:
            sys.exit(f"the run ended by itself with status {process.returncode} before it could be stopped")
        if time.monotonic() > deadline:
            process.kill()
            sys.exit("no games came into the store")
        time.sleep(0.002)
    process.send_signal(how)
    _, errors = process.communicate()
    return process.returncode, errors


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        whole = os.path.join(folder, "whole.db")
        alone = subprocess.run(command(program, whole), capture_output=True, text=True, check=True)

        store = os.path.join(folder, "killed.db")
        kept = {}
        for _ in range(3):
            stop_midway(program, store, signal.SIGKILL)
            now = games(store)
            if any(now.get(item) != game for item, game in kept.items()):
                sys.exit("a finished game was lost or changed")
            kept = now
        status, errors = stop_midway(program, store, signal.SIGTERM)
        if status != 128 + signal.SIGTERM or "--resume goes on" not in errors:
            sys.exit(f"interrupted: status {status}\n{errors}")
        kept = games(store)
        if len(kept) >= len(games(whole)):
            sys.exit("the run had ended before it was interrupted")

        resumed = subprocess.run(command(program, store, "--resume"), capture_output=True, text=True, check=True)
        if f"with {len(kept)} games" not in resumed.stderr:
            sys.exit(f"the resumed run should begin with {len(kept)} games:\n{resumed.stderr}")
        if resumed.stdout != alone.stdout:
            sys.exit(f"resumed:\n{resumed.stdout}\nalone:\n{alone.stdout}")
        if games(store) != games(whole) or history(store) != history(whole) or len(history(whole)) != 7:
            sys.exit("the stores differ")
        print(f"stopped four times, at last with {len(kept)} of {len(games(whole))} games")


if __name__ == "__main__":
    main()
