#!/usr/bin/env python3
"""Plays, undoes, stops, kills and annoys `turncoat serve`: python3 tests/e2e/serve.py PROGRAM"""
import os
import signal
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from serve_client import Server  # noqa: E402

HUMAN = {"kind": "human", "name": "Ann"}


def check(condition, *what):
    if not condition:
        raise SystemExit(f"failed: {' '.join(str(w) for w in what)}")


def player(spec):
    return {"kind": "player", "spec": spec}


def preset(server, name):
    presets = server.api("GET", "/meta")["presets"]
    return player(next(p["spec"] for p in presets if p["id"] == name))


def ours(game, color):
    """Whether this game waits for the person of this colour."""
    return game["state"] == "playing" and game["positions"][-1]["mover"] == color and not game["thinking"]


def play_first(server, game):
    move = game["positions"][-1]["legal"][0]["move"]
    return server.api("POST", f"/games/{game['id']}/moves", {"revision": game["revision"], "move": move})


def play_out(server, live, game, color):
    """A person who always takes the first legal move, to the end."""
    while game["state"] == "playing":
        if ours(game, color):
            game = play_first(server, game)
            continue
        # What is older than what we have is dropped.
        game = live.until(lambda m: m["type"] == "game" and m["game"]["id"] == game["id"] and
                          m["game"]["revision"] > game["revision"])["game"]
    return game


def full_game(server):
    live = server.live()
    check(live.status == 101, "upgrade", live.status)
    game = server.api("POST", "/games", {"rules": "standard-8", "black": HUMAN, "white": preset(server, "beginner")},
                      201)
    live.send({"type": "watch", "game": game["id"]})
    live.until(lambda m: m["type"] == "game")
    game = play_out(server, live, game, "black")
    check(game["state"] == "over" and game["result"]["reason"] == "finished", game["state"], game["result"])
    check(len(game["positions"]) == len(game["plies"]) + 1, "positions")
    last = game["positions"][-1]
    check(last["over"] and last["mover"] is None and last["legal"] == [], "the end")
    check(server.api("GET", f"/games/{game['id']}")["plies"] == game["plies"], "it stays")
    server.api("POST", f"/games/{game['id']}/moves", {"revision": game["revision"], "move": "a1"}, 409)
    summary = server.api("GET", "/games?state=over&player=ann")["games"][0]
    check(summary["id"] == game["id"] and summary["score"] == game["result"]["score"], summary)
    status, text = server.request("GET", f"/api/v1/games/{game['id']}/export?format=transcript")
    check(status == 200 and text.decode().startswith(game["plies"][0]["move"]), text)
    live.close()


def undo(server):
    game = server.api("POST", "/games", {"black": HUMAN, "white": player("greedy")}, 201)
    server.api("POST", f"/games/{game['id']}/undo", {"revision": game["revision"]}, 409)
    live = server.live()
    live.send({"type": "watch", "game": game["id"]})
    before = game["positions"]
    play_first(server, game)
    game = live.until(lambda m: m["type"] == "game" and len(m["game"]["plies"]) == 2)["game"]
    old = game["revision"]
    game = server.api("POST", f"/games/{game['id']}/undo", {"revision": old})
    check(game["plies"] == [] and game["positions"] == before and game["revision"] > old, "undone")
    server.api("POST", f"/games/{game['id']}/undo", {"revision": old}, 409)
    live.close()


def stop_and_move_now(server):
    """An opponent that would think for minutes plays at once when told, and not at all when paused."""
    game = server.api("POST", "/games", {"black": player("mcts:time=300s"), "white": HUMAN}, 201)
    check(game["thinking"], "it thinks")
    live = server.live()
    live.send({"type": "watch", "game": game["id"]})
    thought = live.until(lambda m: m["type"] == "thinking")
    check(thought["game"] == game["id"] and thought["thought"]["nodes"] > 0 and thought["thought"]["line"], thought)
    game = server.api("POST", f"/games/{game['id']}/pause", {})
    check(game["state"] == "paused" and not game["thinking"], "paused")
    game = server.api("POST", f"/games/{game['id']}/resume", {})
    check(game["thinking"], "thinks again")
    game = server.api("POST", f"/games/{game['id']}/move-now", {})
    check(len(game["plies"]) == 1 and not game["thinking"], "moved")
    game = server.api("POST", f"/games/{game['id']}/resign", {"color": "white"})
    check(game["result"] == {"score": 64, "winner": "black", "reason": "resigned", "by": "white"}, game["result"])
    server.api("DELETE", f"/games/{game['id']}", None, 204)
    server.api("GET", f"/games/{game['id']}", None, 404)
    live.close()


