#!/usr/bin/env python3
"""A solve or a bench that is interrupted gives what is done; on a terminal a solve tells how far it is.

python3 tests/e2e/solve_stop.py PROGRAM
"""
import json
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import terminals  # noqa: E402

EASY = "XXXXXXXXXOOO-XXXXOOOOXXXXXXXXXOOXXOXXOOOOOOOOOXOOOOOOXOOOOOOOOOO O; E2:+10;"
TWENTY = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;"
ENDLESS = "---------------------------OX------XO--------------------------- X"


class Running:
    """A program whose standard error is a terminal."""

    def __init__(self, arguments):
        ours, theirs = pty.openpty()
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=theirs, text=True)
        os.close(theirs)
        self.told = ""
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self.read, args=(ours,))
        self.reader.start()

    def read(self, terminal):
        while True:
            try:
                data = os.read(terminal, 4096)
            except OSError:  # nobody holds the other end any more
                data = b""
            with self.changed:
                if not data:
                    self.told += "\nEND"
                else:
                    self.told += data.decode()
                self.changed.notify()
            if not data:
                os.close(terminal)
                return

    def wait_for(self, pattern):
        with self.changed:
            self.changed.wait_for(lambda: re.search(pattern, self.told) or self.told.endswith("\nEND"), timeout=100)
            if not re.search(pattern, self.told):
                self.process.kill()
                sys.exit(f"no {pattern!r} in {self.told!r}")

    def end(self, how=None):
        if how is not None:
            self.process.send_signal(how)
        output, _ = self.process.communicate(timeout=100)
        self.reader.join()
        return self.process.returncode, output


def expect(what, is_so):
    if not is_so:
        sys.exit(f"wrong: {what}")


def stopped_solves(program, path):
    run = Running([program, "solve", "--hash", "1MB", "--obf", path, "--json"])
    run.wait_for(r"#2: depth \d+ at ")
    status, output = run.end(signal.SIGINT)
    found = json.loads(output)
    expect("interrupted: 130", status == 130)
    expect("not complete", found["complete"] is False)
    expect("the first position is kept", [p["score"] for p in found["positions"]] == [10])
    expect("counted", (found["solved"], found["expected"], found["agree"]) == (1, 1, 1))
    expect("where it was", found["unfinished"]["number"] == 2 and found["unfinished"]["lower"] >= -64)
    expect("it says where", re.search(r"stopped at position 2 of 2, whose score lies from ", run.told))

    run = Running([program, "solve", "--hash", "1MB", "--obf", path])
    run.wait_for(r"#2: depth \d+ at ")
    status, output = run.end(signal.SIGTERM)
    expect("ended: 143", status == 143)
    expect("the line of the first", re.search(r"^ +1 +1 +\+10 e2 ", output, re.M))
    expect("totals", "1 solved, " in output and "1 of 1 agree with the file" in output)

    run = Running([program, "solve", "--hash", "1MB", "--obf", path, "--json", "--all-moves"])
    run.wait_for(r"#2, d3 \(1 of 4\): depth \d+ at ")
    status, output = run.end(signal.SIGINT)
    found = json.loads(output)
    expect("moves interrupted: 130", status == 130)
    expect("moves of the first", [(m["move"], m["score"]) for m in found["positions"][0]["moves"]] == [("e2", 10)])
    expect("moves of the second", found["unfinished"]["moves"] == [])


def bounds_on_a_terminal(program):
    run = Running([program, "solve", TWENTY])
    status, _ = run.end()
    expect("solved", status == 0)
    told = [(int(low), int(high)) for low, high in re.findall(r"depth 20 at 100%, from ([+-]\d+) to ([+-]\d+), ", run.told)]
    expect("bounds are told", len(told) > 1)
    expect("they hold", all(low <= 38 <= high for low, high in told))
    expect("they get closer", all(a[0] <= b[0] and b[1] <= a[1] for a, b in zip(told, told[1:])))
    nodes = [int(count) for count in re.findall(r", (\d+) nodes, ", run.told)]
    expect("nodes count up", nodes == sorted(nodes))


def stopped_bench(program):
    process = subprocess.Popen([program, "bench", "--level", "60"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    output, told = process.communicate(timeout=100)
    expect("bench: 130", process.returncode == 130)
    expect("bench tells", re.search(r"stopped after \d+ of 16 positions", told) and "Bench" not in output)


def main():
    program = os.path.abspath(sys.argv[1])
    stopped_bench(program)
    terminals.need_one()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "two.obf")
        with open(path, "w", encoding="ascii") as file:
            file.write(f"{EASY}\n{ENDLESS}\n")
        stopped_solves(program, path)
    bounds_on_a_terminal(program)
    print("interrupted solves and benches keep what is done")


if __name__ == "__main__":
    main()
