#!/usr/bin/env python3
"""How quickly the board answers under load: python3 bench/serve_load.py PROGRAM [--watchers N] [--games N] [--seconds S]

Starts a server of its own with a store in a temporary folder, opens idle watchers, and has people play games against
each other: every game makes a few moves a second over its own connection, and has a watcher that waits for the news.
Prints the time from sending a move to having its answer, and to seeing it as a live message, as percentiles.
"""
import argparse
import asyncio
import base64
import json
import os
import random
import re
import resource
import struct
import subprocess
import sys
import tempfile
import time


class Http:
    """One kept-alive connection."""

    def __init__(self, port):
        self.port = port

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def ask(self, method, path, body=None):
        data = b"" if body is None else json.dumps(body).encode()
        self.writer.write(f"{method} /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                          f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
        content = await self.reader.readexactly(length)
        status = int(head.split()[1])
        if status >= 400:
            raise SystemExit(f"{method} {path}: {status} {content[:200]}")
        return json.loads(content)


class Watcher:
    def __init__(self, port):
        self.port = port

    async def open(self, game):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(f"GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
                          f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        await self.reader.readuntil(b"\r\n\r\n")
        self.send({"type": "watch", "game": game})
        return self

    def send(self, message, opcode=1):
        payload = message if isinstance(message, bytes) else json.dumps(message).encode()
        mask = os.urandom(4)
        self.writer.write(bytes([0x80 | opcode, 0x80 | len(payload)]) + mask +
                          bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    async def receive(self):
        while True:
            first, second = await self.reader.readexactly(2)
            length = second & 0x7F
            if length == 126:
                length, = struct.unpack(">H", await self.reader.readexactly(2))
            elif length == 127:
                length, = struct.unpack(">Q", await self.reader.readexactly(8))
            payload = await self.reader.readexactly(length)
            if first & 0x0F == 9:
                self.send(payload, 10)
            elif first & 0x0F == 1:
                return payload

    async def idle(self):
        while True:
            await self.receive()


async def play(port, until, pause, answers, news):
    """One game after the other between two people who move at random."""
    http = await Http(port).open()
    rng = random.Random(port + len(answers))
    while time.monotonic() < until:
        game = await http.ask("POST", "/games", {"rules": "standard-8"})
        watcher = await Watcher(port).open(game["id"])
        await watcher.receive()
        while game["state"] == "playing" and time.monotonic() < until:
            await asyncio.sleep(pause * (0.5 + rng.random()))
            move = rng.choice(game["positions"][-1]["legal"])["move"]
            began = time.perf_counter()
            told = asyncio.ensure_future(watcher.receive())
            game = await http.ask("POST", f"/games/{game['id']}/moves", {"revision": game["revision"], "move": move})
            answers.append(time.perf_counter() - began)
            await told
            news.append(time.perf_counter() - began)
        watcher.writer.close()


def percentiles(name, times):
    times = sorted(times)
    at = {p: 1000 * times[min(len(times) - 1, int(len(times) * p / 100))] for p in (50, 90, 99)}
    print(f"{name}: {len(times)} times, median {at[50]:.1f} ms, 90 % {at[90]:.1f} ms, 99 % {at[99]:.1f} ms, "
          f"most {1000 * times[-1]:.1f} ms")
    return at[99]


async def load(port, options):
    quiet = await Http(port).open()
    game = (await quiet.ask("POST", "/games", {}))["id"]
    idle = []
    for _ in range(options.watchers):
        watcher = await Watcher(port).open(game)
        await watcher.receive()
        idle.append(asyncio.ensure_future(watcher.idle()))
    answers, news = [], []
    until = time.monotonic() + options.seconds
    await asyncio.gather(*(play(port, until, options.pause, answers, news) for _ in range(options.games)))
    for task in idle:
        task.cancel()
    worst = percentiles("answer to a move", answers)
    percentiles("news of a move", news)
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=1, help="seconds between the moves of a game, about")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, options.watchers + 1000), hard))
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([options.program, "serve", "--port", "0", "--store", os.path.join(folder, "games.db")],
                                  stdout=subprocess.PIPE, text=True)
        try:
            port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
            print(f"{options.watchers} idle watchers, {options.games} games, a move every {options.pause:g} s in each, "
                  f"{options.seconds:g} s")
            worst = asyncio.run(load(port, options))
            usage = usage_of(server.pid)
            print(f"server: {usage}")
        finally:
            server.terminate()
            server.wait()
    return 0 if worst < 100 else 1


def usage_of(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        memory = re.search(r"VmRSS:\s+(\d+)", file.read())[1]
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return f"{int(memory) // 1024} MB, {seconds:.1f} s of CPU time"


if __name__ == "__main__":
    sys.exit(main())
