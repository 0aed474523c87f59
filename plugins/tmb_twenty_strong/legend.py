"""The signs of the drawn table."""

from __future__ import annotations

from tmb.core.mode import Sign

SIGNS = [
    Sign("+28", "behind the card that lies face up: so many cards under it", r"\+\d+"),
    Sign(
        "[2 any, 1 blue]",
        "the hits that a card needs, of a colour or of any; of a locked item what it needs still",
        r"\[(locked: )?(nothing|\d+ [a-z]+(, \d+ [a-z]+)*)\]",
    ),
    Sign("[tyrant]", "the sort of an encounter", r"\[[a-z]+\]"),
    Sign(
        "[yellow ○]", "a slot of the backup plan for a die of that colour; ● : one lies in it", r"\[[a-z]+ [●○]\]|[●○]"
    ),
    Sign("BQ +1", "by how many Baddie Pts today's Battle Queue is changed", r"BQ|BQ [+-]\d+"),
    Sign("b1", "a card's id, where two have the same name: b of an active card, i of an item", r"[a-z]\d+"),
    Sign("–", "a stack without a card that lies face up"),
]
