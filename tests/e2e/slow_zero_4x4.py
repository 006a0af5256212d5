#!/usr/bin/env python3
"""Five minutes of train zero on 4x4, then: with 50 simulations it never loses the won side, whatever the first player
does, though no ending is solved for it.

python3 tests/e2e/slow_zero_4x4.py PROGRAM [MINUTES]
"""
import os
import subprocess
import sys
import tempfile

SIZE = 4
STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def flips(board, color, square):
    if square in board:
        return []
    turned = []
    for x, y in STEPS:
        run = []
        at = (square[0] + x, square[1] + y)
        while board.get(at) == -color:
            run.append(at)
            at = (at[0] + x, at[1] + y)
        if board.get(at) == color:
            turned += run
    return turned


def moves(board, color):
    return [(x, y) for y in range(SIZE) for x in range(SIZE) if flips(board, color, (x, y))]


def after(board, color, square):
    changed = dict(board)
    for at in flips(board, color, square) + [square]:
        changed[at] = color
    return changed


class Gtp:
    def __init__(self, program, player):
        self.process = subprocess.Popen([program, "gtp", "--rules", "standard-4", "--player", player],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        answer = ""
        while True:
            line = self.process.stdout.readline()
            if line == "":
                sys.exit(f"{text}: no answer")
            if line == "\n":
                break
            answer += line
        if not answer.startswith("="):
            sys.exit(f"{text}: {answer}")
        return answer[1:].strip()


def name(square):
    return "abcd"[square[0]] + str(square[1] + 1)


class Tally:
    def __init__(self, gtp):
        self.gtp = gtp
        self.ends = []

    def explore(self, board, color):
        """Every move of Black (1), the player's answer for White (-1)."""
        own = moves(board, color)
        if not own and not moves(board, -color):
            score = -sum(board.values())  # White's
            self.ends.append(score)
            return
        if not own:
            self.step(board, color, None)
        elif color == 1:
            for square in own:
                self.step(board, color, square)
        else:
            answer = self.gtp.ask("reg_genmove w").lower()
            self.step(board, color, ("abcd".index(answer[0]), int(answer[1]) - 1))

    def step(self, board, color, square):
        self.gtp.ask(f"play {'b' if color == 1 else 'w'} {name(square) if square else 'pass'}")
        self.explore(after(board, color, square) if square else board, -color)
        self.gtp.ask("undo")


def main():
    program = os.path.abspath(sys.argv[1])
    minutes = sys.argv[2] if len(sys.argv) > 2 else "5"
    if not os.path.exists(os.path.join(os.path.dirname(program), "turncoat-trainer")):
        print("turncoat-trainer is not built")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as temporary:
        folder = os.path.join(temporary, "run")
        curves = os.path.join(temporary, "curves.svg")
        subprocess.run([program, "train", "zero", "--rules", "standard-4", "--minutes", minutes, "--out", folder,
                        "--svg", curves], check=True)
        with open(curves, encoding="utf-8") as file:
            if "class='line policy'" not in file.read():
                sys.exit("the curves are not drawn")
        tally = Tally(Gtp(program, f"zero:net={folder}/best.net,sims=50,solve=0"))
        start = {(1, 1): -1, (2, 2): -1, (2, 1): 1, (1, 2): 1}
        tally.explore(start, 1)
        worst = min(tally.ends)
        print(f"{len(tally.ends)} games as White, the worst {worst:+}, perfect play gives +8")
        if worst <= 0:
            sys.exit("the won side was not won")


main()
