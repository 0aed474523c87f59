"""Stanza: each face of her songs is shown in a scenario, and the bot knows what to do with them."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from tests.plugins.showing import WRITTEN, picks
from tests.plugins.test_greedy import baddie, gearloc
from tmb.core.chance import seeded
from tmb.core.decisions import Ask, Option
from tmb.core.events import DiceRolled
from tmb.plugins import rules_for
from tmb.sim import bots
from tmb_base import events as e
from tmb_base.bots import greedy
from tmb_base.bots.sheets import sheets_of
from tmb_base.gearlocs.learning import learnable_dice

RULES = rules_for(["base", "undertow"])
DICE = RULES.tables["dice_of"]["stanza"]
SONGS = [name for name, die in DICE.items() if not die.rolled and die.sort == "skill"]
PLAYED = [
    (n, f)
    for n in (*SONGS, "dissonant-dissidence")
    for f in dict.fromkeys(DICE[n].faces)
    if f not in ("bones", "epic-drop")
]


def test_six_songs_in_three_professions_of_which_each_has_a_starred_die() -> None:
    assert learnable_dice(DICE, ["luitar"]) == ["under-the-old-zelfey", "siege-of-caron", "dissonant-dissidence"]
    assert len(SONGS) == 6
    assert {d.profession for d in DICE.values()} == {"", "balladeer", "skald", "emo-screamer"}


@pytest.mark.parametrize(("die", "face"), PLAYED)
def test_a_scenario_plays_each_face_of_each_song(die: str, face: str) -> None:
    """Its Intro, its sections and its Vamps."""
    way = f"g[12]/{die}" if face == "intro" else f"(advance|vamp)/{die}:{face}"
    found = [w for w in WRITTEN if any(re.fullmatch(way, p) for p in picks(w.scenario.picks))]
    assert any(f"{die}:{face}" in str(w.scenario.see) for w in found)


def test_a_scenario_rolls_each_face_of_the_loot_die() -> None:
    rolled = {line.removeprefix("loot-die: ") for w in WRITTEN for line in w.scenario.dice if line.startswith("loot")}
    assert rolled == set(RULES.dice["loot-die"])
    assert Counter(RULES.dice["loot-die"])["2-loot"] == 2, "R60"


def test_her_dice_keep_to_what_the_rulebook_shows() -> None:
    assert "4" in RULES.dice["luitar"]
    assert all(1 <= int(face) <= 6 for face in (*RULES.dice["luitar"], *RULES.dice["ini-stanza"]))
    assert "2" in RULES.dice["ini-stanza"]
    sheet = RULES.tables["gearlocs"]["stanza"]
    assert (sheet.hp, sheet.dex, sheet.atk, sheet.dfn, sheet.form) == (5, 3, 1, 1, "melee-ranged"), "R55"


def battles(party: list[str], n: int) -> list[Any]:
    """Battles that `greedy` has fought, with all that happened."""
    out = []
    for seed in range(n):
        options = RULES.options("battle", {"party": party, "queue": ["5", "1", "1"], "round_limit": 30})
        told: list[Any] = []
        game, bot = RULES.start("battle", options, seeded(f"song {seed}"), told), bots.make(RULES, "greedy", "1")
        while game.ask is not None:
            game.answer(bot.choose(game))
            assert game.mode.invariants(game) == []
        out.append((game, told))
    return out


def test_greedy_plays_her_songs_takes_them_on_and_rolls_her_dice() -> None:
    told = [x for _, events in battles(["stanza", "picket"], 30) for x in events]
    played = Counter(x.die for x in told if isinstance(x, e.DiePlaced) and x.face == "intro")
    turned = Counter(x.face for x in told if isinstance(x, e.DieTurned))
    rolled = Counter(die for x in told if isinstance(x, DiceRolled) for die in x.dice if die in DICE)
    assert set(SONGS) <= set(played)
    assert turned["section-2"] > 20
    assert turned["section-3"] > 5
    assert turned["vamp-2"] > 5
    assert {n for n, die in DICE.items() if die.rolled} <= set(rolled)
    assert any(isinstance(x, DiceRolled) and "loot-die" in x.dice for x in told)
    assert any(isinstance(x, e.DieRemoved) and (x.die, x.to) == ("luitar-strings", "storage") for x in told)


def bard(**more: Any) -> dict[str, Any]:
    return gearloc("r3c1", kind="stanza", atk=1, **{"def": 1, "skills": ["luitar", "under-the-old-zelfey"]} | more)


def answer(key: str, units: dict[str, Any], *ids: str, dex: int = 0, round: int = 1) -> list[str]:
    ask = Ask(0, key, "g1", [Option(i, i.partition("/")[2]) for i in ids], 1, 1)
    view = {"round": round, "mat": "base", "units": units, "turn": {"unit": "g1", "target": "", "open": [], "dex": dex}}
    return greedy.think(ask, view, sheets_of(RULES))


def test_greedy_does_not_heal_the_foes_with_a_song_of_which_nobody_else_has_anything() -> None:
    ways = ("advance/under-the-old-zelfey:section-2", "vamp/under-the-old-zelfey:vamp", "end/under-the-old-zelfey")
    song = [{"die": "under-the-old-zelfey", "face": "intro"}]
    units = {"g1": bard(active=song), "b1": baddie("r2c1", 2)}
    assert answer("Program.decide", units, *ways) == [ways[0]]
    units["b1"]["hp"] = 1
    assert answer("Program.decide", units, *ways) == [ways[1]]
    units["g1"]["hp"] = 3
    assert answer("Program.decide", units, *ways) == [ways[0]]


def test_greedy_begins_a_song_if_it_is_worth_more_than_what_its_dex_would_roll() -> None:
    units = {"g1": bard(skills=["luitar", "siege-of-caron"]), "b1": baddie("r2c1", 2)}
    ask = ("Window.offered", units, "g1/siege-of-caron", "done")
    assert answer(*ask) == ["g1/siege-of-caron"]
    assert answer(*ask, dex=-3) == ["done"]
    assert answer(*ask, round=6) == ["done"]
    units["g1"]["marks"] = {"poison": 1}
    assert answer(*ask, round=6) == ["g1/siege-of-caron"]
    units["g1"] |= {"dex": 1, "marks": {}, "skills": ["luitar", "under-the-old-zelfey"]}
    assert answer("Window.offered", units, "g1/under-the-old-zelfey", "done") == ["done"]


def test_greedy_breaks_no_strings_while_all_dice_are_ready() -> None:
    units = {"g1": bard(consumables=["luitar-strings"]), "b1": baddie("r2c1", 2)}
    ask = ("GearlocTurn.before_roll", units, "action/g1/luitar-strings", "done")
    assert answer(*ask, dex=3) == ["done"]
    units["g1"]["exhausted"] = ["under-the-old-zelfey"]
    assert answer(*ask, dex=3) == ["action/g1/luitar-strings"]


def test_greedy_improvises_only_with_a_die_that_is_of_no_use() -> None:
    """Her Focus rolls a die again whose face does nothing now: who has lost no HP heals none."""
    units = {"g1": bard(consumables=["honey-lozenge"]), "b1": baddie("r2c1", 2)}
    asked = Ask(0, "GearlocTurn.resolve", "g1", [Option(i, i) for i in ("action/g1/innate", "done")], 1, 1)
    turn = {"unit": "g1", "target": "b1", "dex": 0, "open": [{"die": "honey-lozenge", "face": "soothe-2"}]}
    view = {"round": 1, "mat": "base", "units": units, "turn": turn}
    assert greedy.think(asked, view, sheets_of(RULES)) == ["action/g1/innate"]
    turn["open"] = [{"die": "atk", "face": "bones"}, {"die": "honey-lozenge", "face": "sweet"}]
    assert greedy.think(asked, view, sheets_of(RULES)) == ["done"]