def two_games(server):
    """Two games and two people at once; each sees its own only."""
    first = server.api("POST", "/games", {"rules": "standard-6", "black": HUMAN, "white": player("greedy")}, 201)
    second = server.api("POST", "/games", {"rules": "standard-4", "black": player("random"), "white": HUMAN}, 201)
    one, two = server.live(), server.live()
    one.send({"type": "watch", "game": first["id"]})
    two.send({"type": "watch", "game": second["id"]})
    done_two = play_out(server, two, server.api("GET", f"/games/{second['id']}"), "white")
    done_one = play_out(server, one, first, "black")
    check(done_one["size"] == 6 and done_two["size"] == 4 and done_one["state"] == done_two["state"] == "over", "both")
    one.close()
    two.close()


def analysis(server):
    live = server.live()
    start = {"rules": "standard-8", "moves": ["f5", "d6", "c3"]}
    live.send({"type": "analyze", "id": "a1", "start": start, "level": None, "ms": None})
    first = live.until(lambda m: m["type"] == "analysis")
    check(first["id"] == "a1" and len(first["thought"]["moves"]) >= 4, first)
    # Kept values: a weaker analysis afterwards shows what the stronger one knows.
    deep = live.until(lambda m: m["type"] == "analysis" and
                      all(v["value"] and v["value"]["depth"] >= 6 for v in m["thought"]["moves"]))
    known = {m["move"]: m["value"]["depth"] for m in deep["thought"]["moves"]}
    live.send({"type": "stop", "id": "a1"})
    live.send({"type": "analyze", "id": "a2", "start": start, "level": 2, "ms": None})
    done = live.until(lambda m: m["type"] == "analysis" and m["id"] == "a2" and m["done"])
    check(all(m["value"]["depth"] >= known[m["move"]] for m in done["thought"]["moves"]), "values never get weaker")
    # Solved positions end by themselves.
    board = "XXXXXXXX" * 6 + "XXXXXXOO" + "OOOOO---"
    live.send({"type": "analyze", "id": "a3", "start": {"rules": "standard-8", "board": board, "mover": "black"}})
    solved = live.until(lambda m: m["type"] == "analysis" and m["id"] == "a3" and m["done"])
    check(all(m["value"]["exact"] for m in solved["thought"]["moves"]), solved)
    # Closing the socket ends what it asked for: more analyses than may run at once, one after the other.
    live.close()
    for number in range(40):
        other = server.live()
        other.send({"type": "analyze", "id": "x", "start": start, "level": None, "ms": None})
        message = other.until(lambda m: m["type"] in ("analysis", "error"))
        check(message["type"] == "analysis", number, message)
        other.close()


def killed_and_back(program, folder):
    store = os.path.join(folder, "killed.db")
    with Server(program, store) as server:
        game = server.api("POST", "/games", {"black": HUMAN, "white": player("greedy")}, 201)
        live = server.live()
        live.send({"type": "watch", "game": game["id"]})
        for plies in (2, 4, 6):
            play_first(server, game)
            game = live.until(lambda m: m["type"] == "game" and len(m["game"]["plies"]) >= plies and
                              ours(m["game"], "black"))["game"]
        clocked = server.api("POST", "/games", {"black": HUMAN, "white": player("greedy"),
                                                "clock": {"initial_ms": 300000, "increment_ms": 0}}, 201)
        # Killed while it thinks: the person's move is there, and the answer is thought out again.
        slow = server.api("POST", "/games", {"black": HUMAN, "white": player("mcts:time=200s")}, 201)
        slow = play_first(server, slow)
        check(slow["thinking"], "thinks")
        check(server.end(signal.SIGKILL) == -signal.SIGKILL, "killed")
    with Server(program, store) as server:
        again = server.api("GET", f"/games/{game['id']}")
        for field in ("plies", "positions", "revision", "state", "black", "white", "created"):
            check(again[field] == game[field], "after the kill", field)
        check(server.api("GET", f"/games/{clocked['id']}")["state"] == "paused", "clocks stand still")
        slow_again = server.api("GET", f"/games/{slow['id']}")
        check(slow_again["plies"] == slow["plies"] and slow_again["thinking"], "goes on thinking")
        server.api("POST", f"/games/{slow['id']}/move-now", {})
        live = server.live()
        live.send({"type": "watch", "game": game["id"]})
        check(play_out(server, live, again, "black")["state"] == "over", "the game goes on to its end")
        check(server.end(signal.SIGTERM) == 0, "SIGTERM ends with 0")


