"""What a program of an Encounter comes to, read from its ops: battles, rewards, losses, and how likely each is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tmb_base.bots.odds import EVEN, SURE, Known

REWARDS = ("progress", "training", "loot", "loot_each", "trove", "trove_each")
DEEP = 2
"""How many choices deep `go_to` is followed."""
DARTS_WON = 600
"""How often we win a game of darts."""


class Fight:
    """A battle that may come. points: Baddie Pts and those of further chips, in thousandths; weight: how likely it
    comes; often: how likely it must be won; hard: how much harder than plain its rules are, in tenths of a point."""

    def __init__(self, points: int, weight: int, hard: int, tyrant: bool) -> None:
        self.points, self.weight, self.hard, self.tyrant = points, weight, hard, tyrant


class Deed:
    """What comes of a program. All numbers are means in thousandths. pays: reward -> how much; hp: HP that each Gearloc
    loses; fails: the chance to fail without a battle; goes_on: the chance to meet another Encounter; rest: what becomes
    of the Recovery Phase; hard: what it leaves behind makes battles that much harder. weigh: the thousandths of a Pt
    that a chip counts which comes beside the Baddie Pts (those that are included are part of them)."""

    def __init__(
        self, known: Known, others: Mapping[str, Any], weigh: Callable[[Mapping[str, Any]], int], hard: int = 0
    ) -> None:
        self.known, self.others, self.weigh, self.harder = known, others, weigh, hard
        self.pays = dict.fromkeys(REWARDS, 0)
        self.fights: list[Fight] = []
        self.hp = self.goes_on = self.rest = self.hard = self.stats = 0
        self.good = SURE
        self.depth = 0

    def read(self, program: Iterable[Mapping[str, Any]], weight: int = SURE, each: bool = False) -> Deed:
        """Add what a program does with that chance. each: to every Gearloc."""
        for op in program:
            act = OPS.get(op["op"])
            if act is not None and weight > 0:
                act(self, op, weight, each)
        return self

    def pay(self, reward: Any, weight: int = SURE) -> Deed:
        """Add a reward as written on the card."""
        for field in REWARDS:
            self.pays[field] += weight * (reward.get(field, 0) if isinstance(reward, dict) else getattr(reward, field))
        return self

    def party(self) -> int:
        """How many Gearlocs there are."""
        return self.known.facts.get("party", 1)


# -- ops ---------------------------------------------------------------------------------------------------------------


def _each(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    deed.read(op["do"], weight, op["of"] == "party" or each)


def _choose(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    deed.read(op["do"], weight, each)


def _either(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    deed.read(next(iter(op["options"].values()), ()), weight, each)


def _if(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    yes = deed.known.chance(op["if"])
    deed.read(op.get("then", ()), weight * yes // SURE, each)
    deed.read(op.get("else", ()), weight * (SURE - yes) // SURE, each)


def _roll(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    deed.known.roll(op["die"], op.get("into", "n"))


def _set(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    found = deed.known.values(op["to"])
    if found is not None:
        deed.known.vars[op["name"]] = found


def _battle(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    facts, known = deed.known.facts, deed.known
    points = facts.get("day", 1) * facts.get("party", 1) * SURE if op.get("points", True) else 0
    points = points // 2 if op.get("half") else points
    points = max(0, points + known.number(op.get("plus", 0), 0))
    for more in op.get("add", ()):
        need_not_fall = bool(op.get("tyrant")) and "followers" in more
        points += deed.weigh(more) * known.number(more.get("n", 1)) // SURE // (1 + need_not_fall)
    hard = deed.harder + SURPRISED.get(op.get("surprised", ""), 0) * facts.get("party", 1)
    deed.fights.append(Fight(points, 0 if op.get("may_lose") else weight, hard, bool(op.get("tyrant"))))
    if into := op.get("into"):
        known.vars[into] = {1: EVEN, 0: EVEN}


SURPRISED = {"party": 10, "baddies": -12}
"""What a Surprise is worth, for each Gearloc, in tenths of a point."""


def _fail(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    deed.good = deed.good * (SURE - weight) // SURE


def _go_to(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    other = deed.others.get(op.get("choice", "?"))
    if other is None or deed.depth >= DEEP:
        return
    deed.depth += 1
    deed.read(other.do, weight, each)
    deed.pay(other.reward, weight)
    deed.depth -= 1


def _pay(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    deed.pay(op["reward"], weight)


def _another(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    deed.goes_on = max(deed.goes_on, weight)


def _recovery(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    deed.rest += weight * (1 if op["may"] == "everything" else -1)


def _draw_loot(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    kind = "trove" if op.get("trove") else "loot"
    n = op["keep"] * SURE if op.get("keep") else deed.known.number(op.get("n", 1))
    deed.pays[kind] += n * weight // SURE * (deed.party() if each else 1)


def _give_up(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    n = min(deed.known.number(op.get("n", 1)), SURE * deed.known.facts.get("loot", 0))
    deed.pays["loot"] -= n * weight // SURE * (deed.party() if each else 1)


def _lose_hp(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    n = deed.known.number(op.get("n", op.get("amount", op.get("value", 1)))) * weight // SURE
    everybody = each or op.get("of", op.get("to")) in ("party", "gearlocs")
    deed.hp += n if everybody else n // deed.party()


def _buff(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    """As good as HP that were never lost, until they are."""
    n = deed.known.number(op.get("amount", op.get("n", 1))) * weight // SURE
    everybody = each or op.get("of", op.get("to")) in ("party", "gearlocs")
    deed.hp -= n if everybody else n // deed.party()


def _stat(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    everybody = each or op.get("of") == "party"
    deed.stats += op.get("n", 1) * weight if everybody else op.get("n", 1) * weight // deed.party()


def _unlock(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    """About as many locks as pickers are opened."""
    most = len(op["locks"])
    n = min(most, deed.party() if op.get("who", "party") == "party" else 1)
    deed.known.vars[op.get("into", "solved")] = {max(0, n - 1): 300, n: 400, min(most, n + 1): 300}


def _darts(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    deed.known.vars[op.get("into", "won")] = {1: DARTS_WON, 0: SURE - DARTS_WON}


def _pick_trove(deed: Deed, op: Mapping[str, Any], weight: int, each: bool) -> None:
    deed.pays["trove"] += weight // 3


OPS: dict[str, Callable[[Deed, Mapping[str, Any], int, bool], None]] = {
    "each": _each,
    "at_once": _choose,
    "choose": _choose,
    "either": _either,
    "if": _if,
    "roll": _roll,
    "set": _set,
    "battle": _battle,
    "fail": _fail,
    "go_to": _go_to,
    "pay": _pay,
    "another": _another,
    "recovery": _recovery,
    "draw_loot": _draw_loot,
    "give_up_loot": _give_up,
    "lose_hp": _lose_hp,
    "hurt": _lose_hp,
    "effect": _lose_hp,
    "buff": _buff,
    "share_buff": _buff,
    "stat": _stat,
    "unlock": _unlock,
    "darts": _darts,
    "pick_trove": _pick_trove,
}
"""Op -> what it adds; the others change nothing that we count."""
