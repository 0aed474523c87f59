"""The order of packs: those that a pack requires come first, then by id."""

import heapq
from collections.abc import Iterator

from tmb.content.pack import OpenPack
from tmb.content.problem import did_you_mean, no_pack, quoted
from tmb.content.versions import within


class Line:
    """Packs in order. `opened` holds all of them as they were given, `deaf` the ids of packs whose references cannot be
    judged: something they need is not here.

    Problems are noted at the packs themselves. Of two packs with one id only the first counts.
    """

    def __init__(self, opened: list[OpenPack], engine: str = "") -> None:
        self.opened = opened
        self.by_id: dict[str, OpenPack] = {}
        for pack in opened:
            self._enter(pack)
        self.deaf = {pack.id for pack in self.by_id.values() if pack.info is None}
        for pack in self.by_id.values():
            self._requirements(pack, engine)
        self.before = {pack.id: self._before(pack) for pack in self.by_id.values()}
        self.packs = [self.by_id[id_] for id_ in self._ordered()]
        for pack in self.packs:
            if pack.info and self.deaf & pack.info.requires.keys():
                self.deaf.add(pack.id)

    def reach(self) -> dict[str, set[str]]:
        """Return, for each pack, all packs that it requires, those of its requirements included."""
        found: dict[str, set[str]] = {}
        for pack in self.packs:
            needs = pack.info.requires.keys() if pack.info else ()
            found[pack.id] = {id_ for need in needs for id_ in (need, *found.get(need, ()))}
        return found

    def _enter(self, pack: OpenPack) -> None:
        """Take a pack in, unless its id is taken."""
        first = self.by_id.setdefault(pack.id, pack)
        if first is not pack:
            message = f"the pack {quoted(pack.id)} is there twice, in {first.folder} and in {pack.folder}"
            pack.complain(("id",), "duplicate-pack", message)

    def _requirements(self, pack: OpenPack, engine: str) -> None:
        """Note what a pack needs and doesn't get."""
        if pack.info is None:
            return
        if engine and not within(engine, pack.info.engine, True):
            pack.complain(("engine",), "engine-version", f"needs tmb {pack.info.engine}, but this is {engine}")
        for id_, wanted in pack.info.requires.items():
            if fault := self._lacks(pack, id_, wanted):
                self.deaf.add(pack.id)
                pack.complain(("requires", id_), *fault, lacks=() if id_ in self.by_id else ("pack", id_))

    def _lacks(self, pack: OpenPack, id_: str, wanted: str) -> tuple[str, str] | None:
        """Return the code and message of a requirement that isn't met."""
        other = self.by_id.get(id_)
        if other is None:
            others = [known for known in self.by_id if known != pack.id]
            return "pack-missing", no_pack(id_) + did_you_mean(id_, others)
        version = other.info.version if other.info else None
        if version is None or within(version, wanted, True):
            return None
        return "pack-version", f"needs {id_} {wanted}, but {id_} is {version}"

    def _before(self, pack: OpenPack) -> dict[str, tuple[str | int, ...]]:
        """Return the packs that come before one, each with the place in the manifest that says so."""
        if pack.info is None:
            return {}
        places: dict[str, tuple[str | int, ...]] = {id_: ("after", at) for at, id_ in enumerate(pack.info.after)}
        places |= {id_: ("requires", id_) for id_ in pack.info.requires}
        return {id_: place for id_, place in places.items() if id_ in self.by_id}

    def _ordered(self) -> Iterator[str]:
        """Yield ids in order; a cycle is noted once and then broken."""
        waiting = {id_: set(before) for id_, before in self.before.items()}
        ready = [id_ for id_, before in waiting.items() if not before]
        heapq.heapify(ready)
        while waiting:
            if not ready:
                ready = [self._cycle(waiting)]
            id_ = heapq.heappop(ready)
            yield id_
            waiting.pop(id_)
            for other, before in waiting.items():
                if id_ in before:
                    before.discard(id_)
                    if not before and other not in ready:
                        heapq.heappush(ready, other)

    def _cycle(self, waiting: dict[str, set[str]]) -> str:
        """Note a cycle among the packs that wait for each other and return the id to go on with."""
        trail = [min(waiting)]
        while (step := min(waiting[trail[-1]])) not in trail:
            trail.append(step)
        ring = trail[trail.index(step) :]
        at = ring.index(min(ring))
        ring = [*ring[at:], *ring[:at]]
        first, second = ring[0], ring[1 % len(ring)]
        message = f"packs need each other in a circle: {' -> '.join([*ring, first])}"
        self.by_id[first].complain(self.before[first][second], "pack-cycle", message)
        return first
