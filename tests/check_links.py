#!/usr/bin/env python3
"""Looks up every picture and page that README.md, docs/ and the other pages link to: python3 tests/check_links.py ROOT"""
import pathlib
import re
import sys


def main():
    root = pathlib.Path(sys.argv[1])
    count = 0
    wrong = 0
    for page in [*sorted(root.glob("*.md")), *sorted((root / "docs").glob("*.md")), *sorted((root / "models").glob("*.md"))]:
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
                if re.match(r"[a-z]+:", target):
                    continue
                count += 1
                if not (page.parent / target.partition("#")[0]).exists():
                    wrong += 1
                    print(f"{page.relative_to(root)}:{number}: there is no {target}")
    print(f"{count} links looked up, {wrong} broken")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
