"""The days: which choice of an Encounter, and when to face the Tyrant."""

from __future__ import annotations

from typing import Any

from tmb.core.decisions import Ask
from tmb_base.bots.look import Look, best
from tmb_base.bots.odds import SURE
from tmb_base.bots.strength import Prospect, tyrant_danger

PROGRESS, ENOUGH, TRAINING, LOOT, TROVE, STAT = 100, 4, 30, 12, 14, 25
"""What a reward is worth (each Training Point, card and stat: for one Gearloc)."""
HURT, ANOTHER, REST = 3, 60, 15
"""An HP of a Gearloc; another Encounter today; a Recovery Phase for each."""
BOLD, LAST = 720, 3
"""The party faces the Tyrant when it is so likely to win, or in the last third of the days."""


def choose(ask: Ask, look: Look) -> list[str]:
    """The choice of the card that is worth most."""
    at = Prospect(look)
    card = at.cards.encounters.get(look.view.get("encounter", ""))
    if card is None:
        return []
    choices = {c.id: c for c in card.choices}
    return best((o.id for o in ask.options), lambda o: worth(at, card, choices, o.rpartition("/")[2]))


def meet(ask: Ask, look: Look) -> list[str]:
    """Of several Encounters the one whose best choice is worth most."""
    at = Prospect(look)
    return best((o.id for o in ask.options), lambda o: _promise(at, at.cards.encounters.get(o.rpartition("/")[2])))


def ahead(ask: Ask, look: Look) -> list[str]:
    """What comes next: of the Encounters that lie on top the one that promises most."""
    at = Prospect(look)

    def value(option: str) -> int:
        word, _, card = option.partition("/")
        promise = _promise(at, at.cards.encounters.get(card))
        return promise if word == "next" else -promise

    return best((o.id for o in ask.options), value)


def _promise(at: Prospect, card: Any) -> int:
    choices = {c.id: c for c in card.choices} if card is not None else {}
    return max((worth(at, card, choices, name) for name in choices), default=0)


def worth(at: Prospect, card: Any, choices: dict[str, Any], name: str) -> int:
    """What a choice is worth: its reward as often as it succeeds, less what it costs."""
    choice = choices.get(name)
    if choice is None:
        return 0
    deed = at.deed(choices, at.hardness(choice.battle)).read(choice.do).pay(card.reward).pay(choice.reward)
    good = deed.good
    for fight in deed.fights:
        good = good * (SURE - fight.weight * (SURE - at.chance(fight, deed.hp)) // SURE) // SURE
    gain = sum(price * deed.pays[field] for field, price in _prices(at).items()) // SURE
    cost = HURT * at.n * deed.hp - REST * at.n * deed.rest - STAT * at.n * deed.stats - ANOTHER * deed.goes_on
    return good * (SURE - deed.goes_on) // SURE * gain // SURE - cost // SURE


def _prices(at: Prospect) -> dict[str, int]:
    progress = PROGRESS if at.wanted else ENOUGH
    if at.wanted > at.left // 2:
        progress += PROGRESS // 2
    prices = {"progress": progress, "training": TRAINING * at.n, "loot": LOOT, "trove": TROVE}
    return prices | {"loot_each": LOOT * at.n, "trove_each": TROVE * at.n}


def encounter_or_tyrant(ask: Ask, look: Look) -> list[str]:
    """The Tyrant as soon as it can be beaten, or when time runs out: a lost battle may be tried again."""
    at = Prospect(look)
    if at.left + 1 <= at.days // LAST or against_tyrant(at) >= BOLD:
        return ["day/tyrant"]
    return ["day/encounter"]


def against_tyrant(at: Prospect) -> int:
    """How likely the Tyrant's battle is won."""
    tyrant = at.cards.tyrants.get(at.look.view.get("tyrant", ""))
    if tyrant is None:
        return SURE
    deed = at.deed({}, at.hardness(tyrant.battle)).read(tyrant.setup)
    out = SURE
    for fight in deed.fights:
        out = out * at.chance(fight, 0, tyrant_danger(tyrant)) // SURE
    return out
