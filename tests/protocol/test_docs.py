"""docs/protocol.md and the code say the same."""

from __future__ import annotations

import ast
import json
import random
import re
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.plugins.battles import asks
from tests.session.play import new
from tmb.core.asking import public
from tmb.core.decisions import Ask, Blocked, Group, Option, check_answer
from tmb.core.events import CORE, Event, dotted
from tmb.protocol.errors import CODES
from tmb.protocol.lines import MAX_DEPTH, MAX_LINE
from tmb.protocol.methods import METHODS
from tmb.session.journal import End, Header, Line
from tmb.session.setup import commitment

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def section(title: str, level: str = "##") -> str:
    """The text under a heading, up to the next of its level or above."""
    found = re.search(
        rf"^{level} {re.escape(title)}\n(.*?)(?=^#{{2,{len(level)}}} |\Z)", PAGE, re.MULTILINE | re.DOTALL
    )
    assert found, f"docs/protocol.md has no section {title!r}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of the tables in a text, without their heads."""
    lines = [line.strip("| ") for line in text.splitlines() if re.match(r"\| (`|\(empty\))", line)]
    return [[cell.strip() for cell in line.split(" | ")] for line in lines]


def words(text: str) -> set[str]:
    """Everything in backticks."""
    return set(re.findall(r"`([^`\n]+)`", text))


def test_every_method_has_its_section_and_no_other() -> None:
    assert sorted(re.findall(r"^### `(\w+)`$", PAGE, re.MULTILINE)) == sorted(METHODS)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_is_told_with_all_its_fields_and_an_example(name: str) -> None:
    text, found = section(f"`{name}`", "###"), METHODS[name]
    fields = {*found.params.__struct_encode_fields__, *found.result.__struct_encode_fields__} - {"warnings"}
    assert fields - words(text) == set()
    examples = [
        json.loads(line) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL) for line in block.splitlines()
    ]
    assert examples
    for example in examples:
        assert example["method"] == name
        known = set(found.params.__struct_encode_fields__) | ({"party"} if name == "new" else set())
        assert set(example.get("params", {})) <= known
        given = {k: v for k, v in example.get("params", {}).items() if k != "party"}
        msgspec.convert(given, found.params)


def test_the_errors() -> None:
    told = [(row[0].strip("`"), int(row[1]), row[2]) for row in rows(section("Errors"))]
    assert told == [(code, number, doc) for code, (number, doc) in CODES.items()]


def codes_raised() -> dict[str, str]:
    """Every code in a call of InputError and its like, with the place."""
    out: dict[str, str] = {}
    folders = ["tmb/session", "tmb/protocol", "tmb/core"]
    files = [
        *(p for f in folders for p in sorted((ROOT / f).glob("*.py"))),
        ROOT / "tmb/plugins.py",
        ROOT / "tmb/ruleset.py",
    ]
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", "")
            place = {"InputError": 0, "Unread": 0, "_Fault": 0, "unknown": 3}.get(name)
            if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
                out[str(node.args[place].value)] = f"{path.name}:{node.lineno}"  # type: ignore[attr-defined]
    return out


def test_every_code_that_is_raised_is_told_and_the_other_way_round() -> None:
    raised = codes_raised()
    assert {c: p for c, p in raised.items() if c not in CODES} == {}
    assert set(CODES) - set(raised) <= {"unknown_content", "diverged"}, "told, but never raised by name"


def test_the_events() -> None:
    told = {row[0].strip("`"): (row[1], words(row[2])) for row in rows(section("Events"))}
    common = set(Event.__struct_fields__)
    assert told == {
        dotted(e.__name__): ((e.__doc__ or "").partition("\n")[0], set(e.__struct_fields__) - common) for e in CORE
    }
    assert common <= words(section("Events"))


