#!/usr/bin/env python3
"""Looks up every command in the examples of README.md and docs/: python3 tests/check_examples.py PROGRAM

None is run: sub-commands and options must be those of `turncoat COMMAND --help`, players must be such that one can be
made of them, but for files that only the reader has.
"""
import functools
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PRINTED = {"commands.md"}  # by the program itself
MAGIC = {"turncoat network", "turncoat samples"}  # what files begin with


def examples(path):
    """Code lines that begin with turncoat, inline code that does, with line numbers."""
    fenced = False
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            continue
        while line.endswith("\\") and number < len(lines):
            line = line[:-1] + lines[number].strip()
            number += 1
        if fenced or line.startswith("    "):
            code = re.sub(r"^\$ ", "", line.strip())
            if re.match(r"(\./|build/release/)?turncoat ", code):
                yield number, code
        else:
            for code in re.findall(r"`(turncoat [^`]+)`", line):
                if code not in MAGIC:
                    yield number, code


@functools.cache
def help_of(program, words):
    done = subprocess.run([program, *words, "--help"], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def subcommands(text):
    part = text.partition("Subcommands:\n")[2]
    return set(re.findall(r"^  ([a-z][a-z0-9-]*)(?:\s|$)", part, re.MULTILINE))


def options(text):
    return set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", text))


def words_of(code):
    code = re.split(r"\s(?:\||>|2>|<|&&|#|;)(?:\s|$)", code)[0]
    try:
        words = shlex.split(code)
    except ValueError:
        words = code.split()
    # Usage lines: [--time T], A|B, and prose behind the command in a column of its own.
    return [word.strip("[]") for word in words]


@functools.cache
def players(program):
    printed = subprocess.run([program, "players"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^([a-z]+) ", printed, re.MULTILINE)) - {"human", "gtp", "random"}  # random:8 are openings


@functools.cache
def problem_of_player(program, spec):
    done = subprocess.run([program, "gtp", "--player", spec], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    theirs = re.search(r"nor a (readable )?file|cannot be read|No such file", done.stderr)
    return None if done.returncode == 0 or theirs else done.stderr.strip()


def check(program, code):
    words = words_of(re.split(r"\s{3,}", code)[0])[1:]
    path, text = (), help_of(program, ())
    while words and words[0] in subcommands(text):
        path += (words.pop(0),)
        text = help_of(program, path)
    if not path and words and not words[0].startswith("-"):
        return f"there is no command {words[0]!r}"
    known = options(text) | {"--help", "-h", "--version"}
    for word in words:
        name = word.split("=")[0]
        if re.fullmatch(r"--?[a-zA-Z][\w-]*", name) and name not in known:
            return f"turncoat {' '.join(path)} has no option {name}"
        if word.split(":")[0] in players(program) and "..." not in word:
            if problem := problem_of_player(program, word):
                return problem
    return None


def main():
    program = sys.argv[1]
    wrong = 0
    count = 0
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        if path.name in PRINTED:
            continue
        for number, code in examples(path):
            count += 1
            if problem := check(program, code):
                wrong += 1
                print(f"{path.relative_to(ROOT)}:{number}: {code}\n  {problem}")
    print(f"{count} commands looked up, {wrong} wrong")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
