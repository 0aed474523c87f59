"""Answers as option ids, on the short ways: found where they are legal, or given by the engine itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from tmb.core.asking import chosen, public
from tmb.core.decisions import Ask, Several
from tmb.core.flow import CHOICE
from tmb.core.game import Game, OpenAsk
from tmb.errors import InputError, unknown


def quick(ask: OpenAsk, shown: Ask, pick: Sequence[str]) -> Any:
    """The ref, or the refs, of a legal answer; None where the long way must be gone, which says what is wrong."""
    if ask.several is not None:
        return _several(ask.several, shown, pick)
    if len(pick) != 1:
        return None
    wanted = pick[0]
    options = shown.options
    for listed in options:
        if listed.id == wanted:
            return ask.refs[options.index(listed)]
    return None


def _several(several: Several, shown: Ask, pick: Sequence[str]) -> list[Any] | None:
    """The refs of a legal answer to an ask without a budget."""
    if several.budget >= 0 or not several.lo <= len(pick) <= several.hi:
        return None
    picks, at = several.picks, {option.id: i for i, option in enumerate(shown.options)}
    places: list[int] = []
    count: dict[str, int] = {}
    for wanted in pick:
        i = at.get(wanted) if type(wanted) is str else None
        if i is None or places.count(i) >= picks[i].times:
            return None
        places.append(i)
        group = picks[i].group
        count[group] = count.get(group, 0) + 1
    for group, lo, hi in several.groups:
        if not lo <= count.get(group, 0) <= hi:
            return None
    return [picks[i].ref for i in (places if several.ordered else sorted(places))]


def forced(ask: OpenAsk) -> bool:
    """Is exactly one answer legal?"""
    if ask.several is None:
        return len(ask.refs) == 1
    return ask.several.only() is not None


def by_itself(game: Game, auto: Collection[str]) -> list[str] | None:
    """The answer to the open ask, if it is one that is answered by itself."""
    ask = game.ask
    if ask is None or ask.node.kind != CHOICE or ask.key not in auto:
        return None
    return first(public(ask))


def give(game: Game, pick: Sequence[str], auto: Collection[str]) -> None:
    """Give an answer that was legal once, and those that follow by themselves."""
    following: Sequence[str] | None = pick
    while following is not None:
        ask = game.ask
        assert ask is not None
        shown = public(ask)
        refs = quick(ask, shown, following)
        game.answer(chosen(ask, shown, list(following)) if refs is None else refs)
        following = by_itself(game, auto) if auto else None


def first(ask: Ask) -> list[str]:
    """The first legal answer in the order of the list: one pick, or as many as must be."""
    need = {g.id: g.lo for g in ask.groups}
    room = {g.id: g.hi for g in ask.groups}
    least = max(ask.lo, sum(need.values()))
    want = max(least, min(1, ask.hi))
    out: list[str] = []
    budget = ask.budget
    for filling in (True, False):
        for o in ask.options:
            for _ in range(o.times - out.count(o.id)):
                short = need.get(o.group, 0) > 0
                if not (short if filling else len(out) < want):
                    break
                if room.get(o.group, 1) <= 0 or 0 <= budget < o.cost:
                    break
                out.append(o.id)
                if o.group in room:
                    room[o.group] -= 1
                    need[o.group] -= 1
                if budget >= 0:
                    budget -= o.cost
    return out


def unknown_option(ask: Ask, name: str, where: str) -> InputError:
    """The error for the name of no option."""
    return unknown(f"option of ask {ask.id}", name, [o.id for o in ask.options], "unknown_option", where)
