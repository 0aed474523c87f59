"""What the bot `greedy` should know of Undertow: Krelln without a target wreck the raft, and a Tyrant dives."""

from __future__ import annotations

from collections.abc import Sequence

from tmb.core.decisions import DONE, Ask
from tmb_base.bots.experts import Expert
from tmb_base.bots.look import Look, Unit, best, effort
from tmb_undertow.krelln import TYPE

SOON, NOW, LATER = 26, 60, 8
"""How much more a Krelln is worth with which the battle is lost in two rounds, in one, or in three."""
DIVES, DEEP = "to-the-deep", 25
"""The skill of who goes back to the Battle Queue while somebody waits there; how much less it is worth then."""


def wreckers(look: Look) -> list[Unit]:
    """The Krelln in the water."""
    return [u for u in look.foes.values() if _krelln(look, u) and u["pos"] in look.ground.sides]


def _krelln(look: Look, unit: Unit) -> bool:
    printed = look.printed(unit)
    return printed is not None and printed.type == TYPE


def loose(look: Look) -> list[Unit]:
    """Those that have nobody of ours to attack, neither where they are nor where they swim next."""
    stands = {u["pos"] for u in look.friends.values()}
    return [u for u in wreckers(look) if not stands & reached(look, u)]


def reached(look: Look, krelln: Unit) -> set[str]:
    """The positions of the raft beside it, and beside where it swims if nobody is there."""
    ground, pos = look.ground, krelln["pos"]
    return (ground.beside(pos) | ground.beside(ground.after(pos))) - ground.sides


def haste(look: Look, n: int) -> int:
    """How much it presses that n Krelln wreck the raft: 0 as long as it lasts for more than three rounds."""
    left = look.spare(look.ground.wrecks)
    if not n or left is None or left >= 3 * n:
        return 0
    return NOW if left < n else SOON if left < 2 * n else LATER


def worth(look: Look, foe: Unit) -> int:
    """A Krelln the more, the sooner the raft is lost; who dives is not worth a wound that heals."""
    if not look.ground.sides:
        return 0
    if any(words.startswith(DIVES) for words in foe["skills"]):
        return -DEEP if look.view.get("queue", {}).get("size") and effort(foe) > look.me.get("atk", 0) else 0
    if _krelln(look, foe) and foe["pos"] in look.ground.sides:
        return haste(look, len(wreckers(look)))
    return 0


def guard(look: Look) -> Sequence[str]:
    """If the raft is lost within two rounds: where a Krelln that has nobody finds somebody, and has no need of it."""
    if not look.ground.wrecks:
        return ()
    found = loose(look)
    if haste(look, len(found)) < SOON:
        return ()
    return sorted({pos for krelln in found for pos in reached(look, krelln)})


def raft(ask: Ask, look: Look) -> list[str]:
    """Where it hits the raft: where nobody has to go."""
    return best((o.id for o in ask.options), lambda o: -look.need(o.rpartition("/")[2]))


def back(ask: Ask, look: Look) -> list[str]:
    """On its way back to the water it stays where we can reach it, for on the raft it does nothing."""
    return best((o.id for o in ask.options), lambda o: look.need(o.rpartition("/")[2]))


def consumable(ask: Ask, look: Look) -> list[str]:
    """The die that is worth most now."""
    mine = look.of(ask.seat)
    return best((o.id for o in ask.options), lambda o: int(look.sheets.die_worth(mine, o.rpartition("/")[2])))


def shocked(ask: Ask, look: Look) -> list[str]:
    """The skill die that is worth least now is out for this battle."""
    return best((o.id for o in ask.options), lambda o: -int(look.sheets.die_worth(look, o.rpartition("/")[2])))


def ini(ask: Ask, look: Look) -> list[str]:
    """An Ini die is rolled again that shows less than most would."""
    shown = look.view.get("ini", {})
    return [*(o.id for o in ask.options if shown.get(o.id.partition("/")[0], 0) < MIDDLING), DONE]


MIDDLING = 4
"""The Ini with which one is not slow."""
ASKS = {
    "Exhausting.which_die": shocked,
    "window.ini.rolled": ini,
    "BaddieTurn.attack_the_raft": raft,
    "BaddieTurn.back_to_the_water": back,
    "LootDie.which_consumable": consumable,
}
EXPERT = Expert(ASKS, ("pick-up",), worth, guard)
