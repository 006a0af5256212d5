#!/usr/bin/env python3
"""A match that is killed with kill -9 and resumed gives the same result as one that was left alone.

python3 tests/e2e/match_resume.py PROGRAM
"""
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time

GAMES = 1000
ENOUGH = 5  # games in the store before the kill
RESULT = ("games", "wins", "draws", "losses", "score", "elo", "disc_diff", "time_forfeits", "illegal", "failed")


def command(program, store, *more):
    # A large board: the whole match takes seconds, so that the kill comes in the middle of it.
    return [program, "match", "random", "greedy", "--games", str(GAMES), "--rules", "standard-16", "--seed", "5",
            "--threads", "2", "--json", "--store", store, *more]


def stored_games(store):
    if not os.path.exists(store):
        return 0
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=10) as database:
            return database.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.OperationalError:  # the tables are not made yet
        return 0


def result(text):
    answer = json.loads(text)
    return {key: answer[key] for key in RESULT}


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "games.db")
        match = subprocess.Popen(command(program, store), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 200
        while stored_games(store) < ENOUGH:
            if match.poll() is not None:
                sys.exit(f"the match ended by itself with status {match.returncode} before it could be killed")
            if time.monotonic() > deadline:
                sys.exit("no games came into the store")
            time.sleep(0.005)
        match.kill()
        match.wait()
        kept = stored_games(store)
        if not ENOUGH <= kept < GAMES:
            sys.exit(f"{kept} games were stored when the match was killed; {GAMES} would mean it had ended")

        resumed = subprocess.run(command(program, store, "--resume"), capture_output=True, text=True, check=True)
        if f"with {kept} games" not in resumed.stderr:
            sys.exit(f"the resumed match should begin with {kept} games:\n{resumed.stderr}")
        if stored_games(store) != GAMES:
            sys.exit(f"{stored_games(store)} games in the store instead of {GAMES}")
        whole = subprocess.run(command(program, os.path.join(folder, "other.db")), capture_output=True, text=True,
                               check=True)
        if result(resumed.stdout) != result(whole.stdout):
            sys.exit(f"resumed: {result(resumed.stdout)}\nat once: {result(whole.stdout)}")

        again = subprocess.run(command(program, store, "--resume"), capture_output=True, text=True, check=True)
        if result(again.stdout) != result(whole.stdout) or stored_games(store) != GAMES:
            sys.exit("resuming a finished match should change nothing")
        print(f"killed after {kept} of {GAMES} games, resumed: {result(resumed.stdout)}")


if __name__ == "__main__":
    main()
