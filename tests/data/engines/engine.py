#!/usr/bin/env python3
"""A small GTP program for tests: plays the first legal move, in several dialects, with faults on demand.

It holds the FIFO given by --leash open as long as it or a child of it lives, and writes a letter there when
it starts ("s") and when it is asked for a move ("g").
"""
import os
import signal
import sys

OPTIONS = {
    "--leash": "",
    "--sizes": "4,6,8,10,12",
    # strict: lower case, wants every pass told.   implied: passes follow from the colour, refuses to be told.
    # shout: upper case, CR LF, a banner, implied. ids: invents an id after a space, implied.
    "--dialect": "strict",
    "--name": "Test-engine",
    "--fault": "",
    "--at": "1",  # which genmove the fault happens at
}


class options:  # set from the command line; no argparse, which takes longer to load than a game to play
    pass


for i in range(1, len(sys.argv), 2):
    if sys.argv[i] not in OPTIONS:
        sys.exit("no option " + sys.argv[i])
    OPTIONS[sys.argv[i]] = sys.argv[i + 1]
for key, value in OPTIONS.items():
    setattr(options, key[2:], value)
options.at = int(options.at)

leash = os.open(options.leash, os.O_WRONLY) if options.leash else -1


def tell_leash(letter):
    if leash >= 0:
        os.write(leash, letter)


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


class Game:
    def __init__(self, size):
        self.size, self.mover = size, "b"
        m = size // 2
        self.board = {(m - 1, m - 1): "w", (m, m): "w", (m, m - 1): "b", (m - 1, m): "b"}

    def moves(self, color):
        return [(x, y) for y in range(self.size) for x in range(self.size) if flips(self.board, self.size, color, x, y)]

    def play(self, color, square):
        for turned in flips(self.board, self.size, color, *square) + [square]:
            self.board[turned] = color
        self.mover = "w" if color == "b" else "b"

    # True when it is this colour's turn, perhaps after a pass that nobody told us.
    def is_turn(self, color):
        if color != self.mover and options.dialect != "strict" and not self.moves(self.mover):
            self.mover = color
        return color == self.mover


class Refused(Exception):
    pass


def hang():
    while True:
        signal.pause()


def fault_at_move(fault):
    if fault == "hang":
        hang()
    if fault == "die":
        print("out of cheese", file=sys.stderr, flush=True)
        os._exit(7)
    if fault == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    if fault == "close":
        os.close(1)
        hang()
    if fault == "orphan":
        os._exit(0)
    while fault == "flood":
        os.write(1, b"x" * 4096)
    while fault == "chatter":
        os.write(1, b"thinking\n" * 100)
    if fault == "refuse":
        raise Refused("not in the mood")
    answers = {"nonsense": "hello world", "offboard": "z9", "illegal": "a1", "pass": "PASS", "resign": "Resign"}
    return answers.get(fault)


def genmove(game, color):
    options.at -= 1
    tell_leash(b"g")
    if options.at == 0:
        answer = fault_at_move(options.fault)
        if answer:
            return answer
    if not game.is_turn(color):
        raise Refused("wrong color")
    moves = game.moves(color)
    if not moves:
        return "pass"
    game.play(color, moves[0])
    return "abcdefghijklmnop"[moves[0][0]] + str(moves[0][1] + 1)


def play(game, color, move):
    if not game.is_turn(color):
        raise Refused("wrong color")
    if move == "pass":
        if options.dialect != "strict" or game.moves(color):
            raise Refused("illegal pass")
        game.mover = "w" if color == "b" else "b"
        return ""
    square = ("abcdefghijklmnop".index(move[0]), int(move[1:]) - 1)
    if square not in game.moves(color):
        raise Refused("illegal move")
    game.play(color, square)
    return ""


def answer(text, ok=True):
    sign = "=" if ok else "?"
    end = "\n"
    if options.dialect == "shout":
        text, end = text.upper(), "\r\n"
    if options.dialect == "ids":
        sign += " 42"
    sys.stdout.write(sign + " " + text + end + end)
    sys.stdout.flush()


def run(words, state):
    command, arguments = words[0], words[1:]
    if command == "protocol_version":
        return "2"
    if command == "name":
        return options.name
    if command == "known_command":
        known = ("boardsize", "clear_board", "play", "genmove", "set_level", "time_settings", "time_left")
        return "true" if arguments[0] in known else "false"
    if command == "boardsize":
        if arguments[0] not in options.sizes.split(","):
            raise Refused("unacceptable size")
        state["size"] = int(arguments[0])
        return ""
    if command == "clear_board":
        state["game"] = Game(state["size"])
        return ""
    if command == "play":
        return play(state["game"], arguments[0][0], arguments[1].lower())
    if command == "genmove":
        return genmove(state["game"], arguments[0][0])
    if command in ("set_level", "time_settings", "time_left", "quit"):
        return ""
    raise Refused("unknown command")


def main():
    if options.fault == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if options.fault == "orphan":
        import subprocess

        subprocess.Popen(["sleep", "1000"], close_fds=False, pass_fds=[leash])
    tell_leash(b"s")
    if options.fault == "die-at-start":
        print("no weights\n\n", file=sys.stderr, flush=True)
        os._exit(3)
    if options.fault == "hang-at-start":
        hang()
    if options.dialect == "shout":
        print("Welcome to the test engine", flush=True)
    state = {"size": 8, "game": Game(8)}
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if options.fault == "noisy":
            print("noise " * 50000, file=sys.stderr, flush=True)
        try:
            answer(run(words, state))
        except Refused as refusal:
            answer(str(refusal), ok=False)
        if words[0] == "quit" and options.fault != "stubborn":
            return
        if words[0] == "genmove" and options.fault == "quit-after-move":
            return
    while options.fault == "stubborn":
        signal.pause()


main()
