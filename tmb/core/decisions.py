"""Decisions: the ask that everybody sees, what makes an answer legal, and a sampler that needs nothing else.

An answer is a list of option ids. It is legal exactly when every id is listed and occurs at most `times`; their number
is within lo..hi; each group's number is within the group's bounds; the costs add up to at most `budget`. Nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from tmb.errors import LONG, InputError, InternalError, cut, listed, nearest

DONE = "done"
"""The option that closes a menu."""


class Option(Struct, frozen=True, omit_defaults=True):
    """One legal choice. ref: the thing it is about; group: which group counts it; cost: what it takes of the budget;
    times: how often it may be picked; weight: for chance, how many faces of the die show it; label: words, if asked
    for."""

    id: str
    ref: str = ""
    group: str = ""
    cost: int = 0
    times: int = 1
    weight: int = 0
    label: str = ""


class Group(Struct, frozen=True, omit_defaults=True):
    """lo..hi picks must fall into the group `id`. Groups do not overlap."""

    id: str
    lo: int = 0
    hi: int = 1


class Blocked(Struct, frozen=True, omit_defaults=True):
    """A choice that is not legal now, and the permit or guard that says no."""

    id: str
    because: str
    cite: str = ""
    label: str = ""


class Ask(Struct, omit_defaults=True):
    """The open decision. id: its number, which an answer may name; key: what kind of decision; seat: who answers."""

    id: int
    key: str
    seat: str
    options: list[Option]
    lo: int = 1
    hi: int = 1
    groups: list[Group] = []
    budget: int = -1
    ordered: bool = False
    label: str = ""
    blocked: list[Blocked] | UnsetType = UNSET


class Pick(Struct, frozen=True):
    """One line of a choice of several: a ref, its group, what it costs and how often it may be taken."""

    ref: Any
    group: str = ""
    cost: int = 0
    times: int = 1
    weight: int = 0


class Several(Struct, eq=False):
    """What a choice returns when more or less than one option may be picked. The answer is a list of refs. groups: (id,
    lo, hi) of each."""

    picks: list[Pick]
    lo: int
    hi: int
    groups: Sequence[tuple[str, int, int]] = ()
    budget: int = -1
    ordered: bool = False

    def check(self) -> None:
        """Raise InternalError where filling the groups first could lead into a dead end."""
        least = self.least()
        if not (self.lo or least):
            return  # nothing need be picked
        room = {g: hi for g, _, hi in self.groups}
        have: dict[str, int] = {}
        for p in self.picks:
            have[p.group] = have.get(p.group, 0) + p.times
        most = sum(min(n, room.get(g, n)) for g, n in have.items())
        short = [g for g, lo, hi in self.groups if min(have.get(g, 0), hi) < lo]
        if short or self.lo > min(most, self.hi) or least > self.hi or (self.budget >= 0 and (self.lo or least)):
            raise InternalError(f"a choice of {self.lo}..{self.hi} that cannot always be filled (groups {self.groups})")

    def only(self) -> list[Any] | None:
        """The one legal answer, in the order of the picks, or None where there are several."""
        if self.budget >= 0:
            room = {g: hi for g, _, hi in self.groups}
            free = any(p.cost <= self.budget and p.times and room.get(p.group, 1) for p in self.picks)
            return None if free and self.hi else []
        if not self.lo and self.hi and self._loose():
            return None  # nothing, or one of them
        parts: dict[str, list[Pick]] = {}
        for p in self.picks:
            parts.setdefault(p.group, []).append(p)
        have = {g: sum([p.times for p in ps]) for g, ps in parts.items()}
        need = {g: lo for g, lo, _ in self.groups}
        cap = have | {g: min(have.get(g, 0), hi) for g, _, hi in self.groups}
        least = self.least()
        n = max(self.lo, least)
        if n < min(self.hi, sum(cap.values())):
            return None
        return self._filled(parts, have, need, {g: cap[g] - need.get(g, 0) for g in parts}, n - least)

    def _loose(self) -> bool:
        """Whether no group asks for or rules out a pick, and there is one."""
        for _, lo, hi in self.groups:
            if lo or not hi:
                return False
        return any(p.times for p in self.picks)

    def _filled(
        self,
        parts: dict[str, list[Pick]],
        have: dict[str, int],
        need: dict[str, int],
        slack: dict[str, int],
        extra: int,
    ) -> list[Any] | None:
        """The answer of what each group needs and `extra` more, which fits into `slack`; None if there are two."""
        if 0 < extra < sum(slack.values()) and sum([s > 0 for s in slack.values()]) > 1:
            return None
        count = {g: need.get(g, 0) + min(extra, s) for g, s in slack.items()}
        out: list[Any] = []
        kinds = 0
        for p in self.picks:
            n = count[p.group]
            if n and n < have[p.group] and len(parts[p.group]) > 1:
                return None
            kinds += n > 0
            out += [p.ref] * min(n, p.times)
        return None if self.ordered and kinds > 1 else out

    def least(self) -> int:
        """How many picks the groups ask for."""
        return sum(lo for _, lo, _ in self.groups)

    def sample(self, below: Callable[[int], int]) -> list[Any]:
        """A legal answer drawn with `below(n)`, as refs; in the order of the picks where its own does not matter, as
        every answer comes in: like dice lie together."""
        picks, places = self.picks, sample(self.picks, self.lo, self.hi, self.groups, self.budget, below)
        out: list[Any] = []
        for i in places if self.ordered else sorted(places):
            out.append(picks[i].ref)
        return out


def sample(
    picks: Sequence[Pick | Option],
    lo: int,
    hi: int,
    groups: Sequence[tuple[str, int, int]],
    budget: int,
    below: Callable[[int], int],
) -> list[int]:
    """Indexes of picks that make a legal answer: each group's lo first, then as it falls.

    below(n) gives a number in 0..n-1. Any client can do this from an ask's public fields.
    """
    need: dict[str, int] = {}
    room: dict[str, int] = {}
    for g, least, most in groups:
        room[g] = most
        if least:
            need[g] = least
    out: list[int] = []
    bag: list[int] | None = None
    if need:
        lo = max(lo, sum(need.values()))
        bag = _fill(picks, _bag(picks), need, room, out, below)
    want = lo + (below(hi - lo + 1) if hi > lo else 0)
    if bag is None:
        bag = _bag(picks) if want else []
    while bag and len(out) < want:
        i = bag.pop()
        if bag and (at := below(len(bag) + 1)) < len(bag):
            i, bag[at] = bag[at], i
        p = picks[i]
        group = p.group
        if group in room:
            left = room[group]
            if left <= 0:
                continue
            room[group] = left - 1
        if budget >= 0:
            if budget < p.cost:
                if group in room:
                    room[group] += 1
                continue
            budget -= p.cost
        out.append(i)
    return out


def _bag(picks: Sequence[Pick | Option]) -> list[int]:
    """The indexes of picks, each as often as it may be picked."""
    bag: list[int] = []
    for i, p in enumerate(picks):
        if p.times == 1:
            bag.append(i)
        else:
            bag += (i,) * p.times
    return bag


def _fill(
    picks: Sequence[Pick | Option],
    bag: list[int],
    need: dict[str, int],
    room: dict[str, int],
    out: list[int],
    below: Callable[[int], int],
) -> list[int]:
    """Draw until each group has what it needs; what is left in the bag. An ask with such groups has no budget."""
    left: list[int] = []
    while bag:
        i = bag.pop()
        if bag and (at := below(len(bag) + 1)) < len(bag):
            i, bag[at] = bag[at], i
        group = picks[i].group
        if need.get(group, 0) > 0:
            need[group] -= 1
            room[group] -= 1
            out.append(i)
        else:
            left.append(i)
    return left


def check_answer(ask: Ask, pick: Sequence[Any], where: str) -> None:
    """Raise the one right InputError if `pick` (option ids) is no legal answer to `ask`. `where`: its JSON Pointer."""
    by_id = {o.id: o for o in ask.options}
    seen: dict[str, int] = {}
    count: dict[str, int] = {}
    cost = 0
    for i, word in enumerate(pick):
        option = by_id.get(word) if isinstance(word, str) else None
        if option is None:
            raise _unknown_option(ask, word, f"{where}/{i}")
        seen[word] = seen.get(word, 0) + 1
        if seen[word] > option.times:
            raise InputError(
                "picked_twice",
                f"{word!r} may be picked {_times(option.times)}",
                where=f"{where}/{i}",
                got=seen[word],
                want=option.times,
            )
        count[option.group] = count.get(option.group, 0) + 1
        cost += option.cost
    _check_number(ask, len(pick), where)
    for g in ask.groups:
        n = count.get(g.id, 0)
        if not g.lo <= n <= g.hi:
            raise InputError(
                "group_limit",
                f"{n} of group {g.id!r} picked; {_bounds(g.lo, g.hi)} wanted",
                where=where,
                got={g.id: n},
                want={"lo": g.lo, "hi": g.hi},
            )
    if 0 <= ask.budget < cost:
        raise InputError(
            "over_budget", f"the picks cost {cost}; {ask.budget} is left", where=where, got=cost, want=ask.budget
        )


def _check_number(ask: Ask, n: int, where: str) -> None:
    if n < ask.lo:
        raise InputError(
            "too_few",
            f"{n} picked; {_bounds(ask.lo, ask.hi)} wanted",
            where=where,
            got=n,
            want={"lo": ask.lo, "hi": ask.hi},
        )
    if n > ask.hi:
        raise InputError(
            "too_many",
            f"{n} picked; {_bounds(ask.lo, ask.hi)} wanted",
            where=where,
            got=n,
            want={"lo": ask.lo, "hi": ask.hi},
        )


def _unknown_option(ask: Ask, word: Any, where: str) -> InputError:
    ids = [o.id for o in ask.options]
    close = nearest(word[:LONG], ids) if isinstance(word, str) else ""
    hint = f'did you mean "{close}"?' if close else f"options: {listed(ids)}"
    return InputError(
        "unknown_option",
        f"{cut(word)} is not an option of ask {ask.id}; {hint}",
        where=where,
        got=word,
        want=ids[:40],
        did_you_mean=close,
    )


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def _bounds(lo: int, hi: int) -> str:
    return str(lo) if lo == hi else f"{lo} to {hi}"
