"""The errors of the engine, drawn as a tree.

TmbError
├── InputError      somebody asked for what cannot be had: a code, a place, a way out
├── RulesError      a plugin declared something that does not fit together (found when a rule set is built)
├── ChanceError     a script of dice does not match the dice that the game rolls
└── InternalError   a bug: the loop ran away, a stage broke the kernel's rules
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class TmbError(Exception):
    """Whatever this engine raises on purpose."""


class RulesError(TmbError):
    """Declarations of plugins that do not fit together. Raised while a rule set is built, never during play.

    key: the part of content that it is about, by the key of its sheet or the address of its program; "" = none.
    """

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.message, self.key = message, key

    def about(self, key: str) -> RulesError:
        """This error, told of the part of content under this key where it is about none yet."""
        self.key = self.key or key
        return self

    def __str__(self) -> str:
        return f"sheet {self.key}: {self.message}" if self.key else self.message


class ChanceError(TmbError):
    """A scripted roll, draw or shuffle that does not match what the game asks for."""


class InternalError(TmbError):
    """A bug of the engine or of a plugin; the message lists the open frames."""


class InputError(TmbError):
    """A request that cannot be carried out; nothing has changed.

    code: frozen string for programs; message: one line for people; where: JSON Pointer to the field at fault;
    got / want: what came and what is wanted; did_you_mean, hint, cite: the way out; more: further data for the reply.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        where: str = "",
        got: Any = None,
        want: Any = None,
        did_you_mean: str = "",
        hint: str = "",
        cite: str = "",
        more: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.where, self.got, self.want = code, message, where, got, want
        self.did_you_mean, self.hint, self.cite, self.more = did_you_mean, hint, cite, more or {}

    def data(self) -> dict[str, Any]:
        """What a reply carries beside the message: only what is set."""
        fields = {
            "code": self.code,
            "where": self.where,
            "got": self.got,
            "want": self.want,
            "did_you_mean": self.did_you_mean,
            "hint": self.hint,
            "cite": self.cite,
        }
        return {k: v for k, v in fields.items() if v not in ("", None)} | self.more


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that looks most like `word`, or "" if none does."""
    import difflib  # only when something is wrong

    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return close[0] if close else ""


def listed(names: Sequence[str], most: int = 12) -> str:
    """`a, b, c`; of many the first ones, and how many more there are."""
    more = len(names) - most
    if more == 1:
        most, more = most + 1, 0
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def close(word: str, known: Iterable[str]) -> str:
    """The tail of a message about an unknown word: the nearest known one, else all of them."""
    near = nearest(word[:LONG], known)
    return f'; did you mean "{near}"?' if near else f"; known: {', '.join(sorted(known)) or 'none'}"


LONG = 80
"""Longer words are cut in messages."""


def cut(word: object) -> str:
    """A word as messages show it: in quotes, its beginning where it is long."""
    text = str(word)
    return repr(word) if len(text) <= LONG else repr(text[:LONG] + "…")


def unknown(what: str, word: object, known: Iterable[str], code: str, where: str = "") -> InputError:
    """An InputError for a name that nobody knows, with the nearest known one."""
    names = sorted(dict.fromkeys(known))
    close = nearest(str(word)[:LONG], names)
    end = f'; did you mean "{close}"?' if close else f"; known: {listed(names) or 'none'}"
    return InputError(
        code, f"unknown {what} {cut(word)}{end}", where=where, got=word, want=names[:40], did_you_mean=close
    )
