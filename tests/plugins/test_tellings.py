"""What a person at the table reads: positions by lane and row, dice with their faces, what training cannot bring yet,
how the Tyrant stands."""

from __future__ import annotations

import functools
import re

import msgspec
import pytest

from tests.plugins import undertow
from tests.plugins.battles import RULES
from tests.plugins.test_looks import staged
from tmb.cli.topics import told
from tmb.core.chance import seeded
from tmb.core.events import Event
from tmb.session import Session, topics
from tmb.session.answers import first
from tmb.sim import bots
from tmb_base import entries
from tmb_base.adventure.board import headline
from tmb_base.adventure.tyrant import Challenge
from tmb_base.events import OngoingBegan
from tmb_base.gearlocs.learning import learnable, trained
from tmb_base.mat import Mat

RAW = re.compile(r"\br\dc\d\b")


def adventure(seed: str) -> Session:
    """A game of two."""
    return Session.new(RULES, "adventure", {"tyrant": "nom", "round_limit": 20}, seed=seed)


@pytest.mark.parametrize("seed", ["1", "2"])
def test_no_label_and_no_line_of_the_story_names_a_position_by_its_id(seed: str) -> None:
    session, places = Session.new(RULES, "battle", {"party": ["picket", "boomer"], "round_limit": 6}, seed=seed), 0
    while (ask := session.ask(labels=True)) is not None:
        for option in ask.options:
            assert not RAW.search(option.label), option
            if RAW.search(option.id):
                places += 1
                assert re.search(r"lane \d \((Baddie|Gearloc) (melee|ranged)\)", option.label), option
        session.act(first(ask))
    story = session.game.mode.story(session.game, session.events(0))
    assert places > 20
    assert any("moves to lane " in line for line in story)
    assert not [line for line in story if RAW.search(line)]


def test_positions_of_one_name_are_told_apart_by_their_ids() -> None:
    (entry,) = (e for e in RULES.content.entries("mat").values() if e.id == "base")
    positions = [msgspec.structs.replace(p, lane=1) for p in entry.positions]
    words = Mat(msgspec.structs.replace(entry, positions=positions)).words
    assert words["r1c2"] == "lane 1 (Baddie ranged, r1c2)"
    assert len(set(words.values())) == len(positions)


def test_training_tells_every_die_that_cannot_be_learned_yet_and_what_comes_first() -> None:
    session, seen = adventure("3"), 0
    while seen < 4 and (ask := session.ask(labels=True, blocked=True)) is not None:
        if ask.key == "Training.choose_training":
            seen += 1
            assert session.game.ask is not None
            me = session.game.ask.me
            dice = RULES.tables["dice_of"][me.kind]
            wanted = {n for n in dice if trained(dice[n]) and n not in me.skills and n not in learnable(RULES, me)}
            rows = {row.id: row for row in ask.blocked or ()}
            assert {f"train/{n}" for n in wanted} == {id for id in rows if id.removeprefix("train/") in dice}
            assert wanted
            assert all(rows[f"train/{n}"].because.endswith(" comes first") for n in wanted)
            assert not rows.keys() & {o.id for o in ask.options}
        session.act(first(ask))
    assert seen == 4


@pytest.mark.parametrize("die", ["atk", "def", "d6", "shield-form"])
def test_a_die_tells_what_its_faces_show(die: str) -> None:
    session = adventure("1")
    lines = list(told(session.explain(die), session.explain))
    (faces,) = (line for line in lines if line.strip().startswith("faces: "))
    shown = re.findall(r"([\w-]+)(?: ×(\d))?(?:, |$)", faces.split("faces: ")[1])
    assert sorted(f for face, n in shown for f in [face] * int(n or 1)) == sorted(RULES.dice[die])


