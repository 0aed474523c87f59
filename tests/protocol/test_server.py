"""The methods, as a client meets them."""

from __future__ import annotations

import json
import os
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

from tests.session.play import Sampler, rules
from tmb.core.decisions import Ask
from tmb.errors import InputError
from tmb.protocol.games import MOST
from tmb.protocol.methods import METHODS
from tmb.protocol.server import Server
from tmb.protocol.shelf import Shelf
from tmb.session.setup import commitment

Call = Callable[..., Any]


def shelf() -> Shelf:
    """A shelf with nothing but the demo."""
    made = Shelf()
    made.table = lambda mode, packs: (rules(), mode or "demo")  # type: ignore[method-assign]
    made.rules = lambda packs: rules()  # type: ignore[method-assign]
    return made


class Talk:
    """A server and its client."""

    def __init__(self, referee: bool = False, folder: Path | None = None) -> None:
        self.server = Server(shelf(), referee, folder)

    def reply(self, method: str, **params: Any) -> Any:
        """The whole reply."""
        return json.loads(self.server.handle(json.dumps({"id": 1, "method": method, "params": params}).encode()))

    def __call__(self, method: str, **params: Any) -> Any:
        """The result."""
        reply = self.reply(method, **params)
        assert "result" in reply, reply
        return reply["result"]

    def refused(self, method: str, **params: Any) -> Any:
        """The data of the error."""
        return self.reply(method, **params)["error"]["data"]

    def play(self, game: str, most: int = 10_000, seed: str = "talk") -> Any:
        """Play a game on; the last step."""
        sampler, step = Sampler(seed), self("ask", game=game)
        for _ in range(most):
            if "ask" not in step:
                break
            step = self("act", game=game, pick=sampler(msgspec.convert(step["ask"], Ask)))
        return step


@pytest.fixture
def talk() -> Talk:
    """A server for the table."""
    return Talk()


def test_hello_tells_what_is_here(talk: Talk) -> None:
    told = talk("hello", protocols=[1, 2], client={"name": "test"})
    assert told["protocol"] == 1
    assert told["audience"] == "table"
    assert told["methods"] == list(METHODS)
    assert told["limits"] == {"line": 1 << 20, "depth": 64, "games": 64}
    error = talk.refused("hello", protocols=[2])
    assert (error["code"], error["want"]) == ("unsupported_protocol", [1])


def test_warnings_name_what_was_left_out(talk: Talk) -> None:
    line = b'{"method":"new","labels":true,"parms":{},"x_mine":1,"params":{"mode":"demo","seed":"1","x_note":"mine"}}'
    result = json.loads(talk.server.handle(line))["result"]
    assert [(w["where"], w["did_you_mean"]) for w in result["warnings"]] == [
        ("/labels", "params.labels"),
        ("/parms", "params"),
    ]
    line = b'{"id":1,"method":"act","params":{"pick":[],"lables":true,"a/b~c":0}}'
    result = json.loads(talk.server.handle(line))["result"]
    assert [(w["where"], w.get("did_you_mean")) for w in result["warnings"]] == [
        ("/params/lables", "labels"),
        ("/params/a~1b~0c", None),
    ]
    assert "warnings" not in talk("view")


def many(part: bytes, n: int) -> bytes:
    """A part n times, with commas between, and the number of each where it has a place for it."""
    return b",".join(part % i if b"%d" in part else part for i in range(n))


BIG: dict[str, tuple[int, Callable[[int], bytes]]] = {
    "method": (900_000, lambda n: b'{"method":"' + b"x" * n + b'"}'),
    "option": (900_000, lambda n: b'{"method":"act","params":{"pick":["' + b"x" * n + b'"]}}'),
    "game": (900_000, lambda n: b'{"method":"act","params":{"game":"' + b"x" * n + b'","pick":["x"]}}'),
    "params": (80_000, lambda n: b'{"method":"ping","params":{' + many(b'"k%d":0', n) + b"}}"),
    "keys": (80_000, lambda n: b'{"method":"ping",' + many(b'"k%d":0', n) + b"}"),
    "picks": (150_000, lambda n: b'{"method":"act","params":{"picks":[' + many(b'["x"]', n) + b"]}}"),
    "pick": (60_000, lambda n: b'{"method":"act","params":{"pick":[' + many(b'"gear/spike"', n) + b"]}}"),
    "labels": (400_000, lambda n: b'{"method":"ask","params":{"labels":[' + many(b"0", n) + b"]}}"),
    "options": (80_000, lambda n: b'{"method":"new","params":{' + many(b'"k%d":0', n) + b"}}"),
    "topic": (900_000, lambda n: b'{"method":"explain","params":{"topic":"' + b"x" * n + b'"}}'),
    "escapes": (150_000, lambda n: b'{"method":"ping","id":"' + b"\\u0061" * n + b'"}'),
}
"""What is big about a line -> how often a part fits into it, and the line with so many."""


