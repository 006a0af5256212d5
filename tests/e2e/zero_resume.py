#!/usr/bin/env python3
"""A run of train zero that is killed in self-play, killed in training and interrupted goes on each time, loses no
finished game and leaves no process behind.

python3 tests/e2e/zero_resume.py PROGRAM
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

GAMES = 40
PATIENCE = 250


def command(program, folder, *more):
    return [program, "train", "zero", "--rules", "standard-4", "--arch", "1x8", "--rounds", "3", "--out", folder,
            "--preset", f"fast:games={GAMES},rate_every=3,rate_games=2,rate_sims=4,flight=2", "--threads", "2",
            "--json", *more]


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [line for line in file.read().split("\n")[:-1] if line]


def start(program, folder, *more):
    return subprocess.Popen(command(program, folder, *more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_until(process, condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if process.poll() is not None:
            sys.exit(f"the run ended by itself with status {process.returncode}: {process.stderr.read()}")
        if time.monotonic() > deadline:
            process.kill()
            sys.exit("the run does not get anywhere")
        time.sleep(0.002)


def trainers(folder):
    """Trainers of this run, by their arguments."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if folder.encode() in b" ".join(words) and any(word.endswith(b"turncoat-trainer") for word in words[:4]):
            found.append(int(name))
    return found


def expect(condition, what):
    if not condition:
        sys.exit(what)


def main():
    program = os.path.abspath(sys.argv[1])
    if not os.path.exists(os.path.join(os.path.dirname(program), "turncoat-trainer")):
        print("turncoat-trainer is not built")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as temporary:
        folder = os.path.join(temporary, "run")
        first = os.path.join(folder, "games", "0001.txt")

        # Killed in the first round's self-play.
        run = start(program, folder)
        wait_until(run, lambda: len(lines(first)) >= 5)
        run.send_signal(signal.SIGKILL)
        run.communicate()
        kept = lines(first)

        refused = subprocess.run(command(program, folder), capture_output=True, text=True)
        expect(refused.returncode == 1 and "--resume" in refused.stderr, f"not refused: {refused.stderr}")

        # Killed while the trainer runs: it ends with us.
        run = start(program, folder, "--resume")
        wait_until(run, lambda: os.path.exists(os.path.join(folder, "nets", "0001.state.part")))
        run.send_signal(signal.SIGKILL)
        run.communicate()
        expect(lines(first)[:len(kept)] == kept, "finished games were lost")
        deadline = time.monotonic() + PATIENCE
        while trainers(folder):
            expect(time.monotonic() < deadline, "the trainer outlives the run")
            time.sleep(0.01)

        # Interrupted in the second round.
        run = start(program, folder, "--resume")
        second = os.path.join(folder, "games", "0002.txt")
        wait_until(run, lambda: len(lines(second)) >= 3)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate()
        expect(run.returncode == 130, f"an interrupted run ends with status {run.returncode}: {errors}")
        expect(not trainers(folder), "the trainer outlives the run")
        kept = lines(second)

        done = subprocess.run(command(program, folder, "--resume"), capture_output=True, text=True)
        expect(done.returncode == 0, done.stderr)
        expect(lines(second)[:len(kept)] == kept, "finished games were lost")
        rounds = [json.loads(line)["round"] for line in done.stdout.splitlines()]
        expect(rounds and rounds[-1] == 3, f"--json is not a line for each round: {done.stdout}")
        with open(os.path.join(folder, "state.json"), encoding="utf-8") as file:
            state = json.load(file)
        expect(state["round"] == 3, f"{state}")
        log = [json.loads(line) for line in lines(os.path.join(folder, "log.jsonl"))]
        expect([line["round"] for line in log] == [1, 2, 3], f"{log}")
        for number in (1, 2, 3):
            games = lines(os.path.join(folder, "games", f"{number:04}.txt"))
            expect(len(games) >= GAMES, f"round {number} has {len(games)} games")
            numbers = [line.split()[0] for line in games]
            expect(len(set(numbers)) == len(numbers), f"round {number} has a game twice")
        expect("elo" in log[-1], "no rating")
        expect(os.path.exists(os.path.join(folder, "best.net")), "no best.net")
        go_on_from(program, temporary, folder)


def go_on_from(program, temporary, folder):
    """Other runs begin with this one's network, with its games, or with its games and another shape."""
    for name, source, arch in (("net", os.path.join(folder, "best.net"), None), ("games", folder, "1x8"),
                               ("larger", folder, "1x16")):
        out = os.path.join(temporary, "from-" + name)
        words = [program, "train", "zero", "--rules", "standard-4", *(["--arch", arch] if arch else []), "--rounds", "1",
                 "--out", out, "--from", source, "--preset", "fast:games=4,rate_every=0", "--threads", "1", "--json"]
        done = subprocess.run(words, capture_output=True, text=True)
        expect(done.returncode == 0, f"--from {name}: {done.stderr}")
        expect("1 round, " in done.stderr, done.stderr)
        log = json.loads(lines(os.path.join(out, "log.jsonl"))[0])
        run = json.load(open(os.path.join(out, "run.json"), encoding="utf-8"))
        expect(run["arch"] == (arch or "1x8"), f"--from {name}: {run}")
        expect(log["window"] == (1 if name == "net" else 4), f"--from {name}: {log}")
    # A network does not shrink.
    words[words.index("1x16")] = "1x8"
    words[words.index(folder)] = os.path.join(out, "best.net")
    words[words.index(out)] = os.path.join(temporary, "other")
    refused = subprocess.run(words, capture_output=True, text=True)
    expect(refused.returncode == 1 and "1x16" in refused.stderr, f"not refused: {refused.stderr}")


main()
