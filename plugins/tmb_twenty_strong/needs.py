"""What a card needs, and what of it is left: hits of a colour, and hits of any (R45, R70, R71)."""

from __future__ import annotations

from typing import Any

from tmb.core.queries import number
from tmb_twenty_strong import ruleoptions as options
from tmb_twenty_strong.world import ANY, COLOURS, CRIT, HIT, SHOWN, Bag, Foe, Item

WORTH = {HIT: 1, CRIT: 2}
"""Hits of a face."""
TELLS = {die: (colour, WORTH.get(face, 0)) for (colour, face), die in SHOWN.items()}
"""Die that shows a face -> its colour, and the hits that it counts."""


def needed(game: Any, card: Foe | Item) -> Bag:
    """What a card needs in all; effects may raise or lower the hits of any colour of an active one."""
    needs: Bag = game.rules.tables["needs"][card.kind]
    if type(card) is Foe and "needs" in game.index.modifiers:
        printed = needs.get(ANY, 0)
        changed = number(game, "needs", card.id, printed, card)
        if changed != printed:
            return {**needs, ANY: changed}
    return needs


def left(game: Any, card: Foe | Item) -> Bag:
    """What a card needs still: a colour or ANY -> hits; nothing where its requirement is met. Not to be written."""
    needs = needed(game, card)
    if not card.dice and not getattr(card, "extra", 0):
        return needs if needs.get(ANY, 1) else {key: n for key, n in needs.items() if n}
    have: Bag = {}
    for die, n in card.dice.items():
        colour, worth = TELLS[die]
        have[colour] = have.get(colour, 0) + worth * n
    out: Bag = {}
    spare = [0]
    for colour in COLOURS:
        more = have.get(colour, 0) - needs.get(colour, 0)
        if more > 0:
            spare.append(more)
        elif more < 0:
            out[colour] = -more
    whole = sum(spare) if game.option(options.ANY_HITS) == "any-colour" else max(spare)
    if needs.get(ANY, 0) > whole:
        out[ANY] = needs[ANY] - whole
    return _with_extra(out, card.extra) if type(card) is Foe and card.extra else out


def _with_extra(out: Bag, extra: int) -> Bag:
    """Hits without a die have no colour of their own: they count where something is left, ANY first."""
    for key in (ANY, *COLOURS):
        used = min(extra, out.get(key, 0))
        if used:
            extra -= used
            out[key] -= used
            if not out[key]:
                del out[key]
    return out


def helps(game: Any, lacks: Bag, die: str) -> bool:
    """Whether a rolled die may be put on a card that lacks this."""
    colour, worth = TELLS[die]
    room = lacks.get(colour, 0) + lacks.get(ANY, 0)
    if room > 1 or worth == 1:
        return room > 0
    return room > 0 and game.option(options.SURPLUS) == "lost"


def met(game: Any, card: Foe | Item) -> bool:
    """Whether a card has all that it needs."""
    return not left(game, card)
