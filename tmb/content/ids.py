"""The ids of all entries, and how a written reference finds its entry."""

from collections.abc import Collection, Iterable, Mapping

from tmb.content.kinds import Kind
from tmb.content.problem import Lacks, article, did_you_mean, no_entry, quoted
from tmb.errors import RulesError


class NoSuchEntry(LookupError):
    """A reference names no entry, or more than one. `code` is the problem's code, `lacks` what is missing."""

    def __init__(self, code: str, message: str, lacks: Lacks = ()) -> None:
        super().__init__(message)
        self.code, self.lacks = code, lacks


class Ids:
    """Which ids exist, by kind; broken entries count too, so that nothing complains twice about one fault.

    `reach`: a pack -> all packs that it requires, those of its requirements included.
    """

    def __init__(self, kinds: Iterable[Kind], reach: Mapping[str, Collection[str]] | None = None) -> None:
        self.reach = reach or {}
        self.kinds = {kind.name: kind for kind in kinds}
        self.shorts: dict[str, dict[str, list[str]]] = {name: {} for name in self.kinds}
        self.known: set[str] = set()

    def add(self, kind: str, pack: str, short: str) -> str:
        """Register an entry and return its full id; registering it again changes nothing."""
        full = f"{pack}:{kind}/{short}"
        if full not in self.known:
            self.known.add(full)
            self.shorts[kind].setdefault(short, []).append(full)
        return full

    def full(self, kind: str, written: str, within: str = "") -> str:
        """Return the full id that `written` means among the entries of `kind`, for the pack `within`.

        Of several entries with that short id, the pack means its own, else the only one of the packs that it requires.
        Raises NoSuchEntry when there is none or more than one, RulesError for a kind that nobody declared.
        """
        if kind not in self.kinds:
            raise RulesError(f"no kind {quoted(kind)} was declared{did_you_mean(kind, self.kinds)}")
        plain = self.parsed(kind, written)
        if ":" in plain:
            return self._exact(kind, plain)
        found = self.shorts[kind].get(plain, [])
        if not found:
            raise NoSuchEntry("unknown-ref", self._unknown(kind, plain), (kind, plain))
        near = found if len(found) == 1 else self._near(found, within)
        if len(near) != 1:
            raise NoSuchEntry("ambiguous-ref", f"ambiguous: {' or '.join(near or found)}")
        return near[0]

    def _near(self, found: list[str], within: str) -> list[str]:
        """Return those of several entries that a pack may mean: its own, else those of the packs that it requires."""
        own = [full for full in found if pack_of(full) == within]
        return own or [full for full in found if pack_of(full) in self.reach.get(within, ())]

    def brief(self, kind: str, written: str, within: str = "") -> str:
        """Return `written` so that it means the same in every pack: with the short id where only one entry has it, else
        with the full id. What the kind's own `parse_ref` takes off ("poison 1") is kept. Raises like `full`.
        """
        full, plain = self.full(kind, written, within), self.parsed(kind, written)
        short = full.rpartition("/")[2]
        best = short if len(self.shorts[kind][short]) == 1 else full
        return best + written.removeprefix(plain) if written.startswith(plain) else best

    def parsed(self, kind: str, written: str) -> str:
        """Return the id inside a written reference, as the kind's own `parse_ref` finds it."""
        parse = self.kinds[kind].parse_ref
        if parse is None:
            return written
        try:
            return parse(written)
        except ValueError as error:
            raise NoSuchEntry("bad-ref", f"{kind} {quoted(written)}: {error}") from error

    def any_kind(self, written: str) -> str:
        """Return the full id that `written` means among all kinds; raises NoSuchEntry like `full`."""
        found = [written] if written in self.known else []
        for kind in () if found else self.kinds:
            found += self.shorts[kind].get(written, [])
        if len(found) == 1:
            return found[0]
        if found:
            raise NoSuchEntry("ambiguous-ref", f"ambiguous: {' or '.join(found)}")
        options = self.known if ":" in written else {short for shorts in self.shorts.values() for short in shorts}
        raise NoSuchEntry("unknown-ref", f"no entry {quoted(written)}{did_you_mean(written, options)}")

    def _exact(self, kind: str, full: str) -> str:
        """Return `full` if it is an entry of `kind`."""
        if full not in self.known:
            options = [known for shorts in self.shorts[kind].values() for known in shorts]
            raise NoSuchEntry("unknown-ref", no_entry(kind, full) + did_you_mean(full, options), (kind, full))
        if full.partition(":")[2].partition("/")[0] != kind:
            raise NoSuchEntry("wrong-kind-ref", f"expected {article(kind)}, got {quoted(full)}")
        return full

    def _unknown(self, kind: str, short: str) -> str:
        """Say that there is no such entry, and what may be meant."""
        message = no_entry(kind, short) + did_you_mean(short, self.shorts[kind])
        others = [other for other in self.kinds if short in self.shorts[other]]
        return f"{message}; there is {article(others[0])} of that name" if others and "mean" not in message else message


def pack_of(full: str) -> str:
    """Return the pack of a full id."""
    return full.partition(":")[0]
