"""The engine knows no game: finds a game's words in a text, alone or as parts of snake_case and camelCase names."""

import re
from collections.abc import Iterator

GAME_WORDS = (
    "gearloc baddie tyrant krelln mech trove loot bone adventure battle encounter campaign dex wreckage lane".split()
)
FORBIDDEN = {form for word in GAME_WORDS for form in (word, word + "s", word + "es")}
# Parts of a name: an acronym in the plural ("BQs"), an acronym that ends before a capitalised word, a word, an acronym.
PART = re.compile(r"[A-Z]{2,}s(?![A-Za-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")


def game_words(text: str) -> Iterator[tuple[int, str]]:
    """Each (line, word) of the text that belongs to a game; lines count from 1."""
    for number, line in enumerate(text.splitlines(), 1):
        for match in PART.finditer(line):
            if match.group().lower() in FORBIDDEN:
                yield number, match.group()
