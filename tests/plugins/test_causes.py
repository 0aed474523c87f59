"""The log says why: what has cost HP, what dice that are laid or shown do, why nobody rolls. Questions read well."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.plugins.battles import RULES
from tests.plugins.test_looks import staged
from tmb.cli import telling
from tmb.cli.demo import picked
from tmb.core.chance import seeded
from tmb.core.events import DiceRolled, Event, MarkChanged, TriggerUsed
from tmb.plugins import rules_for
from tmb.session import Session
from tmb.session.answers import first
from tmb.sim import bots
from tmb_base import events as e
from tmb_base.adventure import events as a
from tmb_base.story import story

RAW = re.compile(r"(^|[^(\w])[bgl]\d+\b|\btable\b|:die|:bones")


def told(game: Any, events: list[Event], kind: type[Event]) -> list[tuple[Any, str]]:
    """The events of a kind, each with its line."""
    return [(x, "".join(story(game, [x], events))) for x in events if isinstance(x, kind)]


@pytest.fixture(scope="module", params=["nom", "goblin-king", "duster"])
def played(request: Any) -> tuple[Any, list[Event]]:
    """A whole adventure: the game, and all that happened."""
    options, events = RULES.options("adventure", {"tyrant": request.param}), list[Event]()
    game, bot = RULES.start("adventure", options, seeded("2"), events), bots.make(RULES, "greedy", "2")
    while game.ask is not None:
        game.answer(bot.choose(game))
    return game, events


def test_every_loss_of_hp_says_why_and_every_deed_has_a_verb(played: tuple[Any, list[Event]]) -> None:
    game, events = played
    lost = told(game, events, e.UnitHurt)
    assert len(lost) > 30
    assert [
        line for _, line in lost if not re.search(r" loses \d+ HP (to \w.*|with its HP stat), \d+ left$", line)
    ] == []
    assert any(" to Fatigue," in line for _, line in lost)
    done = [line for _, line in told(game, events, TriggerUsed) if line]
    assert len(done) > 20
    assert [line for line in done if not re.search(r" uses \w| takes effect$", line)] == []
    assert [line for line in (*done, *(line for _, line in lost)) if RAW.search(line)] == []


def test_effect_dice_and_progress_are_told_and_nobody_passes_without_a_word(played: tuple[Any, list[Event]]) -> None:
    game, events = played
    laid = [(x, line) for x, line in told(game, events, MarkChanged) if x.mark in RULES.tables["effects"]]
    assert laid
    assert all(re.search(r" lies on | leaves ", line) for _, line in laid)
    assert all(line.startswith("The party gains ") for _, line in told(game, events, a.ProgressGained))
    turns = [i for i, x in enumerate(events) if isinstance(x, e.TurnBegan)]
    for at, end in zip(turns, [*turns[1:], len(events)], strict=True):
        began, then = events[at], events[at + 1 : end]
        assert isinstance(began, e.TurnBegan)
        who = began.unit
        gone = any(isinstance(x, (e.GearlocDown, e.BattleEnded, a.AdventureEnded)) for x in then)
        if who.startswith("g") and not gone and not any(isinstance(x, DiceRolled) for x in then):
            assert any(isinstance(x, (e.TurnMissed, e.TurnIdle)) for x in then), then


def test_the_face_of_a_tyrant_die_says_what_it_does() -> None:
    game = staged(["atk: 1 bones", "nom: thunderclub"], [], mat=["nom at r2c1", "picket at r3c1 hp 5"], turn="nom")
    shown = [line for _, line in told(game, game.events, e.TyrantDieShown) if line]
    assert shown == [f"the Tyrant Die of Nom (b1): {RULES.tables['tyrants']['nom'].icons['thunderclub'].text}"]


@pytest.mark.parametrize(("pack", "mode"), [("base", "adventure"), ("twenty-strong", "twenty-strong")])
def test_no_question_has_two_marks_in_a_row(pack: str, mode: str) -> None:
    session, seen = Session.new(rules_for([pack]), mode, {}, seed="3"), 0
    bot = bots.make(session.game.rules, "greedy", "3")
    while session.open_ask is not None and seen < 150:
        ask = session.ask(labels=True)
        assert ask is not None
        line, seen = telling.lead(telling.question(ask)), seen + 1
        assert not re.search(r"[?.!:,][:,.]|1 \w+s\b|\?.*:$|\) \(", line), line
        session.act(picked(session.game.ask, ask, bot.choose(session.game)))
    assert seen > 40


def test_what_loses_a_card_comes_last_in_a_recovery_and_a_rest_says_if_it_heals_nothing() -> None:
    session, rests = Session.new(RULES, "adventure", {"tyrant": "nom"}, seed="5"), dict[bool, str]()
    bot, loses = bots.make(RULES, "greedy", "5"), False
    while (ask := session.ask(labels=True)) is not None:
        if ask.key == "Recovery.recover":
            words = [o.id.partition("/")[0] for o in ask.options if not o.id.startswith("action/")]
            order = [w for w in dict.fromkeys(words) if w in ("pick", "rest", "search", "scout", "discard")]
            assert order == [w for w in ("pick", "rest", "search", "scout", "discard") if w in order]
            loses = loses or "discard" in order
            units = session.game.world.units
            rests |= {units[o.id[5:]].hp < units[o.id[5:]].most: o.label for o in ask.options if o.id[:5] == "rest/"}
        session.act(picked(session.game.ask, ask, bot.choose(session.game)))
    assert loses
    assert rests[True].endswith(" rests: all HP back")
    assert rests[False].endswith(" rests: no HP are missing")


def test_a_lost_battle_says_who_still_stood_there() -> None:
    session = Session.new(RULES, "battle", {"queue": ["bog-lurk", "kobold"], "round_limit": 1}, seed="1")
    while (ask := session.ask()) is not None:
        session.act([o.id for o in ask.options if o.id == "done"][:1] or first(ask))
    (line,) = (line for _, line in told(session.game, session.events(0), e.BattleEnded))
    assert re.fullmatch(
        r"The battle is lost; still on the mat: Bog Lurk \(b1\) with \d HP, Kobold \(b2\) with \d HP", line
    )


def test_the_name_of_a_card_that_asks_has_no_second_mark() -> None:
    game = RULES.start("adventure", RULES.options("adventure", {"tyrant": "nom"}), seeded("1"))
    for card, entry in RULES.tables["encounters"].items():
        (line,) = story(game, [a.EncounterOver(card, "success")], [])
        assert line.startswith(entry.name), line
        assert not re.search(r"[?.!:]:", line), line


def test_a_lost_battle_says_that_no_baddie_is_left() -> None:
    ends = [e.BattleEnded("lost"), e.BattleEnded("won")]
    game = staged([], [], mat=["kobold at r2c1", "picket at r3c1"], turn="picket")
    assert story(game, ends, []) == ["The battle is lost; no Baddie is left on the mat", "The battle is won"]
