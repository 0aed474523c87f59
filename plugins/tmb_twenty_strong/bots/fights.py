"""Dice in an Engagement: which are committed, where they go, when it is enough."""

from __future__ import annotations

from tmb.core.decisions import Ask
from tmb_twenty_strong.bots.look import THOUSAND, Card, Look, lacks_of, strength
from tmb_twenty_strong.world import ANY, COLOURS

SPARE = 1150
"""Thousandths of what is lacking that the last pass aims at."""


def aims(look: Look) -> list[Card]:
    """The cards that can be defeated with what there is, those that deal most for their hits first; all of them where
    none can be.
    """
    open_dice: dict[str, int] = {}
    for die, n in look.view["open"].items():
        colour = die.partition(":")[0]
        open_dice[colour] = open_dice.get(colour, 0) + n
    left = look.power(look.view["pool"], max(1, look.passes_left)) + look.power(open_dice, look.passes_left)
    tyrant = look.view["tyrant"]

    def dear(f: Card) -> tuple[int, int]:
        hits = max(1, sum(f["lacks"].values()))
        return (-(2 * f["damage"] + 1) * THOUSAND // hits, f["card"] == tyrant)

    out = []
    for foe in sorted((f for f in look.foes if f["lacks"]), key=dear):
        hits = sum(foe["lacks"].values()) * THOUSAND
        if hits <= left and _of_colours(look, foe, open_dice):
            left -= hits
            out.append(foe)
    return out


def _of_colours(look: Look, card: Card, open_dice: dict[str, int]) -> bool:
    """Whether there are dice for the colours that a card asks for."""
    pool = look.view["pool"]
    return all(c == ANY or n <= 2 * (pool.get(c, 0) + open_dice.get(c, 0)) for c, n in card["lacks"].items())


def commit(ask: Ask, look: Look) -> list[str]:
    """As many dice as the aims need on average, the strongest first; colours that are asked for come before."""
    passes = look.passes_left
    wanted = aims(look)
    lacks: dict[str, int] = {}
    for card in wanted:
        for key, n in card["lacks"].items():
            lacks[key] = lacks.get(key, 0) + n * THOUSAND
    for die, n in look.view["open"].items():
        colour = die.partition(":")[0]
        _use(lacks, colour, n * look.hits(colour, passes))
    if passes == 1:
        lacks = {key: n * SPARE // THOUSAND for key, n in lacks.items()}
    picked: list[str] = []
    have = {o.ref: o.times for o in ask.options}
    for colour in COLOURS:
        while have.get(colour, 0) and lacks.get(colour, 0) > 0:
            _take(picked, have, colour)
            _use(lacks, colour, look.hits(colour, passes))
    for colour in reversed(COLOURS):
        while have.get(colour, 0) and lacks.get(ANY, 0) > 0:
            _take(picked, have, colour)
            _use(lacks, colour, look.hits(colour, passes))
    return picked + _for_locks(look, have, bool(wanted))


def _take(picked: list[str], have: dict[str, int], colour: str) -> None:
    picked.append(f"commit/{colour}")
    have[colour] -= 1


def _use(lacks: dict[str, int], colour: str, worth: int) -> None:
    """What a die yields is no longer lacking: of its colour first, then of any."""
    used = min(worth, lacks.get(colour, 0))
    if used:
        lacks[colour] -= used
    lacks[ANY] = max(0, lacks.get(ANY, 0) - (worth - used))


def _for_locks(look: Look, have: dict[str, int], fighting: bool) -> list[str]:
    """A die for each lock, where dice are not short."""
    spare = sum(have.values()) > 4 or not fighting
    out = []
    for lock in look.locks:
        for colour in lock["lacks"]:
            if spare and have.get(colour, 0) and look.view["engagement"]["passes"] == 0:
                out.append(f"commit/{colour}")
    return out


def apply(ask: Ask, look: Look) -> list[str]:
    """Hits to the aims first, so that nothing of a crit is lost; misses into the plan when they would be exhausted."""
    order = {card["id"]: i for i, card in enumerate(aims(look))}
    rows = []
    for option in ask.options:
        word, *parts = option.id.split("/")
        if word == "apply":
            rows.append((_fit(look, parts[0], parts[1], order), option.id))
    out = [id for _, id in sorted(rows)]
    if look.passes_left <= 0 or not look.foes or not any(f["lacks"] for f in look.foes):
        out += [o.id for o in ask.options if o.id.startswith("slot/")]
    return [*out, "done"]


def _fit(look: Look, die: str, target: str, order: dict[str, int]) -> tuple[int, int, int, int]:
    """The smaller, the better: aims in their order, then locks of that colour, then others; no waste; own colour."""
    colour, _, face = die.partition(":")
    card = look.by_id[target]
    worth = 2 if face == "crit" else 1
    waste = max(0, worth - lacks_of(card, colour))
    lock = "damage" not in card
    place = order.get(target, 90 if lock else 99)
    foreign = 0 if card["lacks"].get(colour) else 1
    if lock and any(lacks_of(look.by_id[t], colour) for t in order):
        place = 95
    return (waste, place, foreign, -strength(colour))


def once_more(ask: Ask, look: Look) -> list[str]:
    """Again while something is lacking: dice that lie open are exhausted anyway."""
    useful = look.view["open"] or aims(look)
    return ["strategy/again"] if look.lacking and useful else ["strategy/resolve"]


def strongest(ask: Ask, look: Look) -> list[str]:
    """Dice by strength, the strongest first; those that a lock or a card asks for before others."""
    asked = [c for card in (*look.locks, *look.foes) for c in card["lacks"] if c != ANY]
    have = look.view["pool"]

    def key(id: str) -> tuple[bool, int]:
        colour = id.partition("/")[2].partition(":")[0]
        return (not (colour in asked and not have.get(colour)), -strength(colour))

    return _all(ask, sorted((o.id for o in ask.options), key=key))


def weakest(ask: Ask, look: Look) -> list[str]:
    """Dice by strength, the weakest first."""
    return _all(
        ask, sorted((o.id for o in ask.options), key=lambda id: strength(id.partition("/")[2].partition(":")[0]))
    )


def misses(ask: Ask, look: Look) -> list[str]:
    """Misses are rolled again, the strongest dice first."""
    ids = [o.id for o in ask.options if o.id.endswith(":miss")]
    return _all(ask, sorted(ids, key=lambda id: -strength(id.partition("/")[2].partition(":")[0])))


def _all(ask: Ask, ids: list[str]) -> list[str]:
    """Each as often as it can be picked."""
    times = {o.id: o.times for o in ask.options}
    return [id for id in ids for _ in range(times[id])]


def damage(ask: Ask, look: Look) -> list[str]:
    """In any order."""
    return [o.id for o in ask.options]
