"""Words for every ask and option, explanations, reasons, previews, the story and the drawn table of 20 Strong."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from tests.plugins.test_twenty_flows import answer
from tests.plugins.twenty import MODE, RULES, asks, begun
from tmb.cli import topics as lines_of
from tmb.core import asking
from tmb.core.events import defined_in
from tmb.core.flow import CHOICE, DRAW, ROLL
from tmb.core.game import Game
from tmb.effects.program import PROGRAM
from tmb.session import Session, topics
from tmb_twenty_strong import events, labels, registration
from tmb_twenty_strong.glossary import topics as words
from tmb_twenty_strong.names import needs_in_words
from tmb_twenty_strong.needs import left
from tmb_twenty_strong.rulings import topics as rulings

IDS = re.compile(r"(?<![\w-])[bi]\d+(?![\w)])|[a-z]+:(miss|hit|crit)|[{}…]")
"""Ids of cards and dice, and braces that nobody filled."""


def test_every_ask_and_option_has_words_of_its_own_and_no_ids() -> None:
    keys: Counter[str] = Counter()
    for game in asks(24):
        if game.ask is None:
            continue
        keys[game.ask.key] += 1
        told = [MODE.label(game, game.ask, "")]
        told += [MODE.label(game, game.ask, o.id) for o in asking.public(game.ask).options]
        assert all(told), (game.ask.key, told)
        assert [t for t in told if IDS.search(t)] == []
        assert len(set(told[1:])) == len(told) - 1, (game.ask.key, told)
    assert len(keys) > 18


def test_every_stage_that_asks_has_a_sentence() -> None:
    stages = {
        f"{f.name}.{s.name}"
        for f in (*registration.FLOWS, PROGRAM)
        for s in f.stages
        if s.kind in (CHOICE, ROLL, DRAW) and f.name != "Window"
    }
    assert set(labels.ASKS) <= stages
    assert stages - set(labels.ASKS) <= {"Program.throw"}
    assert set(labels.WINDOWS) == set(registration.WINDOWS)
    assert set(labels.DONES) == {k for k in labels.ASKS if k.split(".")[1] in plugin_menus()}


def plugin_menus() -> set[str]:
    return {s.name for f in registration.FLOWS for s in f.stages if hasattr(s, "entries")}


def test_what_explains_an_option_can_be_explained() -> None:
    found: Counter[str] = Counter()
    for game in asks(10):
        if game.ask is None:
            continue
        for option in asking.public(game.ask).options:
            topic = MODE.about(game, game.ask, option.id)
            if topic:
                assert topics.find(RULES, MODE, topic), (option.id, topic)
                found[topic.rpartition("/")[0] or topic] += 1
    assert {"twenty-strong:baddie", "twenty-strong:encounter", "twenty-strong:die", "rest", "scout"} <= found.keys()


def test_what_is_blocked_is_not_offered_and_says_why() -> None:
    rows: Counter[str] = Counter()
    for game in asks(16):
        if game.ask is None:
            continue
        offered = {o.id for o in asking.public(game.ask).options}
        for id, why, _ in MODE.blocked(game, game.ask):
            assert id not in offered
            assert why
            assert not IDS.search(MODE.label(game, game.ask, id))
            rows[why] += 1
    assert len(rows) > 8
    assert any(why.startswith("from day ") for why in rows)


def test_a_preview_is_what_then_happens() -> None:
    checked = 0
    for game in asks(16):
        if game.ask is None or game.ask.key != "Engagement.apply_dice":
            continue
        for option in asking.public(game.ask).options:
            told = MODE.preview(game, game.ask, option.id)
            if not told:
                continue
            before = RULES.codec("twenty-strong").pack(game.state)
            assert MODE.preview(game, game.ask, option.id) == told
            assert RULES.codec("twenty-strong").pack(game.state) == before
            twin = game.clone()
            answer(twin, option.id)
            card = twin.thing(told["card"])
            if twin.ask is not None and twin.ask.key == game.ask.key and twin.ask.frame.passes == game.ask.frame.passes:
                assert needs_in_words(left(twin, card)) == told["after"]
                checked += 1
    assert checked > 50


def test_the_board_shows_every_card_and_all_areas() -> None:
    shown = 0
    for game in asks(10):
        drawn, world = MODE.board(game), game.world
        if not world.tops:
            continue
        names = [RULES.tables["cards"][c].name for c in world.tops.values() if c]
        names += [RULES.tables["cards"][f.kind].name for f in world.foes.values()]
        names += [RULES.tables["cards"][i.kind].name for i in world.items]
        assert [n for n in names if n not in drawn] == []
        assert f"Day {world.day} of 12" in drawn
        assert f"Health {world.hero.health}" in drawn
        assert max(map(len, drawn.splitlines())) < 150
        assert all(line == line.rstrip() for line in drawn.splitlines())
        assert ("   banished" in drawn.replace(" banished", "   banished")) == bool(world.banished)
        shown += 1
    assert shown > 200


def test_the_story_tells_a_game_in_words() -> None:
    for i in range(6):
        game = begun(f"story {i}", rank=1 + i % 5)
        bot = RULES.bots["greedy"]("1", RULES)
        while game.ask is not None:
            shown = asking.public(game.ask)
            game.answer(asking.chosen(game.ask, shown, bot(shown, MODE.view(game, False))))
        events = game.events or []
        lines = MODE.story(game, events)
        assert [x for x in lines if IDS.search(x)] == []
        assert lines[-1] in ("The game is won", "The game is lost")
        assert len(lines) > len(events) // 4
        assert [x for x in lines if re.match(r"(goes|loses|gains|rests|commits|recovers|has) ", x)] == []
        assert [x for x in lines if " loses " in x and not re.search(r" Health to \w", x)] == []
        cut = len(events) // 2
        assert MODE.story(game, events[:cut]) + MODE.story(game, events[cut:], events[:cut]) == lines


def test_every_event_has_words_or_is_told_by_another() -> None:
    from tmb_twenty_strong.story import WORDS

    silent = {"CardRevealed", "CardDiscarded", "FoeLeft", "EncounterLaid", "PassBegan", "DiceTakenUp"}
    assert {k.__name__ for k in defined_in(events)} - {k.__name__ for k in WORDS} == silent


# -- the rulebook's words ----------------------------------------------------------------------------------------------


def test_each_word_cites_a_rulebook_and_rulings_that_are_there() -> None:
    rows: dict[str, Any] = {row["name"]: row for row in words().values()}
    assert len(rows) >= 40
    for name, row in rows.items():
        assert row["cite"].startswith(("rulebook, ", "20 Strong rulebook, ")), name
        assert set(re.findall(r"\bR\d+\b", row["cite"])) <= rulings().keys(), name
        assert 20 < len(row["doc"]) < 240, name
        assert row["doc"].endswith("."), name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("BQ", "BQ"), ("baddie pts", "BQ"), ("crit", "Crit"), ("innate +1", "Innate +1"), ("Rust King", "Rust King"),
        ("war-camp", "War Camp"), ("backup", "Backup plan"), ("extension", "Backup Plan Extension"), ("r45", ""),
    ],
)  # fmt: skip
def test_words_are_found_however_they_are_written(written: str, name: str) -> None:
    first = topics.find(RULES, MODE, written)[0]
    assert first.get("entry", first).get("name", "") == name
    assert Session.new(RULES, "twenty-strong", seed="1").explain(written)["topic"] == first["topic"]


def test_two_cards_of_a_kind_are_told_apart() -> None:
    game: Game = begun("1")
    MODE.stage(
        game, {"hero": "duster", "foes": ["mud-pup", "mud-pup", "cave-bat"], "stage": "apply_dice", "open": ["red:hit"]}
    )
    game.run()
    told = [MODE.label(game, game.ask, o.id) for o in asking.public(game.ask).options]
    assert told == ["apply a red hit to Mud Pup (b1)", "apply a red hit to Mud Pup (b2)", "done applying"]
    assert "Mud Pup (b2)" in MODE.board(game)


def test_a_card_is_explained_with_its_hits_and_its_texts() -> None:
    game = Session.new(RULES, "twenty-strong", seed="1")
    lines = list(lines_of.told(game.explain("rust king"), game.explain))
    assert lines[0] == "Rust King (tyrant)"
    assert re.search(r"days 6, hits \d+ any, damage \d", lines[1])
    assert "  setup: A 1Pt Baddie." in lines
    assert "hits 4 any and 1 blue" in "\n".join(lines_of.told(game.explain("orc captain"), game.explain))
