"""A legal answer to any ask, made of wishes: what is wished for as far as it goes, and what must be."""

from __future__ import annotations

from collections.abc import Iterable

from tmb.core.decisions import Ask, Option


class Room:
    """What an answer still has room for. Reads only the public fields of an ask."""

    def __init__(self, ask: Ask) -> None:
        self.picked: list[str] = []
        self.most, self.budget = ask.hi, ask.budget
        self.times = {o.id: o.times for o in ask.options}
        self.need = {g.id: g.lo for g in ask.groups}
        self.left = {g.id: g.hi for g in ask.groups}

    def take(self, option: Option) -> bool:
        """Pick an option once, if bounds, `times` and budget allow, and what must be picked still fits beside it."""
        due = sum(n for group, n in self.need.items() if group != option.group or n <= 0)
        due += max(0, self.need.get(option.group, 0) - 1)
        if self.times[option.id] <= 0 or self.left.get(option.group, 1) <= 0 or self.most <= due:
            return False
        if 0 <= self.budget < option.cost:
            return False
        self._pick(option)
        return True

    def _pick(self, option: Option) -> None:
        self.picked.append(option.id)
        self.most -= 1
        self.times[option.id] -= 1
        if option.group in self.left:
            self.left[option.group] -= 1
            self.need[option.group] = max(0, self.need[option.group] - 1)
        if self.budget >= 0:
            self.budget -= option.cost


def filled(ask: Ask, wishes: Iterable[str]) -> list[str]:
    """The answer that takes the wishes in their order (an id as often as it is wished for), and then as much as must be
    picked, in the order of the list. Always legal; unknown wishes are passed over.
    """
    room, by_id = Room(ask), {o.id: o for o in ask.options}
    for wish in wishes:
        if wish in by_id:
            room.take(by_id[wish])
    for option in ask.options:
        while room.need.get(option.group, 0) > 0 and room.take(option):
            pass
    for option in ask.options:
        while len(room.picked) < ask.lo and room.take(option):
            pass
    return room.picked
