"""Queries: numbers asked through named stages, not priorities. A query is pure; what it used up is told apart.

Each stage says how its amounts combine: plus, minus (not below 0), at_most, at_least, becomes. Inside one stage the
order of the modifiers must not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tmb.core.bearers import ANYBODY, Bearer, Modifier, of_all
from tmb.errors import RulesError

COMBINE = ("plus", "minus", "at_most", "at_least", "becomes")


class Query:
    """A declared question. stages: (name, how it combines) in order."""

    def __init__(self, name: str, stages: tuple[tuple[str, str], ...], doc: str = "", cite: str = "") -> None:
        self.name, self.stages, self.doc, self.cite = name, stages, doc, cite
        self.ranks = {s: i for i, (s, _) in enumerate(stages)}
        if bad := [how for _, how in stages if how not in COMBINE]:
            raise RulesError(f"query {name}: {bad[0]!r} is no way to combine; known: {', '.join(COMBINE)}")

    def rank(self, stage: str) -> int:
        """The place of a stage; RulesError if the query has none of that name."""
        if stage not in self.ranks:
            raise RulesError(f"query {self.name} has no stage {stage!r}; known: {', '.join(self.ranks)}")
        return self.ranks[stage]


class Step(NamedTuple):
    """One line of a trail: which bearer changed the number from what to what."""

    stage: str
    bearer: str
    before: int
    after: int


class Use(NamedTuple):
    """What a query used of a modifier with a total: `mark` of `holder` grows by `n` when the number is acted upon."""

    holder: str
    mark: str
    n: int


def number(
    game: Any,
    name: str,
    holder: str,
    value: int,
    about: Any = None,
    trail: list[Step] | None = None,
    uses: list[Use] | None = None,
    only: str = "",
) -> int:
    """The answer to query `name` about `holder`, beginning with `value`. about: the frame that the modifiers look at;
    trail and uses are filled if given; only: ask just this stage."""
    rows = game.index.modifiers.get(name)
    if rows is None:
        return value
    own = rows.get("")
    found: Sequence[tuple[int, Bearer, Modifier]] = own.get(holder, ()) if own else ()
    if ANYBODY in rows:
        found = sorted([*found, *of_all(game, rows[ANYBODY])], key=lambda row: row[0])
    stages = game.rules.queries[name].stages if found else ()
    for rank, bearer, m in found:
        stage, how = stages[rank]
        if (only and stage != only) or (m.when is not None and not m.when(game, bearer, about)):
            continue
        new = _apply(game, value, how, bearer, m, about, holder, uses)
        if trail is not None and new != value:
            trail.append(Step(stage, bearer.id, value, new))
        value = new
    return value


def _apply(
    game: Any, value: int, how: str, bearer: Bearer, m: Modifier, about: Any, holder: str, uses: list[Use] | None
) -> int:
    n: int = m.amount(game, bearer, about)
    mark = f"{bearer.sheet}{m.key}:{m.per}" if m.per else ""
    if mark:
        n -= game.thing(holder).marks.get(mark, 0)
    new = _combine(value, how, max(0, n) if mark else n)
    if mark and uses is not None:
        used = new if how == "at_most" else abs(value - new)
        if used:
            uses.append(Use(holder, mark, used))
    return new


def _combine(value: int, how: str, n: int) -> int:
    if how == "plus":
        return value + n
    if how == "minus":
        return max(0, value - n)
    if how == "at_most":
        return min(value, n)
    return max(value, n) if how == "at_least" else n