def test_the_fields_of_asks_and_their_defaults() -> None:
    text = section("Asks, and what makes an answer legal")
    told = {name for row in rows(text) for name in words(row[0])}
    assert told == {*Ask.__struct_fields__, *Option.__struct_fields__}
    assert {*Group.__struct_fields__, *Blocked.__struct_fields__} <= words(text)
    assert (Ask(0, "", "", []).lo, Ask(0, "", "", []).hi, Ask(0, "", "", []).budget) == (1, 1, -1)
    assert (Option("").cost, Option("").times, Option("").weight, Group("").lo, Group("").hi) == (0, 1, 0, 0, 1)


def test_what_is_left_out_where_it_is_empty() -> None:
    """Asks and events have no fields with their default, results have all of theirs."""
    assert "**What is left out.**" in section("Lines")
    short = (Ask, Option, Group, Blocked, Event, Line, Header)
    assert all(kind.__struct_config__.omit_defaults for kind in short)
    results = [found.result for found in METHODS.values()]
    assert not [kind for kind in results if kind.__struct_config__.omit_defaults]


def test_the_limits() -> None:
    text = section("Lines")
    assert "1 MiB" in text
    assert (MAX_LINE, MAX_DEPTH) == (1 << 20, 64)
    assert "64 levels" in text


def sampler() -> tuple[str, Any]:
    """The sampler of the page: its text, and itself."""
    found = re.search(r"```python\n(def sample.*?)```", PAGE, re.DOTALL)
    assert found
    space: dict[str, Any] = {}
    exec(found[1], space)
    return found[1], space["sample"]


def test_the_sampler_is_that_of_the_bot_and_draws_legal_answers_only() -> None:
    text, sample = sampler()
    bot = (ROOT / "examples" / "bot.py").read_text(encoding="utf-8")
    assert text.split('"""')[2] in bot
    assert len(text.splitlines()) <= 27
    rng, answered = random.Random(1), 0
    for n, more in enumerate([{}, {"dice": "hand", "cards": "hand"}, {"strict": True}] * 4):
        session = new(str(n), **more)  # type: ignore[arg-type]
        while (ask := session.open_ask) is not None:
            pick = sample(json.loads(msgspec.json.encode(ask)), rng)
            check_answer(ask, pick, "")
            session.act(pick)
            answered += 1
    assert answered > 300


def word_by_the_page(seed: str, stream: str, counter: int) -> int:
    """The generator as the page describes it, without the engine."""
    key = blake2b(seed.encode(), digest_size=32).digest()
    person = stream.encode().ljust(16, b"\0")
    digest = blake2b((counter // 8).to_bytes(8, "little"), digest_size=64, key=key, person=person).digest()
    return int.from_bytes(digest[counter % 8 * 8 :][:8], "little")


def test_the_vectors_of_the_generator() -> None:
    from tmb.core.rng import Stream

    told = rows(section("The random generator"))
    assert len(told) == 10
    for seed, stream, counter, word, below in told:
        seed = "" if seed == "(empty)" else seed.strip("`")
        made = word_by_the_page(seed, stream.strip("`"), int(counter))
        assert f"{made:016x}" == word.strip("`")
        assert (made * 6) >> 64 == int(below)
        source = Stream(seed, stream.strip("`"))
        assert (source.word(int(counter)), source.below(6, int(counter))) == (made, int(below))


def test_the_commitment_is_as_told() -> None:
    assert commitment("7") == blake2b(b"7", digest_size=32, person=b"tmb commitment").hexdigest()
    assert "`tmb commitment`" in " ".join(section("Audiences").split())


def test_the_journal() -> None:
    text = section("Journals")
    assert {*Header.__struct_fields__, *Line.__struct_fields__, "outcome", "undo"} - {"undo"} <= words(text)
    assert '{"undo": n}' in text
    assert set(End.__struct_fields__) == {"end"}


def test_the_options_in_examples_are_options_of_battles() -> None:
    examples = [
        json.loads(line) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
    ]
    params = [e["params"] for e in examples if e.get("method") in ("act", "preview", "explain")]
    told = {id for p in params for pick in [p.get("pick", []), *p.get("picks", [])] for id in pick}
    told |= {p["option"] for p in params if "option" in p}
    assert len(told) >= 5
    known = {o.id for game in asks(30) if game.ask is not None for o in public(game.ask).options}
    assert told <= known
