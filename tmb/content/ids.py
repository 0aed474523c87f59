"""The ids of all entries, and how a written reference finds its entry."""

from collections.abc import Iterable

from tmb.content.kinds import Kind
from tmb.content.problem import did_you_mean, quoted
from tmb.errors import RulesError


class NoSuchEntry(LookupError):
    """A reference names no entry, or more than one. `code` is the problem's code."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Ids:
    """Which ids exist, by kind; broken entries count too, so that nothing complains twice about one fault."""

    def __init__(self, kinds: Iterable[Kind]) -> None:
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

    def full(self, kind: str, written: str) -> str:
        """Return the full id that `written` means among the entries of `kind`.

        Raises NoSuchEntry when there is none or more than one, RulesError for a kind that nobody declared.
        """
        if kind not in self.kinds:
            raise RulesError(f"no kind {quoted(kind)} was declared{did_you_mean(kind, self.kinds)}")
        plain = self.parsed(kind, written)
        if ":" in plain:
            return self._exact(kind, plain)
        match self.shorts[kind].get(plain, ()):
            case [one]:
                return one
            case []:
                raise NoSuchEntry("unknown-ref", self._unknown(kind, plain))
            case many:
                raise NoSuchEntry("ambiguous-ref", f"ambiguous: {' or '.join(many)}")

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
            raise NoSuchEntry("unknown-ref", f"unknown {kind} {quoted(full)}{did_you_mean(full, options)}")
        if full.partition(":")[2].partition("/")[0] != kind:
            raise NoSuchEntry("wrong-kind-ref", f"expected a {kind}, got {quoted(full)}")
        return full

    def _unknown(self, kind: str, short: str) -> str:
        """Say that there is no such entry, and what may be meant."""
        message = f"unknown {kind} {quoted(short)}{did_you_mean(short, self.shorts[kind])}"
        others = [other for other in self.kinds if short in self.shorts[other]]
        return f"{message}; there is a {others[0]} of that name" if others and "mean" not in message else message
