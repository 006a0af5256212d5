#!/usr/bin/env python3
"""Real answers of `turncoat serve` against web/contract: each must fit its schema in openapi.json and have the shape of
its fixture, which the web app's tests use.

python3 tests/e2e/serve_contract.py PROGRAM [--write]     --write makes the fixtures anew
"""
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from serve_client import Server  # noqa: E402

CONTRACT = pathlib.Path(__file__).resolve().parents[2] / "web" / "contract"
GAME = ("f5d6c3d3c4b5e3e2c6b6d2c2b1c1e1a1d1g6f3c5d7c7e6c8g5g4a7b4b8a8b2e7b7a3d8b3f6g7h7g3f7h8f4g8a2"
        "h5f2h6a6g1f1e8a5g2h2h1h4h3a4f8")
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool,
         "null": type(None)}


def problems(value, schema, spec, where):
    """What is wrong with a value, by the few words of JSON Schema that the contract uses."""
    if "$ref" in schema:
        yield from problems(value, spec["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]], spec, where)
        return
    if "oneOf" in schema:
        if all(list(problems(value, option, spec, where)) for option in schema["oneOf"]):
            yield from problems(value, schema["oneOf"][0], spec, where)
        return
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} instead of {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is not one of {schema['enum']}"
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    fits = any(isinstance(value, TYPES[k]) and (k == "boolean" or not isinstance(value, bool)) for k in kinds)
    if kinds and not fits:
        yield f"{where}: {str(value)[:60]!r} is not {' or '.join(kinds)}"
        return
    if isinstance(value, dict) and "properties" in schema:
        yield from (f"{where}: no {name}" for name in schema["required"] if name not in value)
        for name, inner in value.items():
            if name in schema["properties"]:
                yield from problems(inner, schema["properties"][name], spec, f"{where}.{name}")
            else:
                yield f"{where}: {name} is not in the contract"
    if isinstance(value, list) and "items" in schema:
        for number, inner in enumerate(value):
            yield from problems(inner, schema["items"], spec, f"{where}[{number}]")


def shape(value):
    """The keys and kinds of a value; lists by what their elements have in common."""
    if isinstance(value, dict):
        return {name: shape(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__


def differs(got, wanted, where=""):
    """Where two shapes differ; null and empty lists go with everything."""
    if got == "NoneType" or wanted == "NoneType" or got == [] or wanted == []:
        return None
    if type(got) is not type(wanted):
        return f"{where}: {got} instead of {wanted}"
    if isinstance(got, dict):
        if set(got) != set(wanted):
            return f"{where}: fields {sorted(set(got) ^ set(wanted))}"
        return next((d for name in got if (d := differs(got[name], wanted[name], f"{where}.{name}"))), None)
    if isinstance(got, list):
        return differs(got[0], wanted[0], f"{where}[]")
    return None if got == wanted else f"{where}: {got} instead of {wanted}"


def shortened(name, answer):
    """Long lists cut where a test needs no more of them."""
    if name == "meta":
        return {**answer, "openings": answer["openings"][:16]}
    if name.startswith("evaluator-"):
        return {**answer, "stages": answer["stages"][:4]}
    if name == "live-review":
        return {**answer, "review": {**answer["review"], "plies": answer["review"]["plies"][:2]}}
    return answer


def answers(server):
    """Name of the fixture, schema's place in the contract, answer."""
    live = server.live()

    def schema(method, path, status):
        return ("paths", path, method, "responses", str(status), "content", "application/json", "schema")

    yield "meta", schema("get", "/meta", 200), server.api("GET", "/meta")
    yield "positions", schema("post", "/positions", 200), server.api(
        "POST", "/positions", {"rules": "standard-8", "moves": ["f5", "d6", "c3", "d3", "c4"]})
    yield "error", ("components", "schemas", "Error"), server.api("POST", "/positions", {"moves": ["a1"]}, 422)
    game = server.api("POST", "/games", {
        "rules": "standard-8", "black": {"kind": "human", "name": "Ann"}, "white": {"kind": "player", "spec": "greedy"},
        "clock": {"initial_ms": 300000, "increment_ms": 3000}, "opening": "Tiger"}, 201)
    yield "game-new", schema("post", "/games", 201), game
    live.send({"type": "watch", "game": game["id"]})
    message = live.until(lambda m: m["type"] == "game" and not m["game"]["thinking"])
    yield "live-game", ("x-live", "server", "game"), message
    game = server.api("POST", f"/games/{game['id']}/resign", {})
    yield "game-over", schema("get", "/games/{id}", 200), game
    slow = server.api("POST", "/games", {"black": {"kind": "player", "spec": "mcts:time=300s"}}, 201)
    live.send({"type": "watch", "game": slow["id"]})
    yield "live-thinking", ("x-live", "server", "thinking"), live.until(
        lambda m: m["type"] == "thinking" and m["thought"]["nodes_per_second"] is not None)
    server.api("DELETE", f"/games/{slow['id']}", None, 204)
    imported = server.api("POST", "/import", {"text": GAME})
    yield "import", schema("post", "/import", 200), imported
    yield "games", schema("get", "/games", 200), server.api("GET", "/games")
    live.send({"type": "analyze", "id": "a1", "start": {"moves": ["f5", "d6"]}, "level": 4, "ms": None})
    yield "live-analysis", ("x-live", "server", "analysis"), live.until(lambda m: m["type"] == "analysis" and m["done"])
    review = server.api("POST", "/reviews", {"game": imported["games"][0]["id"], "level": 2}, 202)
    live.send({"type": "watch_review", "review": review["id"]})
    message = live.until(lambda m: m["type"] == "review" and m["review"]["state"] == "done")
    yield "live-review", ("x-live", "server", "review"), message
    yield "review", schema("get", "/reviews/{id}", 200), server.api("GET", f"/reviews/{review['id']}")
    tree = server.api("POST", "/trees", {"start": {"moves": ["f5"]}, "spec": "mcts", "iterations": 3000}, 202)
    while tree["state"] == "running":
        node = server.api("GET", f"/trees/{tree['id']}/node?path=&min_visits=1")
        tree = server.api("GET", f"/trees/{tree['id']}")
    yield "tree", schema("get", "/trees/{id}", 200), tree
    node = server.api("GET", f"/trees/{tree['id']}/node?path=&min_visits=1")
    yield "tree-node", schema("get", "/trees/{id}/node", 200), node
    server.api("GET", f"/trees/{tree['id']}/node?path={node['children'][0]['move']}")
    server.api("DELETE", f"/trees/{tree['id']}", None, 204)
    tree = server.api("POST", "/trees", {"start": {}, "spec": "mcts", "iterations": 20_000_000}, 202)
    server.api("GET", f"/trees/{tree['id']}/node?path=")
    server.api("DELETE", f"/trees/{tree['id']}/work", None, 204)
    while tree["state"] == "running":
        tree = server.api("GET", f"/trees/{tree['id']}")
    if tree["state"] != "stopped" or not 0 < tree["visits"] < 20_000_000:
        raise SystemExit(f"a tree that was stopped: {tree}")
    server.api("GET", f"/trees/{tree['id']}/node?path=")
    run = server.api("POST", "/tournaments", {"players": ["random", "greedy", "alphabeta:depth=1"],
                                              "rules": "standard-6", "games": 4, "seed": 3}, 201)
    live.send({"type": "watch_run", "run": run["id"]})
    message = live.until(lambda m: m["type"] == "run" and m["run"]["state"] == "done")
    yield "live-run", ("x-live", "server", "run"), message
    yield "run", schema("get", "/runs/{id}", 200), server.api("GET", f"/runs/{run['id']}")
    if message["run"]["games"] != 12 or len(message["run"]["ratings"]) != 3:
        raise SystemExit(f"a round robin of three with four games each: {message}")
    yield "runs", schema("get", "/runs", 200), server.api("GET", "/runs")
    yield "perft", schema("post", "/perft", 200), server.api("POST", "/perft", {"start": {}, "depth": 6})
    evaluators = server.api("GET", "/evaluators")
    yield "evaluators", schema("get", "/evaluators", 200), evaluators
    for kind in sorted({e["kind"] for e in evaluators["evaluators"]}):
        name = next(e["name"] for e in evaluators["evaluators"] if e["kind"] == kind)
        yield f"evaluator-{kind}", schema("get", "/evaluators/{name}", 200), server.api("GET", f"/evaluators/{name}")
    live.send({"type": "watch", "game": 987654})
    yield "live-error", ("x-live", "server", "error"), live.until(lambda m: m["type"] == "error")
    live.send({"type": "ping"})
    yield "live-pong", ("x-live", "server", "pong"), live.until(lambda m: m["type"] == "pong")


def main():
    program = os.path.abspath(sys.argv[1])
    write = "--write" in sys.argv
    spec = json.loads((CONTRACT / "openapi.json").read_text())
    wrong = []
    names = set()
    with tempfile.TemporaryDirectory() as folder, Server(program, os.path.join(folder, "games.db")) as server:
        for name, path, answer in answers(server):
            names.add(f"{name}.json")
            schema = spec
            for step in path:
                schema = schema[step]
            wrong += list(problems(answer, schema, spec, name))[:5]
            file = CONTRACT / "fixtures" / f"{name}.json"
            if write:
                file.write_text(json.dumps(shortened(name, answer), indent=1) + "\n")
            elif not file.exists():
                wrong.append(f"{file} is missing; --write makes it")
            elif difference := differs(shape(answer), shape(json.loads(file.read_text()))):
                wrong.append(f"{name}.json{difference}")
    stale = {f.name for f in (CONTRACT / "fixtures").glob("*.json")} - names
    wrong += [f"{name} is the fixture of nothing" for name in sorted(stale)]
    print("\n".join(wrong) if wrong else f"{len(names)} answers fit the contract")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
