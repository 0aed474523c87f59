"""What the page lists as known at a window is set there in games: a fact that never holds is none."""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.test_authoring import MANIFEST, PACKS, rows
from tmb.core.chance import seeded
from tmb.core.events import Event, Said
from tmb.plugins import rules_for
from tmb.sim import bots
from tmb_base.adventure.changes import gain_loot

CARD = """
[[loot]]
id = "witness"
name = "Witness"
text = "Tells what it sees."
{first}
also = [{others}]
source = {{ status = "standin", where = "a test" }}
"""
MOST_GAMES = 8
TYRANTS = ("nom", "drellen", "duster", "goblin-king")


def facts() -> list[tuple[str, str]]:
    """Window, number or fact: all that the page lists."""
    listed = ((name, rest.split("|")[2]) for name, rest in rows(PACKS, "when", "window").items())
    return [(name, fact) for name, cell in listed for fact in re.findall(r"`([^`]+)`", cell)]


def test_every_fact_that_the_page_lists_is_set_in_some_game(tmp_path: Path) -> None:
    wanted = facts()
    assert len(wanted) > 15
    told = [
        (f'{{ window = "{w}", if = {{ field = "{f}" }} }}', f'[{{ op = "say", text = "{w} {f}" }}]') for w, f in wanted
    ]
    (tmp_path / "loot").mkdir()
    (tmp_path / "pack.toml").write_text(MANIFEST.format("facts"), encoding="utf-8")
    others = ", ".join(f"{{ when = {when}, do = {do} }}" for when, do in told[1:])
    entry = CARD.format(first=f"when = {told[0][0]}\ndo = {told[0][1]}", others=others)
    (tmp_path / "loot" / "witness.toml").write_text(entry, encoding="utf-8")
    rules, missing = rules_for(["base", "facts"], [str(tmp_path)]), {f"{w} {f}" for w, f in wanted}
    for seed in range(MOST_GAMES):
        options = {"party": ["picket", "boomer"], "tyrant": TYRANTS[seed % len(TYRANTS)], "round_limit": 12}
        events: list[Event] = []
        game = rules.start("adventure", rules.options("adventure", options), seeded(f"facts {seed}"), events)
        bot = bots.make(rules, "random", f"{seed}")
        while game.ask is not None and missing:
            holder = game.world.units.get("g1")
            if holder is not None and not any(card.kind == "witness" for card in holder.loot):
                gain_loot(game, holder, "witness")
            game.answer(bot.choose(game))
            missing -= {x.text for x in events if isinstance(x, Said)}
            events.clear()
    assert missing == set()
