"""The Recovery Phase: locks always, rest when hurt, search with poor Loot, scout otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from tmb.core.decisions import DONE, Ask
from tmb_base.bots import goods, locks
from tmb_base.bots.look import Look, best, hurt

POOR = 25
"""A card that is worth less is worth a search."""
RESTS, RESTS_BAD = 1, 3
"""Who has lost so many HP rests; by then cards that heal outside battle alone have been used."""


def recover(ask: Ask, look: Look) -> list[str]:
    """One thing at a time; the menu comes again."""
    by_word: dict[str, list[str]] = {}
    for option in ask.options:
        by_word.setdefault(option.id.partition("/")[0], []).append(option.id)
    wishes = _locks(by_word, look) + _actions(by_word, look) + _rest(by_word, look)
    wishes += _search(by_word, look) + by_word.get("scout", [])
    full = DONE not in by_word
    return [*wishes, *(_least(by_word, look) if full else []), DONE]


def _locks(by_word: dict[str, list[str]], look: Look) -> list[str]:
    cards = goods.held(look)
    return best(by_word.get("pick", ()), lambda o: -locks.far(cards, o))


def _actions(by_word: dict[str, list[str]], look: Look) -> list[str]:
    """What cards do: those that are of no use in battle when they do something now."""
    return [o for o in by_word.get("action", ()) if goods.now(look, o, "recovery") > 0]


def _rest(by_word: dict[str, list[str]], look: Look) -> list[str]:
    lost = {o: hurt(look.units[o.rpartition("/")[2]]) for o in by_word.get("rest", ())}
    return best((o for o, n in lost.items() if n >= RESTS), lambda o: lost[o])


def _search(by_word: dict[str, list[str]], look: Look) -> list[str]:
    """With a card of one's own or another's that is hardly worth its place."""
    cards = goods.held(look)
    poor = [o for o in by_word.get("search", ()) if goods.worth(look, cards[o.rpartition("/")[2]]) < POOR]
    return best(poor, lambda o: -goods.worth(look, cards[o.rpartition("/")[2]]))


def _least(by_word: dict[str, list[str]], look: Look) -> Iterable[str]:
    cards = goods.held(look)
    return best(by_word.get("discard", ()), lambda o: -goods.worth(look, cards[o.rpartition("/")[2]]))


def stack(ask: Ask, look: Look) -> list[str]:
    """Scout the biggest chips: there the difference is greatest."""
    cards = look.sheets.cards
    return best((o.id for o in ask.options), lambda o: cards.points(o.rpartition("/")[2]))


def scouted(ask: Ask, look: Look) -> list[str]:
    """A chip that is more dangerous than others of its points goes to the bottom."""
    found = look.view.get("scouted")
    cards = look.sheets.cards
    bad = found is not None and cards.danger(found["chip"]) > cards.usual(str(found["points"]))
    return ["scouted/bottom"] if bad else ["scouted/leave"]
