"""docs/scenarios.md tells how options are called: every word that it names begins one in some game."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

from tests.plugins import undertow
from tmb.core import asking

PAGE = Path(__file__).parents[2] / "docs/scenarios.md"


def test_every_word_of_an_option_id_is_one() -> None:
    part = PAGE.read_text(encoding="utf-8").partition("**Picks.**")[2].partition("**Dice.**")[0]
    named = {id.partition("/")[0] for id in re.findall(r"`([a-z]+/[a-zA-Z0-9/:+-]+)`", part)}
    left = named - {"g1", "b3"}  # who holds what answers a window
    assert len(left) > 20
    for game in chain(undertow.asks(16), undertow.adventures(12)):
        if game.ask is not None:
            left -= {option.id.partition("/")[0] for option in asking.public(game.ask).options}
        if not left:
            break
    assert not left
