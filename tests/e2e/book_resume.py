#!/usr/bin/env python3
"""A book that is killed with kill -9 while it grows or expands, and run again, is the same as one left alone.

python3 tests/e2e/book_resume.py PROGRAM
"""
import os
import signal
import subprocess
import sys
import tempfile
import time


def grow(program, path):
    return [program, "book", "grow", path, "--player", "greedy", "--games", "600", "--rules", "leader-12",
            "--plies", "10", "--threads", "2", "--save-every", "0"]


def expand(program, path):
    return [program, "book", "expand", path, "--level", "2", "--relative", "2", "--absolute", "6", "--positions", "2500",
            "--plies", "12", "--threads", "2", "--save-every", "0"]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def kill_midway(command, path, how, more):
    """Starts or resumes the job, sends the signal when the file has grown by `more` bytes; its status."""
    before = os.path.getsize(path) if os.path.exists(path) else 0
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 200
    while not os.path.exists(path) or os.path.getsize(path) < before + more:
        if process.poll() is not None:
            sys.exit(f"{command[2]} ended by itself with status {process.returncode} before it could be killed")
        if time.monotonic() > deadline:
            process.kill()
            sys.exit(f"{command[2]}: the file does not grow")
        time.sleep(0.001)
    process.send_signal(how)
    return process.wait()


def check(program, job, folder):
    whole = os.path.join(folder, "whole.book")
    subprocess.run(job(program, whole), capture_output=True, check=True)
    size = os.path.getsize(whole)
    killed = os.path.join(folder, "killed.book")
    for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
        kill_midway(job(program, killed), killed, how, size // 6)
        checked = subprocess.run([program, "book", "show", killed], capture_output=True, text=True)
        if checked.returncode != 0:
            sys.exit(f"the killed book cannot be read: {checked.stderr}")
    if os.path.getsize(killed) >= size:
        sys.exit("the job was done before it was killed")
    left = os.path.getsize(killed)
    subprocess.run(job(program, killed), capture_output=True, check=True)
    if read(killed) != read(whole):
        sys.exit(f"{job.__name__}: killed and resumed, the book is another")
    done = subprocess.run([program, "book", "check", killed], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    subprocess.run(job(program, killed), capture_output=True, check=True)
    if read(killed) != read(whole):
        sys.exit(f"{job.__name__}: done once more, the book is another")
    print(f"{job.__name__}: stopped three times, the last with {left} of {size} bytes; the same book in the end")


def main():
    program = os.path.abspath(sys.argv[1])
    for job in (grow, expand):
        with tempfile.TemporaryDirectory() as folder:
            check(program, job, folder)


if __name__ == "__main__":
    main()
