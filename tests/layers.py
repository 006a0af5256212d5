#!/usr/bin/env python3
"""Checks the house rules that a compiler does not: python3 tests/layers.py ROOT

- a module includes only the modules and libraries that layers.txt grants it
- the library never prints or exits: std::cout, std::cerr, exit and abort belong to src/cli
- headers open with a comment and include no more than they say
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')

# How the libraries named in layers.txt are spelled in an include.
LIBRARY_OF_INCLUDE = {
    "fmt": "fmt", "spdlog": "spdlog", "toml++": "toml++", "nlohmann": "nlohmann", "CLI": "CLI", "Eigen": "Eigen",
    "SQLiteCpp": "SQLiteCpp", "sqlite3.h": "SQLiteCpp", "xxhash.h": "xxhash", "zstd.h": "zstd",
    "oneapi": "dnnl", "omp.h": "gomp", "ATen": "torch", "c10": "torch", "torch": "torch",
    "boost": "Boost",
}
ONLY_IN_TESTS = {"gtest", "gmock", "rapidcheck", "rapidcheck.h", "benchmark"}
FORBIDDEN = {
    r"std::(cout|cerr|clog)\b": "prints; give it a stream",
    r"\bstd::(exit|quick_exit|abort|_Exit)\b|(?<![\w:.>])(exit|abort|_exit)\s*\(": "ends the process",
    r"\bprintf\s*\(|\bputs\s*\(": "prints",
}
# Places that may: a failed check has nowhere to return to, a forked child must not unwind, a program has an output.
ALLOWED = {
    "src/base/check.cpp": {"prints"}, "src/engine/process.cpp": {"ends the process"},
    "src/trainer/main.cpp": {"prints; give it a stream"},
}


def read_layers(path):
    layers = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        match = re.fullmatch(r"([a-z]+)\s*:([^;]*)(?:;(.*))?", line)
        if not match:
            sys.exit(f"{path}:{number}: not `module : modules ; libraries`")
        module, modules, libraries = match[1], match[2].split(), (match[3] or "").split()
        for other in modules:
            if other not in layers:
                sys.exit(f"{path}:{number}: {module} names {other}, which does not stand above it")
        layers[module] = (set(modules) | {module}, set(libraries))
    return layers


def strip_comment(line):
    return re.sub(r'"(\\.|[^"\\])*"', '""', line).split("//")[0]


def check_file(path, name, module, layers):
    modules, libraries = layers[module]
    in_test = name.endswith(("_test.cpp", "_fuzz.cpp")) or "/testing/" in name
    lines = path.read_text().splitlines()
    if path.suffix == ".h" and not (lines and lines[0].startswith("//")):
        yield 1, "a header opens with a comment that says what it is"
    if path.suffix == ".h" and "#pragma once" not in lines:
        yield 1, "a header needs #pragma once"
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if match:
            target = match[2]
            head = target.split("/")[0]
            if match[1] == '"':
                if "/" not in target or head not in layers:
                    yield number, f'write includes from src/, as "module/file.h": "{target}"'
                elif head not in modules:
                    yield number, f"{module} may not include {head} (layers.txt)"
            elif head in LIBRARY_OF_INCLUDE and LIBRARY_OF_INCLUDE[head] not in libraries:
                yield number, f"{module} may not use the library {LIBRARY_OF_INCLUDE[head]} (layers.txt)"
            elif head in ONLY_IN_TESTS and not in_test:
                yield number, f"{head} belongs to tests"
            continue
        if module == "cli" or in_test:
            continue
        for pattern, what in FORBIDDEN.items():
            if re.search(pattern, strip_comment(line)) and what not in ALLOWED.get(name, ()):
                yield number, f"{what}: only src/cli may"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    layers = read_layers(root / "layers.txt")
    problems = []
    files = 0
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in {".h", ".cpp"}:
            continue
        files += 1
        name = path.relative_to(root).as_posix()
        module = name.split("/")[1]
        if module not in layers:
            problems.append(f"{name}: the module {module} is not in layers.txt")
            continue
        problems += [f"{name}:{number}: {what}" for number, what in check_file(path, name, module, layers)]
    print("\n".join(problems) if problems else f"layers: {files} files in {len(layers)} modules, all in order")
    return 1 if problems or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