HOSTILE = [
    ("GET", "/api/v1/nothing", None, 404), ("PUT", "/api/v1/games", b"{}", 405), ("POST", "/api/v1/meta", b"{}", 405),
    ("GET", "/api/v1/games/999999", None, 404), ("GET", "/api/v1/games/-1", None, 404),
    ("GET", "/api/v1/games/abc", None, 404), ("GET", "/api/v1/games/99999999999999999999", None, 404),
    ("DELETE", "/api/v1/games/999999", None, 404),
    ("POST", "/api/v1/games", b"", 201), ("POST", "/api/v1/games", b"{", 400), ("POST", "/api/v1/games", b"[]", 400),
    ("POST", "/api/v1/games", b"\xff\xfe", 400), ("POST", "/api/v1/games", b"[" * 100000, 400),
    ("POST", "/api/v1/games", b'{"rules":"standard-9"}', 422), ("POST", "/api/v1/games", b'{"rules":"/etc/passwd"}', 422),
    ("POST", "/api/v1/games", b'{"rules":7}', 400), ("POST", "/api/v1/games", b'{"board":"X"}', 422),
    ("POST", "/api/v1/games", b'{"board":"' + b"X" * 900000 + b'"}', 422),
    ("POST", "/api/v1/games", b'{"white":{"kind":"player","spec":"gtp:command=\\"touch /tmp/x\\""}}', 422),
    ("POST", "/api/v1/games", b'{"white":{"kind":"player","spec":"mcts:memory=64GB"}}', 422),
    ("POST", "/api/v1/games", b'{"white":{"kind":"player","spec":"engine:threads=256"}}', 422),
    ("POST", "/api/v1/games", b'{"white":{"kind":"player","spec":"engine:weights=/etc/passwd"}}', 422),
    ("POST", "/api/v1/games", b'{"white":{"kind":"robot"}}', 400),
    ("POST", "/api/v1/games", b'{"clock":{"initial_ms":-5}}', 422),
    ("POST", "/api/v1/games", b'{"clock":{"initial_ms":1e300}}', 400),
    ("POST", "/api/v1/games", b'{"moves":["a1"]}', 422), ("POST", "/api/v1/games", b'{"opening":"nothing such"}', 422),
    ("POST", "/api/v1/positions", b'{"moves":["f5","f5"]}', 422), ("POST", "/api/v1/positions", b'{"moves":"f5"}', 400),
    ("POST", "/api/v1/positions", b'{"moves":["zz99"]}', 422),
    ("POST", "/api/v1/positions", b'{"rules":"standard-16","board":"' + b"-" * 256 + b'"}', 200),
    ("GET", "/api/v1/games?limit=-3", None, 422), ("GET", "/api/v1/games?result=maybe", None, 422),
    ("GET", "/api/v1/games?text=%00", None, 400), ("GET", "/api/v1/games?text=%zz", None, 400),
    ("GET", "/api/v1/games?text='%3B%20DROP%20TABLE%20game%3B--", None, 200),
    ("POST", "/api/v1/import", b'{"text":""}', 400), ("POST", "/api/v1/import", b'{"text":"nonsense"}', None),
    ("POST", "/api/v1/import", b'{"base64":"***"}', 400), ("POST", "/api/v1/import", b'{}', 400),
    ("GET", "/../../../../etc/passwd", None, None), ("GET", "/%2e%2e/%2e%2e/etc/passwd", None, None),
    ("GET", "/assets/..%2f..%2fCMakeLists.txt", None, 404), ("POST", "/index.html", b"x", 405),
    ("GET", "/api/v1/live", None, 426),
]


