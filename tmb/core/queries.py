"""Queries: questions asked through named stages, not priorities. A query is pure; what it used up is told apart.

A query answers with a number, with yes or no (a *flag*), or with a *thing*. Each stage says how what is said in it
combines: numbers with plus, minus (not below 0), at_most, at_least, becomes; flags with yes, no, turns (the opposite of
what it was); things with becomes. Inside one stage the order of the modifiers must not matter; where two of them name a
thing in one stage, what is the thing's own goes before what is everybody's, and then who came first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from tmb.core.bearers import ANYBODY, Bearer, Modifier, of_all
from tmb.errors import RulesError

Answers = Literal["number", "flag", "thing"]
NUMBER: Answers = "number"
FLAG: Answers = "flag"
THING: Answers = "thing"
COMBINE: dict[Answers, tuple[str, ...]] = {
    NUMBER: ("plus", "minus", "at_most", "at_least", "becomes"),
    FLAG: ("yes", "no", "turns"),
    THING: ("becomes",),
}
"""What a query answers with -> how its stages may combine."""


class Query:
    """A declared question. stages: (name, how it combines) in order; answers: number, flag or thing."""

    def __init__(
        self,
        name: str,
        stages: tuple[tuple[str, str], ...],
        doc: str = "",
        cite: str = "",
        answers: Answers = NUMBER,
    ) -> None:
        self.name, self.stages, self.doc, self.cite, self.answers = name, stages, doc, cite, answers
        self.ranks = {s: i for i, (s, _) in enumerate(stages)}
        known = COMBINE.get(answers)
        if known is None:
            raise RulesError(f"query {name}: {answers!r} is no answer; known: {', '.join(COMBINE)}")
        if bad := [how for _, how in stages if how not in known]:
            raise RulesError(f"query {name}: {bad[0]!r} is no way to combine; known: {', '.join(known)}")

    def rank(self, stage: str) -> int:
        """The place of a stage; RulesError if the query has none of that name."""
        if stage not in self.ranks:
            raise RulesError(f"query {self.name} has no stage {stage!r}; known: {', '.join(self.ranks)}")
        return self.ranks[stage]


class Step(NamedTuple):
    """One line of a trail: which bearer changed the answer from what to what."""

    stage: str
    bearer: str
    before: int | str
    after: int | str


class Use(NamedTuple):
    """What a query used of a modifier with a total: `mark` of `holder` grows by `n` when the number is acted upon."""

    holder: str
    mark: str
    n: int


class Between(Struct, frozen=True):
    """What a flag about two things looks at. For what one of them carries, that one is the source."""

    source: str
    target: str


Row = tuple[int, Bearer, Modifier]


def _rows(game: Any, by_role: Any, holder: str) -> Sequence[Row]:
    """What is said about a holder: by its own bearers, then by those that speak of everybody; in order of stages."""
    own: Sequence[Row] = by_role.get("", {}).get(holder, ())
    return _with_all(game, by_role[ANYBODY], own) if ANYBODY in by_role else own


def _with_all(game: Any, everybody: Any, own: Sequence[Row]) -> list[Row]:
    """With what speaks of everybody, in order of stages."""
    return sorted([*own, *of_all(game, everybody)], key=_rank)


def _rank(row: Sequence[Any]) -> int:
    rank: int = row[0]
    return rank


# -- numbers -----------------------------------------------------------------------------------------------------------


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
    found: Sequence[Row] = own.get(holder, ()) if own else ()
    if ANYBODY in rows:
        found = _with_all(game, rows[ANYBODY], found)
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


# -- flags and things --------------------------------------------------------------------------------------------------


def between(game: Any, name: str, source: str, target: str, value: bool, trail: list[Step] | None = None) -> bool:
    """The answer to flag `name` about two things, beginning with `value`: what either of them carries has its say, and
    what speaks of everybody has it once."""
    rows = game.index.modifiers.get(name)
    if rows is None:
        return value
    there, back, own = Between(source, target), Between(target, source), rows.get("", {})
    found = [(rank, b, m, there) for rank, b, m in _rows(game, rows, source)]
    found += [(rank, b, m, back) for rank, b, m in own.get(target, ())] if target != source else []
    stages = game.rules.queries[name].stages
    for rank, bearer, m, about in sorted(found, key=_rank):
        if m.when is None or m.when(game, bearer, about):
            stage, how = stages[rank]
            value = bool(_told(value, not value if how == "turns" else how == "yes", stage, bearer, m, trail))
    return value


def _told(
    value: int | str, new: int | str, stage: str, bearer: Bearer, m: Modifier, trail: list[Step] | None
) -> int | str:
    """The answer after a modifier had its say, which the trail tells if it changed something."""
    if trail is not None and new != value:
        trail.append(Step(stage, bearer.id, value, new))
    return new


def thing(game: Any, name: str, holder: str, value: str, about: Any = None, trail: list[Step] | None = None) -> str:
    """The id of the thing that query `name` about `holder` answers with, beginning with `value`; "" is nobody's. The
    last stage in which somebody names one has it."""
    rows = game.index.modifiers.get(name)
    if rows is None:
        return value
    said, stages = -1, game.rules.queries[name].stages
    for rank, bearer, m in _rows(game, rows, holder):
        if rank == said or (m.when is not None and not m.when(game, bearer, about)):
            continue
        new = m.to(game, bearer, about)
        if new is not None:
            said, value = rank, str(_told(value, getattr(new, "id", ""), stages[rank][0], bearer, m, trail))
    return value
