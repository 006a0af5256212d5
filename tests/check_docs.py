#!/usr/bin/env python3
"""Compares a page of docs/ with what the program prints: python3 tests/check_docs.py PROGRAM PAGE [--write]"""
import difflib
import pathlib
import subprocess
import sys

COMMANDS = {"commands": ["help", "--markdown"], "players": ["players", "--markdown"]}


def main():
    program, page = sys.argv[1:3]
    path = pathlib.Path(__file__).resolve().parent.parent / "docs" / f"{page}.md"
    printed = subprocess.run([program, *COMMANDS[page]], capture_output=True, text=True, check=True).stdout
    if "--write" in sys.argv:
        path.write_text(printed)
        return 0
    committed = path.read_text() if path.exists() else ""
    if printed == committed:
        return 0
    sys.stdout.writelines(difflib.unified_diff(committed.splitlines(True), printed.splitlines(True),
                                               f"docs/{page}.md", "the program"))
    print("\nscript/docs writes it anew.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
