#!/usr/bin/env python3
"""Runs a command-line transcript: python3 tests/run_transcripts.py PROGRAM FILE.test

A transcript is what a user would see:

    # a comment: why this is tested
    $ turncoat rules nope          a command, run in a fresh folder that is also its HOME
    a line of standard output      must match; `[..]` stands for anything within a line,
    ...                            a line of three dots for any lines
    ! error: ...                   a line of standard error, in order; not mentioned = not checked
    exit 1                         the exit status; 0 when not mentioned

`$ turncoat` runs PROGRAM; `$ ... < TEXT` gives TEXT as input, with \\n for line breaks; anything else is run by sh.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def matches(pattern_lines, text):
    parts = []
    for line in pattern_lines:
        if line == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(re.escape(piece) for piece in line.split("[..]")) + r"\n")
    if text and not text.endswith("\n"):
        text += "\n"
    return re.fullmatch("".join(parts), text) is not None


def parse(path):
    steps = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("$ "):
            steps.append({"line": number, "command": line[2:], "out": [], "err": [], "exit": 0})
        elif line.startswith("#") or not steps:
            continue
        elif line.startswith("! "):
            steps[-1]["err"].append(line[2:])
        elif re.fullmatch(r"exit \d+", line):
            steps[-1]["exit"] = int(line[5:])
        else:
            steps[-1]["out"].append(line)
    for step in steps:  # a blank line before the next command is layout
        while step["out"] and step["out"][-1] == "":
            step["out"].pop()
    return steps


def run(step, program, folder):
    command, _, text = step["command"].partition(" < ")
    stdin = text.encode().decode("unicode_escape") if text else ""
    command = re.sub(r"\bturncoat\b(?=\s|$)", lambda _: shlex.quote(program), command, count=1) \
        if command.startswith("turncoat") else command.replace("$TURNCOAT", shlex.quote(program))
    env = dict(os.environ, HOME=folder, XDG_DATA_HOME=os.path.join(folder, "share"), TERM="dumb", LC_ALL="C.UTF-8")
    return subprocess.run(["sh", "-c", command], input=stdin, capture_output=True, text=True, cwd=folder, env=env,
                          timeout=120)


def main():
    program, path = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    steps = parse(path)
    if not steps:
        sys.exit(f"{path}: no commands")
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for step in steps:
            done = run(step, program, folder)
            wrong = []
            if done.returncode != step["exit"]:
                wrong.append(f"exit {done.returncode} instead of {step['exit']}")
            if not matches(step["out"], done.stdout):
                wrong.append("standard output:\n" + done.stdout)
            if step["err"] and not matches(step["err"], done.stderr):
                wrong.append("standard error:\n" + done.stderr)
            if wrong:
                bad += 1
                print(f"{path}:{step['line']}: $ {step['command']}")
                print("\n".join(wrong))
                if done.returncode != step["exit"]:
                    print("standard error:\n" + done.stderr)
    print(f"{path.name}: {len(steps) - bad} of {len(steps)} commands as written")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
