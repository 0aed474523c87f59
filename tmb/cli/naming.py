"""Options by what people write: an id, or its beginning where that is unique."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from tmb.errors import InputError, cut, listed, nearest

if TYPE_CHECKING:
    from tmb.core.decisions import Ask


def ids_of(ask: Ask, words: Iterable[str]) -> list[str]:
    """The option ids that the words mean. Raises InputError("unknown_option")."""
    known = {o.id: o.id for o in ask.options}
    return [one_of(known, word, f"option of ask {ask.id}") for word in words]


def one_of(names: Mapping[str, str], word: str, what: str, said: Mapping[str, str] | None = None) -> str:
    """What a word means that is a name, or the beginning of the names of one thing, whatever its capitals.

    names: name -> thing; said: thing -> how an error calls it. Raises InputError("unknown_option").
    """
    if word in names:
        return names[word]
    things = _meant(names, word.casefold())
    if len(things) == 1:
        return things[0]
    call = said or {thing: name for name, thing in names.items()}
    if things:
        raise _error(word, f"{cut(word)} may mean {listed([call[t] for t in things])}; write more of it")
    close = nearest(word[:200], names)
    there = [call[t] for t in dict.fromkeys(names.values())]
    raise _error(
        word, f"{cut(word)} is no {what}; " + (f'did you mean "{close}"?' if close else f"there are: {listed(there)}")
    )


def _meant(names: Mapping[str, str], low: str) -> list[str]:
    """The things whose names are, else begin with, a word in small letters."""
    same = [thing for name, thing in names.items() if name.casefold() == low]
    begin = [thing for name, thing in names.items() if low and name.casefold().startswith(low)]
    return list(dict.fromkeys(same or begin))


def _error(word: str, message: str) -> InputError:
    return InputError("unknown_option", message, where="/pick", got=word)