def test_what_a_hit_and_a_roll_are_about_is_their_die() -> None:
    game = staged(
        ["atk: 1 2"],
        ["done", "target/b1", "die/atk,die/atk"],
        mat=["kobold at r2c1 hp 5", "picket at r3c1 atk 2"],
        turn="picket",
    )
    assert game.mode.about(game, game.ask, "hit/1") == "atk"
    session = Session.new(RULES, "battle", {"queue": ["kobold"]}, seed="7", dice="hand")
    asked: set[str] = set()
    while (ask := session.ask()) is not None:
        if ask.seat == "chance":
            for option in ask.options:
                die = option.id.partition("/")[0]
                asked.add(die)
                assert session.explain(option.id)["about"]["id"].endswith(f"/{die}")
        session.act(first(ask))
    assert {"ini-picket", "def"} <= asked


def test_the_headline_says_that_the_tyrant_is_challenged_while_it_is() -> None:
    options = RULES.options("adventure", {"tyrant": "nom", "difficulty": "greenhorn"})
    game, bot, seen = RULES.start("adventure", options, seeded("1")), bots.make(RULES, "greedy", "1"), set()
    while game.ask is not None:
        now = any(type(f) is Challenge for f in game.stack)
        if game.world.tyrant and not game.world.ending:
            told, ready = headline(game), game.world.progress >= game.world.needed
            seen.add((now, ready))
            assert ("is challenged" in told, "can be challenged" in told) == (now, ready and not now)
        game.answer(bot.choose(game))
    assert seen == {(False, False), (False, True), (True, True)}


def test_what_lasts_has_an_id_that_can_be_read_and_that_nothing_else_had() -> None:
    found: list[str] = []
    for seed in range(5):
        options, events = RULES.options("adventure", {"tyrant": "nom"}), list[Event]()
        game, bot = RULES.start("adventure", options, seeded(str(seed)), events), bots.make(RULES, "greedy", str(seed))
        while game.ask is not None:
            game.answer(bot.choose(game))
        ids = [e.id for e in events if isinstance(e, OngoingBegan)]
        assert len(set(ids)) == len(ids)
        found += ids
    assert len(found) > 5
    assert all(re.fullmatch(r"(table|g[12])/[a-z0-9-]+:\d+", id) for id in found), found


def lines_of(full: str) -> list[str]:
    """An entry of base and Undertow as `tmb rules` tells it."""
    explain = functools.partial(topics.told, undertow.RULES)
    return [line.strip() for line in told(explain(full), explain)]


@pytest.mark.parametrize(("full", "die"), undertow.RULES.content.entries("skill-die").items())
def test_a_die_tells_what_comes_first_and_the_text_of_each_face_once(full: str, die: entries.SkillDie) -> None:
    lines = lines_of(full)
    assert [line for line in lines if line.startswith("needs: ")] == (
        [f"needs: {', '.join(die.needs)}"] if die.needs else []
    )
    heads = [line.partition(": ")[0] for line in lines]
    assert [h for h in heads if h in die.icons] == [name for name, icon in die.icons.items() if icon.text]
    assert any(re.search(r", most \d", line) for line in lines[:2]) == (die.sort == "counter")


@pytest.mark.parametrize("stack", ["krelln", "mech"])
def test_a_stack_tells_the_chips_that_lie_in_it(stack: str) -> None:
    baddies = undertow.RULES.content.entries("baddie").values()
    chips = [b.id for b in baddies if b.stack == stack]
    assert len(chips) > 3
    assert f"named by baddie: {', '.join(chips)}" in lines_of(f"undertow:stack/{stack}")


@pytest.mark.parametrize(
    ("full", "said"),
    [
        ("undertow:skill-die/luitar", ", starts"),
        ("undertow:skill-die/luitar-strings", ", not rolled"),
        ("undertow:token/obstacle", ", blocks"),
    ],
)
def test_what_an_entry_says_yes_or_no_to_is_told(full: str, said: str) -> None:
    assert lines_of(full)[1].endswith(said)


def test_what_is_as_usual_is_not_told() -> None:
    explained = topics.told(undertow.RULES, "undertow:baddie/krelln-lurer")
    assert "flags" not in topics.told(undertow.RULES, "undertow:baddie/kobold-collector")
    assert explained["entry"]["unit"]
    assert "unit" not in explained.get("flags", {})
