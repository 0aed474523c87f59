"""Dangerous Darts (Undertow rulebook, Miscellaneous; R43).

Both begin with 10 HP and roll the same three dice turn by turn, the opponent first. Def dice are applied to oneself and
stop Dmg while they last; Dmg and the status die go to the other. A Gearloc's Bones are spent in the turn in which they
are rolled. What the status die does is what the Effect dice do in battle (R31, R32, R34).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from tmb.core.decisions import Pick, Several
from tmb.core.flow import DONE, choice, flow, menu, repeats, roll
from tmb.core.rolls import seat as dice_seat
from tmb.core.state import Frame
from tmb_base.adventure import events
from tmb_base.adventure.frames import give_back
from tmb_base.seats import mine

HP = 10
STATUS_DIE = "darts-status"
KINDS = ("atk", "def", STATUS_DIE)
MOST_OF_A_KIND = 2
DICE = 3
OPPONENT_DICE = ("atk", "atk", STATUS_DIE)
COSTS = {"remove": 1, "stun": 2, "win": 3}
"""Bones that the three uses of a Gearloc's roll cost (R43)."""
MOST_TURNS = 60


class Side(Struct):
    """One of the two. hp: left; shields: values of applied Def dice; poison, weaken, stun: status applied to it."""

    hp: int = HP
    shields: list[int] = []
    poison: int = 0
    weaken: bool = False
    stun: bool = False

    def hurt(self, n: int, shielded: bool = True) -> None:
        """Dmg, which Def dice stop first, the smallest ones before the others."""
        while shielded and n and self.shields:
            die = self.shields.pop(0)
            if die > n:
                self.shields.insert(0, die - n)
            n = max(0, n - die)
        self.hp = max(0, self.hp - n)


class Darts(Frame):
    """A game of one Gearloc against somebody who is none. dice: what it rolls; me, other: the two sides; mine: it is
    its turn; bones: those of its roll that are not spent; turns: how many were taken; into: the variable of the program
    below that is 1 after a win.
    """

    unit: str
    into: str = ""
    dice: list[str] = []
    me: Side = field(default_factory=Side)
    other: Side = field(default_factory=Side)
    mine: bool = True
    bones: int = 0
    turns: int = 0
    misses: bool = False


@choice("dart", seat=mine, cite="Undertow rulebook, Dangerous Darts")
def choose_darts(game: Any, frame: Darts) -> Several:
    """Three dice, at most two of a kind; they are the same all the time."""
    return Several([Pick(kind, kind, 0, MOST_OF_A_KIND) for kind in KINDS], DICE, DICE, [(k, 0, 2) for k in KINDS])


@choose_darts.taken
def darts_chosen(game: Any, frame: Darts, dice: list[str]) -> None:
    """In the order of the kinds."""
    frame.dice = sorted(dice, key=KINDS.index)


@repeats
def next_turn(game: Any, frame: Darts) -> Any:
    """Turn by turn, the opponent first unless a card says otherwise, until one side has no HP left; Poison bites, and a
    stunned side misses it.
    """
    if not frame.me.hp or not frame.other.hp or frame.turns >= MOST_TURNS:
        frame.at = "over"
        return None
    frame.turns += 1
    frame.mine, frame.bones = not frame.mine, 0
    side = frame.me if frame.mine else frame.other
    if side.poison:
        side.poison -= 1
        side.hurt(1, shielded=False)
    frame.misses, side.stun = side.stun or not side.hp, False
    return DONE


def thrower(game: Any, frame: Darts) -> str:
    """Who throws: the Gearloc, or somebody who is no unit."""
    return frame.unit if frame.mine else ""


@roll("", what="darts", by=thrower, cite="Undertow rulebook, Dangerous Darts")
def throw(game: Any, frame: Darts) -> list[str] | None:
    """All three dice of the one whose turn it is; Def dice that are applied stay where they are."""
    if frame.misses:
        return None
    if not frame.mine:
        return list(OPPONENT_DICE)
    dice, lying = [], len(frame.me.shields)
    for die in frame.dice:
        if die == "def" and lying:
            lying -= 1
        else:
            dice.append(die)
    return dice or None


@throw.taken
def thrown(game: Any, frame: Darts, faces: list[str]) -> None:
    """Dmg and status go to the other side, Def to the own one."""
    mine, side, other = frame.mine, *((frame.me, frame.other) if frame.mine else (frame.other, frame.me))
    dmg = 0
    n_atk = frame.dice.count("atk") if mine else OPPONENT_DICE.count("atk")
    for i, face in enumerate(faces):
        if face == "bones":
            frame.bones += int(mine)
        elif face.isdigit() and i < n_atk:
            dmg += int(face)
        elif face.isdigit():
            side.shields = sorted([*side.shields, int(face)])
        else:
            _status(other, face)
    if side.weaken:
        dmg, side.weaken = max(0, dmg - 1), False
    other.hurt(dmg)
    game.tell(events.DartsThrown, frame.unit, mine, faces, frame.me.hp, frame.other.hp)


def _status(side: Side, face: str) -> None:
    """What a face of the status die does to whom it is applied."""
    if face.startswith("poison-"):
        side.poison = int(face[-1])
    elif face == "weaken":
        side.weaken = True
    elif face == "stun":
        side.stun = True


@choice("bones")
def spend_bones(game: Any, frame: Darts) -> list[str] | None:
    """Remove an applied die from either side, stun the opponent, or win."""
    if not frame.mine or not frame.other.hp or not frame.me.hp:
        return None
    out = [use for use, cost in COSTS.items() if cost <= frame.bones and use != "remove"]
    if frame.bones >= COSTS["remove"]:
        out += [
            f"{who}-{what}" for who, side in (("mine", frame.me), ("theirs", frame.other)) for what in applied(side)
        ]
    return out or None


def applied(side: Side) -> list[str]:
    """The dice that lie on a side."""
    found = {"poison": side.poison, "weaken": side.weaken, "stun": side.stun, "def": bool(side.shields)}
    return [name for name, there in found.items() if there]


@spend_bones.taken
def bones_spent(game: Any, frame: Darts, use: str) -> None:
    """It happens at once."""
    frame.bones -= COSTS.get(use, COSTS["remove"])
    if use == "win":
        frame.other.hp = 0
    elif use == "stun":
        frame.other.stun = True
    else:
        who, _, what = use.partition("-")
        _take_off(frame.me if who == "mine" else frame.other, what)
    game.tell(events.DartsBones, frame.unit, use)


def _take_off(side: Side, what: str) -> None:
    if what == "def":
        side.shields.pop()
    else:
        setattr(side, what, 0 if what == "poison" else False)


use_bones = menu(
    "use_bones",
    spend_bones,
    seat=dice_seat,
    cite="Undertow rulebook, Dangerous Darts; R43",
    doc="What the Bones of this roll are spent on. Falls: Bones.",
)


def again(game: Any, frame: Darts) -> None:
    """The other side's turn."""
    frame.at = "next_turn"


def over(game: Any, frame: Darts) -> None:
    """Who asked learns whether the Gearloc won."""
    won = bool(frame.me.hp and not frame.other.hp)
    game.tell(events.DartsOver, frame.unit, won)
    give_back(game, frame.into, int(won))


DARTS = flow(
    Darts,
    choose_darts,
    next_turn,
    throw,
    use_bones,
    again,
    over,
    cite="Undertow rulebook, Dangerous Darts; R43",
)
