#!/usr/bin/env python3
"""Turncoat as an engine for other programs: GTP and NBoard conversations with the running program, whole matches over
GTP, a whole game of the file agent.

python3 tests/e2e/protocols.py PROGRAM
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

GAME = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {} *]B[F5]W[D6//1.0];)".format(
    " ".join(["--------"] * 3 + ["---O*---", "---*O---"] + ["--------"] * 3))


class Talk:
    """A conversation: what is written, and lines until one that fits."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, pattern):
        heard = []
        for line in self.process.stdout:
            heard.append(line.rstrip("\n"))
            if re.fullmatch(pattern, heard[-1]):
                return heard
        sys.exit(f"no line {pattern!r}, only {heard}")

    def end(self):
        """Closes the input; the program must end by itself, in order."""
        rest, _ = self.process.communicate(timeout=60)
        if self.process.returncode != 0:
            sys.exit(f"{self.process.args} ended with status {self.process.returncode}")
        return rest


def expect(condition, *what):
    if not condition:
        sys.exit(" ".join(str(part) for part in what))


def nboard(program):
    talk = Talk(program, "nboard")
    talk.say("nboard 2", "set depth 4", "set contempt 0", "set game " + GAME, "ping 1")
    expect(talk.until("pong 1") == ["set myname Turncoat", "set myname Turncoat4", "pong 1"], "greeting")
    talk.say("go")
    heard = talk.until(r"=== [A-H][1-8]/-?\d+\.\d+/\d+\.\d+")
    expect(any(re.fullmatch(r"search ([A-H][1-8]-?)+ -?\d+\.\d+ 0 4", line) for line in heard), heard)
    talk.until("status")
    talk.say("move C3/0/0", "hint 2")
    heard = talk.until("status")
    expect(sum(line.startswith("search ") for line in heard) >= 2, heard)
    talk.say("learn", "rubbish", "\x00\x01", "move a1", "x" * 200000)
    heard = talk.until("status error: the line is too long")
    expect(heard[-3:-1] == ["learned", "status error: a1 turns no disc for White"], heard)

    # An endless search: a ping ends it before it is answered, and nothing comes after.
    talk.say("set depth 60", "ping 2", "go")
    talk.until("pong 2")
    talk.until("search .*")
    talk.say("ping 3")
    heard = talk.until("pong 3")
    expect(not any(line.startswith("===") for line in heard), heard)
    talk.say("analyze")
    talk.until("analysis .*")
    talk.say("hint 5")
    talk.until("search .*")
    talk.say("go")  # left thinking: soon after the end of the input it answers with what it has
    expect(re.search(r"^=== [A-H][1-8]/", talk.end(), re.MULTILINE), "no answer at the end of the input")
    print("nboard: a conversation")


def gtp(program):
    talk = Talk(program, "gtp", "--player", "alphabeta")
    talk.say("time_settings 0 0.05 1", "1 genmove b")
    talk.until("=1 [a-h][1-8]")
    talk.say("x" * 200000, "2 undo")
    heard = talk.until("=2")
    expect("? syntax error: the line is too long" in heard, heard)
    talk.say("3 quit")
    expect(talk.end().count("=3\n\n") == 1, "quit is answered")

    talk = Talk(program, "gtp", "--player", "engine:level=60")
    talk.say("1 boardsize 4", "2 genmove b", "3 boardsize 8")
    talk.process.stdin.write("4 genmove b")  # left thinking, as above
    talk.process.stdin.flush()
    rest = talk.end()
    expect(re.search(r"^=4 [a-h][1-8]$", rest, re.MULTILINE), rest)

    def match(opponent, *more):
        player = f'gtp:command="{program} gtp --player alphabeta:depth=1"'
        done = subprocess.run([program, "match", player, opponent, "--no-store", "--json", "--seed", "2", *more],
                              capture_output=True, text=True)
        expect(done.returncode == 0, done.stderr)
        answer = json.loads(done.stdout)
        wrong = {key: answer[key] for key in ("time_forfeits", "illegal", "failed", "resigned") if answer[key]}
        expect(not wrong, opponent, wrong, done.stderr)
        return f"{answer['wins']}-{answer['draws']}-{answer['losses']}"

    for rules in ("standard-4", "standard-8", "standard-10"):
        print(f"gtp: {rules} against random: {match('random', '--games', '4', '--rules', rules)}")
    print(f"gtp: with a clock: {match('greedy', '--games', '2', '--time', '60s/game')}")
    print(f"gtp: per move: {match('greedy', '--games', '2', '--time', '9s/move', '--rules', 'standard-6')}")
    if os.path.exists("/usr/games/gtp-rhino"):
        rhino = 'gtp:command="/usr/games/gtp-rhino -l 1"'
        print(f"gtp: against gtp-rhino: {match(rhino, '--games', '2')}")


def flips(board, size, color, column, row):
    found = []
    if (column, row) in board:
        return found
    for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
        line, x, y = [], column + dx, row + dy
        while board.get((x, y), color) != color:
            line.append((x, y))
            x, y = x + dx, y + dy
        if line and (x, y) in board:
            found += line
    return found


def agent(program, size, start, first, seconds, most):
    """A referee of its own: both sides are the agent, each in its folder, with a clock that counts processes too."""
    board, color = dict(start), first
    left = {"X": seconds, "O": seconds}
    moves = lambda side: [(x, y) for y in range(size) for x in range(size) if flips(board, size, side, x, y)]
    calls = 0
    with tempfile.TemporaryDirectory() as folder:
        for side in "XO":
            os.mkdir(os.path.join(folder, side))
        while calls < most and (moves("X") or moves("O")):
            legal = moves(color)
            if legal:
                home = os.path.join(folder, color)
                rows = ["".join(board.get((x, y), ".") for x in range(size)) for y in range(size)]
                with open(os.path.join(home, "input.txt"), "w") as file:
                    file.write("\n".join([color, f"{left[color]:.3f} {left['O' if color == 'X' else 'X']:.3f}", *rows]))
                before = time.monotonic()
                done = subprocess.run([program, "agent", "--dir", home], capture_output=True, text=True)
                left[color] = max(0.0, left[color] - (time.monotonic() - before))
                expect(done.returncode == 0 and not done.stderr, done.stderr)
                with open(os.path.join(home, "output.txt")) as file:
                    answer = file.read().strip()
                square = ("abcdefghijklmnop".index(answer[0]), int(answer[1:]) - 1)
                expect(square in legal, answer, "is not legal")
                calls += 1
                for turned in flips(board, size, color, *square) + [square]:
                    board[turned] = color
            color = "O" if color == "X" else "X"
    expect(calls == most or calls > size * size // 2, calls, "calls only")
    print(f"agent: {size}x{size}, {calls} calls, {left['X']:.1f} and {left['O']:.1f} of {seconds} s left")


def main():
    program = os.path.abspath(sys.argv[1])
    nboard(program)
    gtp(program)
    agent(program, 6, {(2, 2): "O", (3, 3): "O", (3, 2): "X", (2, 3): "X"}, "X", 2, 100)
    leader = {(3, 2): "O", (2, 3): "O", (9, 8): "O", (8, 9): "O", (2, 2): "X", (3, 3): "X", (8, 8): "X", (9, 9): "X"}
    agent(program, 12, leader, "O", 6, 24)


if __name__ == "__main__":
    main()
