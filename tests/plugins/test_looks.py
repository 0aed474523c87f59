"""Words for asks, what a player may miss, and previews."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.plugins import undertow
from tests.plugins.battles import RULES, asks
from tmb.core import asking
from tmb.core.chance import Chance
from tmb.core.flow import CHOICE, DRAW, ROLL
from tmb.core.game import Game
from tmb.core.rolls import AFTER
from tmb.core.script import Script
from tmb.core.state import State
from tmb.effects.program import PROGRAM
from tmb.session import Session
from tmb_base import labels, reach, registration
from tmb_base.events import BonesSpent, UnitEntered, UnitHurt, UnitMoved
from tmb_base.turns.resolve import stored
from tmb_undertow import telling

KINDS = (CHOICE, ROLL, DRAW)
PACK = Path(__file__).parents[2] / "packs/undertow"
SONGS = {"advance", "vamp", "end"}
"""Words of options that stand in code."""


def staged(dice: list[str], picks: list[str], **scene: Any) -> Game:
    """A scene of the base game, played up to an ask."""
    mode = RULES.modes["battle"]
    world, frame = mode.start(RULES, RULES.options("battle", {}))
    script = Script(dice)
    game = Game(RULES, State("battle", world, [frame]), Chance(script, script), [])
    mode.stage(game, scene)
    game.run()
    for pick in picks:
        shown = asking.public(game.ask)
        game.answer(asking.chosen(game.ask, shown, pick.split(",")))
    return game


def attack(bog_lurk: str, picket: str) -> dict[str, Any]:
    """What two hits of 1 would do, as the preview tells it."""
    game = staged(
        ["atk: 1 1"],
        ["done", "target/b1", "die/atk,die/atk"],
        mat=[f"{bog_lurk} at r2c1", f"picket at r3c1 {picket}"],
        turn="picket",
    )
    return dict(game.mode.preview(game, game.ask, "hit/2"))


def test_a_preview_tells_the_hp_and_what_stops_the_rest():
    told = attack("stone-golem hp 5", "atk 2")
    assert (told["lost"], told["hp"]) == (1, 4)
    assert [(step["stage"], step["before"], step["after"]) for step in told["trail"]] == [("ignore", 2, 1)]


def test_a_preview_counts_def_dice():
    assert attack("bog-lurk hp 3 dice 1", "atk 2")["lost"] == 1


def test_a_preview_counts_what_weakens_the_attacker():
    assert attack("bog-lurk hp 3", "atk 2 weaken 1")["lost"] == 1


def test_a_preview_uses_nothing_up():
    game = staged(
        ["atk: 1 1"],
        ["done", "target/b1", "die/atk,die/atk"],
        mat=["golden-golem at r2c1", "picket at r3c1 atk 2 weaken 1"],
        turn="picket",
    )
    before = RULES.codec("battle").pack(game.state)
    assert game.mode.preview(game, game.ask, "hit/2") == game.mode.preview(game, game.ask, "hit/2")
    assert RULES.codec("battle").pack(game.state) == before


def test_a_preview_is_what_then_happens() -> None:
    checked: Counter[str] = Counter()
    for game in asks(30):
        if game.ask is None:
            continue
        for option in asking.public(game.ask).options:
            told = game.mode.preview(game, game.ask, option.id)
            if not told:
                continue
            unit = game.ask.me.id if game.ask.me is not None else game.ask.seat
            twin = game.clone()
            assert twin.ask is not None
            twin.events = happened = []
            twin.answer(asking.chosen(twin.ask, asking.public(twin.ask), [option.id]))
            checked[option.id.partition("/")[0]] += 1
            if "pos" in told:
                assert told["unit"] == unit
                assert any(
                    type(e) in (UnitMoved, UnitEntered) and (e.unit, e.pos) == (unit, told["pos"]) for e in happened
                )
                pairs = reach.mat_of(game).entry.adjacent
                near = {a if b == told["pos"] else b for a, b in pairs if told["pos"] in (a, b)}
                assert {u.id for u in reach.on_mat(game) if u.id != unit and u.pos in near} == set(told["adjacent"])
            if "cost" in told:
                left = stored(game.ask.me) - sum(e.spent + e.lost for e in happened if type(e) is BonesSpent)
                assert told["bones"] == left
            if "lost" in told and (twin.ask is None or twin.ask.key != "Damage.def_dice"):
                hurt = next((e for e in happened if type(e) is UnitHurt), None)
                assert told["lost"] == (hurt.lost if hurt is not None and hurt.unit == told["target"] else 0)
    assert set(checked) == {"start", "move", "hit", "keep", "plan"}
    assert min(checked.values()) > 5


def test_a_preview_of_shield_bash_counts_all_shields() -> None:
    game = staged(
        ["atk: 1", "def: 2"],
        ["done", "target/b1", "die/atk,die/def"],
        mat=["bog-lurk hp 3 at r2c1", "picket at r3c1 active 1 bones atk:1 bones def:1"],
        turn="picket",
    )
    told = dict(game.mode.preview(game, game.ask, "plan/shield-bash"))
    assert told == {"cost": 2, "bones": 0, "target": "b1", "amount": 3, "lost": 3, "hp": 0, "trail": []}
    assert game.mode.preview(game, game.ask, "place/active/def:2") == {}


def test_chance_is_asked_in_words() -> None:
    game = Session.new(RULES, "battle", {"queue": ["bog-lurk"]}, seed="7", dice="hand")
    ask = game.ask(labels=True)
    assert ask is not None
    assert ask.label == "Roll Picket's Ini die"
    assert ask.options[0].label == "Picket's Ini die: 1"
    game.act(["ini-picket/4"])
    game.act(["start/r3c1"])
    ask = game.ask(labels=True)
    assert ask is not None
    assert ask.label == "Roll for Picket: 2 Def dice"
    assert [o.label for o in ask.options] == ["Def die: 1", "Def die: 2", "Def die: Bones"]


def words_of(game: Game, option: str = "") -> str:
    """The label of the open ask or of one of its options."""
    return str(game.mode.label(game, game.ask, option))


def test_asks_name_whom_they_are_about() -> None:
    mat = ["kobold at r2c1", "picket at r4c2 bones atk:1"]
    assert words_of(staged([], [], mat=mat, turn="kobold")) == "Which way does Kobold (b1) go?"
    game = staged(
        [], [], mat=["kobold at r2c1", "picket hp 3 at r3c1 poison 1 active stand-ground:hold"], turn="picket"
    )
    mat = ["bog-lurk at r2c1", "picket at r3c1 bones atk:1"]
    game = staged(["atk: 1", "def: 1"], ["done", "target/b1", "die/atk,die/def"], mat=mat, turn="picket")
    assert words_of(game, "hit/1") == "deal 1 Dmg to Bog Lurk (b1)"
    assert words_of(game, "place/active/def:1") == "put Def die (1) into an Active slot"
    why = {option: because for option, because, _ in game.mode.blocked(game, game.ask)}
    assert why["plan/shield-bash"] == "it costs 2 Bones; 1 is stored"


def test_every_ask_and_window_of_the_rules_has_words_of_its_own() -> None:
    keys = {
        f"{flow.name}.{stage.name}"
        for flow in [*registration.FLOWS, PROGRAM]
        for stage in flow.stages
        if stage.kind in KINDS
    }
    assert keys == set(labels.ASKS)
    assert set(labels.WINDOWS) == {*registration.WINDOWS, AFTER}


def stages(registry: Any, flow: Any) -> list[Any]:
    """Those of a flow, and those that another plugin adds; an entry of a menu is asked by the menu."""
    return [*flow.stages, *(x.stage for x in registry.extensions.get(flow.name, ()) if x.how != "entry")]


def test_what_undertow_asks_tells_and_offers_has_words_of_its_own() -> None:
    """Its stages in the flows of the base game, its own flows, its windows and its events, and no others."""
    mine, base = undertow.RULES.registry, RULES.registry
    here, other = (
        {f"{f.name}.{s.name}" for f in r.flows.values() for s in stages(r, f) if s.kind in KINDS} for r in (mine, base)
    )
    assert here - other == set(telling.WORDS["asks"])
    assert set(mine.windows) - set(base.windows) <= set(telling.WORDS.get("windows", {}))
    told = {kind for kind in mine.events.values() if kind not in base.events.values()}
    assert told == set(telling.WORDS["story"])
    words = {x.stage.word for added in mine.extensions.values() for x in added}
    words |= {s.word for f in mine.flows.values() for s in f.stages}
    content = "".join(file.read_text(encoding="utf-8") for file in PACK.rglob("*.toml"))
    assert set(telling.WORDS["options"]) <= words | set(re.findall(r'(?:word|key|mark) = "([a-z-]+)"', content)) | SONGS


@pytest.mark.parametrize("games", [undertow.asks, undertow.adventures])
def test_undertow_reads_well(games: Any) -> None:
    """Asks, options and lines of the log: no id of a place or a unit, no word of the rules' own."""
    raw, earlier = re.compile(r"\b(r\dc\d|[km][1-6])\b|[{}…/]|\b(None|Shown)\b"), list[Any]()
    seen: Counter[str] = Counter()
    for game in games(10):
        if not game.decisions:
            earlier = []
        for line in game.mode.story(game, game.events, earlier):
            assert not re.search(r"\b(r\dc\d|[km][1-6]|None)\b|[{}…]|\b[ab]\d+\b(?!\))", line), line
            seen["lines"] += 1
        earlier += game.events
        game.events.clear()
        if game.ask is None:
            continue
        words = [words_of(game), *(words_of(game, o.id) for o in asking.public(game.ask).options)]
        assert all(words)
        assert not [w for w in words if raw.search(w)], game.ask.key
        assert len(set(words[1:])) == len(words[1:]), (game.ask.key, words)
        seen[game.ask.key] += 1
    assert seen["lines"] > 1000


def test_no_words_are_left_open() -> None:
    windows = set()
    for game in asks(40):
        if game.ask is None:
            continue
        words = words_of(game)
        assert "…" not in words, (game.ask.key, words)
        assert not re.search(r"\b1 (Bones|dice)\b", words)
        if game.ask.key.startswith("window."):
            windows.add(words)
    assert any(w.startswith("At the start of Picket") for w in windows)


def test_every_option_has_words_and_nothing_that_is_offered_is_called_blocked():
    for game in asks(12):
        if game.ask is None:
            continue
        shown = asking.public(game.ask)
        for option in shown.options:
            words = game.mode.label(game, game.ask, option.id)
            assert words
            assert "/" not in words
            assert not re.search(r"[{}]|\b(None|Shown)\b", words), words
        blocked = game.mode.blocked(game, game.ask)
        assert all(why and cite for _, why, cite in blocked)
        assert not {id for id, _, _ in blocked} & {o.id for o in shown.options}
