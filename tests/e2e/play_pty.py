#!/usr/bin/env python3
"""Plays `turncoat play` on a real terminal: colours, typing, Ctrl-C, Ctrl-D, a terminal that goes away.

usage: play_pty.py PATH_OF_TURNCOAT
"""
import os
import pty
import re
import select
import signal
import sys
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import terminals  # noqa: E402

PATIENCE = 60  # seconds before a silent program counts as hung; never waited for when all is well


class Terminal:
    """The program on its own terminal, and what it has drawn so far."""

    def __init__(self, *command, **environment):
        self.screen = ""
        self.status = None
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm-256color"
            os.environ.pop("NO_COLOR", None)
            os.environ.update(environment)
            os.execv(command[0], command)

    def read(self):
        """More of the screen; False at the end."""
        ready, _, _ = select.select([self.fd], [], [], PATIENCE)
        if not ready:
            os.kill(self.pid, signal.SIGKILL)
            raise AssertionError(f"silent for {PATIENCE} s after:\n{self.screen}")
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # Linux says EIO when the other side is closed
            return False
        self.screen += data.decode("utf-8", "replace")
        return bool(data)

    def wait_for(self, text, since=0):
        while text not in self.screen[since:]:
            if not self.read():
                raise AssertionError(f"no {text!r} in:\n{self.screen}")

    def type(self, text, then):
        """Types, and waits until `then` shows up after it."""
        since = len(self.screen)
        os.write(self.fd, text.encode())
        self.wait_for(then, since)

    def finish(self):
        while self.read():
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def modes(self):
        return termios.tcgetattr(self.fd)


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)


def check(condition, what, terminal):
    if not condition:
        raise AssertionError(f"{what}; status {terminal.status}, screen:\n{terminal.screen}")


def plays_in_colour_until_ctrl_c(program):
    terminal = Terminal(program, "play", "human", "greedy", "--hint", "greedy", "--seed", "1")
    terminal.wait_for("Black (X) to move> ")
    before = terminal.modes()
    check("\x1b[" in terminal.screen, "a terminal gets colours", terminal)
    terminal.type("d3\n", "Black (X) to move> ")
    check("White (greedy) plays" in plain(terminal.screen), "the program answers", terminal)
    terminal.type("hint\n", "Hint: greedy would play")
    terminal.type("undo\n", "2 moves taken back.")
    terminal.type("4 3\n", "Black plays c4")
    terminal.wait_for("Black (X) to move> ", terminal.screen.rindex("Black plays c4"))
    terminal.type("half a li", "half a li")
    terminal.type("\x03", "To go on: turncoat play human greedy")
    check(terminal.modes() == before, "the terminal is left as it was", terminal)
    terminal.finish()
    check(terminal.status == 128 + signal.SIGINT, "Ctrl-C is told to the shell", terminal)
    check(terminal.screen.endswith("\n"), "no half line is left", terminal)
    check("Interrupted: leaving the game." in terminal.screen, "it says why it leaves", terminal)


def ctrl_d_leaves(program):
    terminal = Terminal(program, "play", "--rules", "standard-4")
    terminal.wait_for("to move> ")
    terminal.type("\x04", "End of input: leaving the game.")
    check(terminal.finish() == 0, "the end of input is no error", terminal)


def no_color_is_respected(program):
    terminal = Terminal(program, "play", NO_COLOR="1")
    terminal.wait_for("to move> ")
    check("\x1b" not in terminal.screen, "NO_COLOR means none", terminal)
    terminal.type("quit\n", "quit")
    check(terminal.finish() == 0, "quit is no error", terminal)


def flag_falls_at_the_prompt(program):
    terminal = Terminal(program, "play", "--time", "50ms/game")
    terminal.wait_for("Game over: Black ran out of time. White wins. You lose.")
    terminal.type("quit\n", "quit")
    check(terminal.finish() == 0, "losing on time is no error", terminal)


def lost_terminal_ends_the_program(program):
    terminal = Terminal(program, "play")
    terminal.wait_for("to move> ")
    os.close(terminal.fd)
    deadline = time.monotonic() + PATIENCE
    while os.waitpid(terminal.pid, os.WNOHANG)[0] == 0:
        if time.monotonic() > deadline:
            os.kill(terminal.pid, signal.SIGKILL)
            raise AssertionError("still there without its terminal")
        select.select([], [], [], 0.01)


def main():
    program = os.path.abspath(sys.argv[1])
    terminals.need_one()
    for test in (plays_in_colour_until_ctrl_c, ctrl_d_leaves, no_color_is_respected, flag_falls_at_the_prompt,
                 lost_terminal_ends_the_program):
        test(program)
        print("ok", test.__name__)


if __name__ == "__main__":
    main()