@pytest.mark.parametrize("name", BIG)
def test_a_big_line_gets_a_small_reply(talk: Talk, name: str) -> None:
    talk("new", mode="demo", seed="1")
    most, line = BIG[name]
    reply = talk.server.handle(line(most))
    assert len(reply) < 8_000 or b'"result":{"pong"' in reply
    assert talk("ask")["ask"]["id"] == 0


@pytest.mark.parametrize("name", BIG)
def test_four_times_the_line_is_four_times_the_work_at_most(talk: Talk, name: str) -> None:
    """Counted in steps of the interpreter and in bytes, which are the same on every machine; of what grows with the
    square there would be sixteen times as many."""
    talk("new", mode="demo", seed="1")
    line = BIG[name][1]
    small, big = line(500), line(2_000)
    talk.server.handle(small)  # what is imported and kept at the first time is not counted
    for measure in (steps_of, bytes_of):
        assert measure(lambda: talk.server.handle(big)) < 6 * measure(lambda: talk.server.handle(small)), measure


def steps_of(do: Callable[[], object]) -> int:
    """How many steps of the interpreter something takes."""
    steps = 0

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal steps
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        steps += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    finally:
        sys.settrace(before)
    return steps


def bytes_of(do: Callable[[], object]) -> int:
    """How many bytes something needs at a time."""
    tracemalloc.start()
    try:
        do()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_words_that_fail_do_not_hide_what_was_done(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(rules().modes["demo"]), "label", lambda *args: 1 // 0)
    step = talk("new", mode="demo", seed="1", labels=True)
    assert step["ask"]["id"] == 0
    assert step["warnings"][0]["where"] == "/params/labels"
    step = talk("act", pick=[], labels=True)
    assert step["ask"]["id"] == 1


def test_the_plain_way_and_the_long_way_give_the_same_reply() -> None:
    plain, long = Talk(), Talk()
    for talk in (plain, long):
        talk("new", mode="demo", seed="1")
    for picks in ([["gear/spike"]], [["done"]], [["nope"]], [[], ["done"]]):
        params = {"pick": picks[0]} if len(picks) == 1 else {"picks": picks, "partial": True}
        line = {"jsonrpc": "2.0", "id": "a", "method": "act", "params": params}
        odd = {**line, "x_": "\\"}
        assert plain.server.handle(json.dumps(line).encode()) == long.server.handle(json.dumps(odd).encode())


def test_the_game_may_be_left_out_while_one_is_open(talk: Talk) -> None:
    error = talk.refused("ask")
    assert (error["code"], error["where"], error["want"]) == ("game_required", "/params/game", [])
    assert talk("new", mode="demo", seed="1")["game"] == "g1"
    assert talk("ask") == talk("ask", game="g1")
    assert talk("new", mode="demo", seed="2")["game"] == "g2"
    assert talk.refused("act", pick=[])["want"] == ["g1", "g2"]
    talk("close", game="g1")
    assert talk("ask") == talk("ask", game="g2")
    assert talk.refused("ask", game="g1")["code"] == "unknown_game"


def test_there_is_an_end_to_open_games(talk: Talk) -> None:
    for _ in range(MOST):
        talk("new", mode="demo", seed="1")
    for method, params in [("new", {"mode": "demo"}), ("fork", {"game": "g1"})]:
        assert talk.refused(method, **params)["code"] == "too_many_games"
    assert len(talk("games")["games"]) == MOST
    talk("close", game="g5")
    assert talk("fork", game="g1")["game"] == f"g{MOST + 1}"


def test_events_come_once_with_the_replies_and_again_when_asked_for(talk: Talk) -> None:
    step = talk("new", mode="demo", seed="5")
    told = list(step["events"])
    sampler = Sampler("5")
    while "ask" in step:
        step = talk("act", pick=sampler(msgspec.convert(step["ask"], Ask)))
        told += step["events"]
    assert [e["n"] for e in told] == list(range(1, len(told) + 1))
    assert talk("events")["events"] == told
    assert talk("events", since=7, limit=2) == {"events": told[7:9], "more": True, "first": 1}
    assert talk("events", since=10**9)["events"] == []
    back = talk("undo", steps=3)
    assert back["events"] == []
    assert len(talk("events")["events"]) == back["event"]
    again = talk("redo", steps=3)
    assert told[back["event"] :] == again["events"]
    assert "over" in again


def test_a_finished_game_takes_no_answer_but_can_be_undone(talk: Talk) -> None:
    talk("new", mode="demo", seed="5")
    over = talk.play("g1")["over"]
    assert over["seed"] == "5"
    error = talk.refused("act", pick=["done"])
    assert (error["code"], error["over"]) == ("game_over", over)
    assert talk.refused("act", ask=0, pick=["done"])["code"] == "game_over"
    assert talk.refused("act", picks=[["done"]])["where"] == "/params/picks/0"
    assert talk.refused("preview", option="done")["code"] == "no_ask"
    assert talk("ask")["over"] == over
    assert "ask" in talk("undo")
    assert talk("redo")["over"] == over
    assert talk("fork")["over"]["outcome"] == over["outcome"]


def test_a_referee_saves_and_loads() -> None:
    talk = Talk(referee=True)
    talk("new", mode="demo", seed="3")
    talk.play("g1", 9)
    save = talk("save")["save"]
    assert save["seed"] == "3"
    loaded = talk("load", save=save)
    assert (loaded["game"], loaded["events"]) == ("g2", [])
    assert loaded["ask"] == talk("ask", game="g1")["ask"]
    assert talk("hash", game="g2") == talk("hash", game="g1")
    assert talk("events", game="g2")["first"] == talk("view", game="g1")["events"] + 1
    assert talk.play("g2", seed="x")["over"] == talk.play("g1", seed="x")["over"]
    for change, where in [
        ({"format": "tmb-save-0"}, "/params/save/format"),
        ({"protocol": 2}, "/params/save/format"),
        ({"hash": "0" * 32}, "/params/save/hash"),
        ({"hash": ""}, "/params/save/hash"),
        ({"seed": "4"}, "/params/save/commitment"),
        ({"commitment": ""}, "/params/save/commitment"),
        ({"state": {"mode": "demo"}}, "/params/save/state"),
        ({"state": "[" * 9}, "/params/save/state"),
        ({"packs": []}, "/params/save/packs"),
        ({"mode": "chess"}, "/params/save/mode"),
    ]:
        error = talk.refused("load", save=save | change)
        assert (error["code"], error["where"]) == ("save_incompatible", where)


def test_no_part_of_a_save_can_be_changed_by_hand() -> None:
    talk = Talk(referee=True)
    talk("new", mode="demo", seed="3")
    talk.play("g1", 9)
    save = talk("save")["save"]

    def changes(data: Any) -> Iterator[Any]:
        """A piece of data with one thing in it changed, in every way."""
        if isinstance(data, dict):
            for key, value in data.items():
                yield from ({**data, key: changed} for changed in changes(value))
                yield {k: v for k, v in data.items() if k != key}
        elif isinstance(data, list):
            for i, value in enumerate(data):
                yield from ([*data[:i], changed, *data[i + 1 :]] for changed in changes(value))
                yield [*data[:i], *data[i + 1 :]]
        elif isinstance(data, bool) or data is None:
            yield not data
        else:
            yield data + 1 if isinstance(data, int) else data + "x"

    states = list(changes(save["state"]))
    assert len(states) > 50
    for state in states:
        reply = talk.reply("load", save=save | {"state": state})
        if "result" in reply:  # what is read as the same: a default that was written out
            assert talk("hash", game=reply["result"]["game"])["hash"] == save["hash"]
            talk("close", game=reply["result"]["game"])
        else:
            assert reply["error"]["data"]["code"] == "save_incompatible"


def test_the_table_resumes_a_journaled_game_by_its_id(tmp_path: Path) -> None:
    talk = Talk(folder=tmp_path)
    for seed in ("1", "2"):
        talk("new", mode="demo", seed=seed)
    talk.play("g2", 9)
    talk("undo", game="g2")
    before = talk("ask", game="g2"), talk("view", game="g2"), talk("hash", game="g2"), talk("journal", game="g2")
    other = Talk(folder=tmp_path)
    assert other("games") == {"games": [], "saved": ["g1", "g2"]}
    assert other.refused("load", game="g2")["code"] == "game_in_use"
    talk("close", game="g2")
    with (tmp_path / "g2.jsonl").open("ab") as file:
        file.write(b'{"ask":8,"key":"Tu')
    step = other("load", game="g2")
    assert step["game"] == "g2"
    assert step["notes"] == ["a torn last line of 18 bytes was dropped"]
    now = other("ask"), other("view"), other("hash"), other("journal")
    assert now == before
    assert other("load", game="g2")["ask"] == step["ask"], "it is open already"
    assert other("new", mode="demo", seed="3")["game"] == "g3"
    assert other("undo", game="g2")["undoable"] == 7
    for bad in ("", "g0", "g01", "g1.jsonl", "../g1", "G1", "g1\n", "g" + "1" * 40, "/etc/passwd", "g1\0"):
        assert other.refused("load", game=bad)["code"] == "unknown_game"
    for t in (talk, other):
        t.server.games.close_all()


@pytest.mark.parametrize("referee", [False, True], ids=["table", "referee"])
def test_forks_and_loaded_games_are_journaled_and_resumed_like_others(tmp_path: Path, referee: bool) -> None:
    talk = Talk(referee, tmp_path)
    talk("new", mode="demo", seed="1", chance={"dice": "hand"})
    talk.play("g1", 9)
    talk("fork", game="g1")
    if referee:
        talk("load", save=talk("save", game="g2")["save"])
    for game in [g["game"] for g in talk("games")["games"]]:
        talk.play(game, 7, seed=game)
        talk("undo", game=game)
        before = talk("hash", game=game), talk("ask", game=game), talk("journal", game=game)
        talk("close", game=game)
        assert "notes" not in talk("load", game=game)
        assert (talk("hash", game=game), talk("ask", game=game), talk("journal", game=game)) == before
        talk("redo", game=game) if talk("undo", game=game)["redoable"] else None
        talk("close", game=game)
        talk("load", game=game)
        assert "over" in talk.play(game)
        talk("close", game=game)
        assert "over" in talk("load", game=game)
    assert len(talk("games")["saved"]) == 2 + referee
    talk.server.games.close_all()


def test_a_journal_that_went_another_way_is_not_resumed(tmp_path: Path) -> None:
    talk = Talk(folder=tmp_path)
    talk("new", mode="demo", seed="1")
    talk.play("g1", 6)
    talk("close")
    path = tmp_path / "g1.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"seed":"1"', b'"seed":"2"'))
    error = talk.refused("load", game="g1")
    assert (error["code"], error["line"]) == ("diverged", 1)
    path.write_bytes(path.read_bytes().replace(commitment("1").encode(), commitment("2").encode()))
    error = talk.refused("load", game="g1")
    assert error["code"] == "diverged"
    assert error["line"] >= 2
    assert talk("games")["games"] == []


def test_every_game_that_is_journaled_or_listed_can_be_loaded(tmp_path: Path) -> None:
    """Whatever else lies in the folder, and whatever ids are taken."""
    (tmp_path / "g3.jsonl").mkdir()
    (tmp_path / "g4.jsonl").symlink_to("nowhere")
    os.mkfifo(tmp_path / "g5.jsonl")
    talk = Talk(folder=tmp_path)
    assert talk("games")["saved"] == []
    talk("close", game=talk("new", seed="1")["game"])
    last = "g999999999"
    next(tmp_path.glob("g[126].jsonl")).rename(tmp_path / f"{last}.jsonl")
    talk = Talk(folder=tmp_path)
    ids = [last, *(talk("new", seed=seed)["game"] for seed in "123")]
    talk.server.games.close_all()
    talk = Talk(folder=tmp_path)
    assert sorted(talk("games")["saved"]) == sorted(ids)
    assert [talk("load", game=id)["game"] for id in ids] == ids
    talk.server.games.close_all()


def test_a_folder_that_goes_away_refuses_new_games(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    talk = Talk(folder=folder)
    folder.rmdir()
    assert talk.refused("new", mode="demo", seed="1")["code"] == "save_failed"
    assert talk("games")["games"] == []


def test_content(talk: Talk) -> None:
    assert talk("content")["kinds"]["pawn"] == {"standin": 4}
    assert talk("content", kind="pawn")["entries"]["demo:pawn/kit"] == ""
    assert talk("content", id="kit")["entry"]["hp"] == 4
    for params, where in [({"id": "kitt"}, "/params/id"), ({"kind": "pown"}, "/params/kind")]:
        error = talk.refused("content", **params)
        assert (error["code"], error["where"], bool(error["did_you_mean"])) == ("unknown_content", where, True)


def test_schema(talk: Talk) -> None:
    assert talk("schema", name="Ask")["schema"]["$ref"] == "#/$defs/Ask"
    assert talk.refused("schema", name="Aks")["code"] == "unknown_schema"


def test_shelves_tell_what_is_wrong_with_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    from tmb import plugins
    from tmb.errors import RulesError

    def broken(*args: Any) -> Any:
        raise RulesError("a.b: flow X has no stage 'y'")

    monkeypatch.setattr(plugins, "rules_for", broken)
    with pytest.raises(InputError, match="flow X") as e:
        Shelf().rules(["base"])
    assert (e.value.code, e.value.where) == ("packs_broken", "/params/packs")
    monkeypatch.setattr(plugins, "rules_for", lambda *args: 1 // 0)
    with pytest.raises(InputError) as e:
        Shelf().rules(["base"])
    assert e.value.code == "internal"


def test_an_id_of_two_entries_is_told_with_both() -> None:
    talk = Talk()
    talk.server.shelf = Shelf()
    both = ["base:effect/poison", "base:skill/poison"]
    error = talk.reply("content", id="poison")["error"]
    assert (error["message"], error["data"]["code"]) == (f"ambiguous: {both[0]} or {both[1]}", "unknown_content")
    assert error["data"]["want"] == both
    assert "did_you_mean" not in error["data"]
    assert talk("content", id=both[1])["kind"] == "skill"
    error = talk.reply("content", id="poisn")["error"]
    assert error["message"] == "unknown content id 'poisn'; did you mean \"poison\"?"


def test_what_is_about_the_ask_of_a_finished_game_is_refused(talk: Talk) -> None:
    talk("new", mode="demo", seed="3", rounds=1, foxes=["kit"], owls=["owlet"])
    sampler = Sampler("3")
    while (ask := talk.server.games.find("g1").session.open_ask) is not None:
        talk("act", pick=sampler(ask))
    for params, where in [({}, "/params"), ({"option": "done"}, "/params/option")]:
        data = talk.refused("explain", **params)
        assert (data["code"], data["where"]) == ("no_ask", where)
    assert talk("explain", topic="harm")["explanation"]["what"] == "query"
    assert talk("explain", topic="at_least")["explanation"]["what"] == "condition"


def test_a_fork_whose_seed_answers_the_open_roll_tells_it(talk: Talk) -> None:
    talk("new", mode="demo", seed="1", chance={"dice": "hand"})
    talk("act", picks=[[], ["strike/owl1"]])
    fork = talk("fork", game="g1", seed="s")
    assert fork["chance"]["dice"] == "seeded"
    assert "dice.rolled" in [e["kind"] for e in fork["events"]]
    assert fork["ask"]["seat"] != "chance"
    lines = talk("journal", game="g2")["lines"]
    assert talk("events", game="g2")["events"] == fork["events"]
    talk("act", game="g2", pick=[fork["ask"]["options"][0]["id"]])
    assert len(talk("journal", game="g2")["lines"]) == len(lines) + 1
    assert talk("fork", game="g1")["chance"]["dice"] == "hand"


@pytest.mark.parametrize(
    "params",
    [
        {"mode": "adventure", "tyrant": "barnacle"},
        {"party": ["picket", "stanza"]},
        {"mode": "battle", "mat": "water"},
        {"mode": "battle", "queue": ["krelln", "1"]},
        {"mode": "battle", "difficulty": "heroic"},
        {"mode": "battle", "packs": ["base"], "training": ["hush-now"]},
    ],
)
def test_a_name_that_another_pack_has_tells_which_and_how_to_ask_for_it(params: dict[str, Any]) -> None:
    there = Talk()
    there.server.shelf = Shelf()
    told = there.refused("new", **params)
    assert told["hint"] == 'the pack undertow has it: "packs": ["base", "undertow"]'
    assert there("new", **params | {"packs": ["base", "undertow"]})["game"]
    assert "hint" not in there.refused("new", party=["nobody-here"])
