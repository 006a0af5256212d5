#!/usr/bin/env python3
"""Self-play that is killed with kill -9, or interrupted, and run again gives the same file as one left alone.

python3 tests/e2e/selfplay_resume.py PROGRAM
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

GAMES = 1500
ENOUGH = 20_000  # bytes in the file before the signal: the header and a few blocks


def command(program, path):
    # A large board: the whole run takes seconds, so that the signal comes in the middle of it.
    return [program, "selfplay", "--player", "random", "--games", str(GAMES), "--out", path, "--rules", "standard-16",
            "--random", "10-40", "--seed", "5", "--threads", "2", "--json"]


def run(program, path):
    done = subprocess.run(command(program, path), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def shown_games(program, path):
    done = subprocess.run([program, "selfplay", "--show", path, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["games"]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def stop_midway(program, path, how, more):
    """Starts or resumes the run, sends the signal when the file has grown by `more` bytes."""
    before = os.path.getsize(path) if os.path.exists(path) else 0
    process = subprocess.Popen(command(program, path), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    deadline = time.monotonic() + 200
    while not os.path.exists(path) or os.path.getsize(path) < before + more:
        if process.poll() is not None:
            sys.exit(f"the run ended by itself with status {process.returncode} before it could be stopped")
        if time.monotonic() > deadline:
            process.kill()
            sys.exit("the file does not grow")
        time.sleep(0.001)
    process.send_signal(how)
    output, _ = process.communicate()
    return process.returncode, output


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        whole = os.path.join(folder, "whole.games")
        run(program, whole)

        killed = os.path.join(folder, "killed.games")
        kept = 0
        for _ in range(3):
            stop_midway(program, killed, signal.SIGKILL, ENOUGH)
            games = shown_games(program, killed)
            if not kept < games < GAMES:
                sys.exit(f"{games} games in the file after the kill, {kept} before, {GAMES} wanted")
            if not read(whole).startswith(read(killed)[:ENOUGH]):
                sys.exit("the killed run wrote other games")
            kept = games
        resumed = run(program, killed)
        if resumed["games"] != GAMES or resumed["new_games"] != GAMES - kept:
            sys.exit(f"{kept} games were there, and then: {resumed}")
        if read(killed) != read(whole):
            sys.exit("killed and resumed, the file is another")
        print(f"killed three times, with {kept} of {GAMES} games at the last")

        interrupted = os.path.join(folder, "interrupted.games")
        status, output = stop_midway(program, interrupted, signal.SIGTERM, ENOUGH)
        kept = shown_games(program, interrupted)
        if status != 128 + signal.SIGTERM or json.loads(output)["games"] != kept:
            sys.exit(f"interrupted with {kept} games: status {status}\n{output}")
        run(program, interrupted)
        if read(interrupted) != read(whole):
            sys.exit("interrupted and resumed, the file is another")
        print(f"interrupted with {kept} games")


if __name__ == "__main__":
    main()
