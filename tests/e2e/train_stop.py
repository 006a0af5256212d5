#!/usr/bin/env python3
"""A training that is interrupted ends at once, says so, and writes nothing.

python3 tests/e2e/train_stop.py PROGRAM
"""
import os
import signal
import subprocess
import sys
import tempfile


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        games = os.path.join(folder, "some.games")
        weights = os.path.join(folder, "new.weights")
        subprocess.run([program, "selfplay", "--player", "random", "--games", "300", "--out", games, "--seed", "3"],
                       capture_output=True, check=True)
        training = subprocess.Popen([program, "train", "patterns", "--data", games, "--out", weights],
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first = training.stdout.readline()  # of thirty stages
        training.send_signal(signal.SIGINT)
        rest, errors = training.communicate()
        if not first.startswith("plies 58-59") or "over all plies" in rest:
            sys.exit(f"the training was not stopped midway: {first}{rest}")
        if training.returncode != 128 + signal.SIGINT or "error: stopped; nothing was written" not in errors:
            sys.exit(f"status {training.returncode}, said: {errors}")
        if os.listdir(folder) != ["some.games"]:
            sys.exit(f"left behind: {os.listdir(folder)}")


main()
