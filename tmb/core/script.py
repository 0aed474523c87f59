"""Scripted chance, for scenarios and tests: the dice and cards in the order in which the game will ask for them.

A line names a die and its faces, `atk: 2 miss`, a draw, `draw: bog-lurk`, or a shuffle, `shuffle: a b c` (top first).
A die of the wrong kind, a missing line and a line left over at the end are errors.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tmb.errors import ChanceError, nearest


class Script:
    """Answers from a list of lines. `left()` tells what was not used."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = [self._parse(line) for line in lines]
        self.at = 0

    @staticmethod
    def _parse(line: str) -> tuple[str, list[str]]:
        what, colon, rest = line.partition(":")
        if not colon or not rest.split():
            raise ChanceError(f"{line!r} is no line of a script; write for example 'atk: 1 2' or 'draw: NAME'")
        return what.strip(), rest.split()

    def left(self) -> list[str]:
        """The lines that nothing asked for."""
        return [f"{what}: {' '.join(words)}" for what, words in self.lines[self.at :]]

    def _next(self, what: str, n: int) -> list[str]:
        if self.at >= len(self.lines):
            raise ChanceError(f"the script has no line left; the game wants {what} ({n})")
        name, words = self.lines[self.at]
        if name != what or (n and len(words) != n):
            raise ChanceError(
                f"line {self.at + 1} of the script is '{name}: {' '.join(words)}'; the game wants {n} of {what}"
            )
        self.at += 1
        return words

    def roll(self, game: Any, name: str, dice: list[str]) -> list[str] | None:
        """One line a kind of die."""
        out: list[str] = []
        for kind in dict.fromkeys(dice):
            faces = game.rules.dice[kind]
            words = [face_named(faces, kind, w) for w in self._next(kind, dice.count(kind))]
            out += sorted(words, key=faces.index)
        return out

    def shuffle(self, game: Any, name: str, cards: list[str]) -> list[str] | None:
        """The line's order, if it is one of exactly these cards. No cards want no line."""
        if not cards:
            return []
        words = self._next("shuffle", len(cards))
        if sorted(words) != sorted(cards):
            raise ChanceError(f"line {self.at} of the script shuffles {words}; the pile holds {cards}")
        return words

    def draw(self, game: Any, name: str, loose: list[str]) -> str | None:
        """The line's card, if it lies in the pile."""
        word = self._next("draw", 1)[0]
        if word not in loose:
            held = ", ".join(sorted(set(loose)))
            raise ChanceError(f"line {self.at} of the script draws {word!r}, which is not in the pile: {held}")
        return word


def face_named(faces: tuple[str, ...], die: str, word: str) -> str:
    """The face that `word` means: its name, or the only one that begins so. Raises ChanceError."""
    if word in faces:
        return word
    begin = sorted({f for f in faces if f.startswith(word)})
    if len(begin) == 1:
        return begin[0]
    close = nearest(word, faces)
    raise ChanceError(
        f"die {die} has no face {word!r}; its faces are {', '.join(dict.fromkeys(faces))}"
        + (f'; did you mean "{close}"?' if close else "")
    )