def hostile(server):
    for method, path, body, wanted in HOSTILE:
        status, answer = server.request(method, path, raw=body)
        check(wanted is None and status in (200, 400, 404, 422) or status == wanted, method, path, (body or b"")[:80], status, answer)
        check(b"root:" not in (answer if isinstance(answer, bytes) else b""), "no file of the system", path)
        if status >= 400 and isinstance(answer, dict):
            check(answer["error"]["code"] and answer["error"]["message"], path, answer)
    # Too much of everything.
    check(server.request("POST", "/api/v1/games", raw=b" " * (1 << 21))[0] == 413, "large body")
    check(b" 431 " in server.send_bytes(b"GET / HTTP/1.1\r\nX: " + b"y" * 70000 + b"\r\n\r\n")[:20], "large header")
    check(b" 400 " in server.send_bytes(b"not http at all\r\n\r\n")[:20], "no HTTP")
    check(b" 403 " in server.send_bytes(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")[:20], "DNS rebinding")
    own = f"127.0.0.1:{server.port}"
    check(server.request("GET", "/api/v1/meta", headers={"Origin": "http://evil.example"})[0] == 403, "another origin")
    check(server.request("GET", "/api/v1/meta", headers={"Origin": f"http://{own}"})[0] == 200, "own origin")
    check(server.request("GET", "/api/v1/meta", headers={"Sec-Fetch-Site": "cross-site"})[0] == 403, "cross-site")
    check(server.live(Origin="http://evil.example").status == 403, "a socket of another origin")
    check(server.live(Host="evil.example").status == 403, "a socket for another host")
    # Bad messages on the socket: told, and the socket goes on.
    live = server.live()
    for message in (b"", b"{", b"[]", b"7", b"{}", b'{"type":7}', b'{"type":"fly"}', b'{"type":"watch"}',
                    b'{"type":"watch","game":"x"}', b'{"type":"watch","game":987654}', b'{"type":"analyze"}',
                    b'{"type":"analyze","id":"z","start":{"moves":["a1"]}}',
                    b'{"type":"analyze","id":"z","level":0}', b'{"type":"watch_review","review":99999}'):
        live.send(message)
        error = live.until(lambda m: m["type"] == "error")
        check(error["error"]["message"], message)
    live.send_frame(2, b"\x00\x01")
    live.until(lambda m: m["type"] == "error")
    live.send({"type": "ping"})
    live.until(lambda m: m["type"] == "pong")
    live.send(b'{"type":"ping","x":"' + b"y" * 70000 + b'"}')
    try:
        check(live.receive() is None, "a message that is too large closes the socket")
    except ConnectionError:
        pass
    # Half-open and torn connections cost nothing.
    import socket
    torn = [socket.create_connection((server.host, server.port)) for _ in range(50)]
    for sock in torn[:25]:
        sock.sendall(b"POST /api/v1/games HTTP/1.1\r\nHost: " + own.encode() + b"\r\nContent-Length: 99\r\n\r\n{")
    check(server.api("GET", "/meta")["version"], "still there")
    for sock in torn:
        sock.close()
    flood = [server.live() for _ in range(20)]
    for sock in flood:
        for number in range(10):
            sock.send({"type": "analyze", "id": str(number), "start": {}, "level": None, "ms": None})
    for sock in flood:
        sock.until(lambda m: m["type"] == "error" and m["error"]["code"] == "too_many")
        sock.close()
    check(server.api("GET", "/meta")["version"], "still there")


def guarded(program, folder):
    """With a token: no page, no API and no socket without it."""
    with Server(program, os.path.join(folder, "token.db"), "--token", "secret-token") as server:
        check(server.request("GET", "/api/v1/meta")[0] == 401, "API")
        check(server.request("GET", "/")[0] == 401, "page")
        check(server.live().status == 401, "socket")
        check(server.request("GET", "/?token=wrong-token")[0] == 401, "wrong")
        check(server.request("GET", "/api/v1/meta", headers={"Authorization": "Bearer secret-token"})[0] == 200, "bearer")
        status, _ = server.request("GET", "/play?token=secret-token&x=1")
        check(status == 303 and server.headers["Location"] == "/play?x=1", status, server.headers)
        cookie = server.headers["Set-Cookie"].split(";")[0]
        check("SameSite=Strict" in server.headers["Set-Cookie"], "cookie")
        check(server.request("GET", "/api/v1/meta", headers={"Cookie": cookie})[0] == 200, "cookie")
        check(server.live(Cookie=cookie).status == 101, "socket with cookie")


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        with Server(program, os.path.join(folder, "games.db")) as server:
            for part in (full_game, undo, stop_and_move_now, two_games, analysis, hostile):
                part(server)
                print(f"{part.__name__}: well")
            check(server.end(signal.SIGINT) == 0, "SIGINT ends with 0")
        killed_and_back(program, folder)
        print("killed_and_back: well")
        guarded(program, folder)
        print("guarded: well")


if __name__ == "__main__":
    main()
