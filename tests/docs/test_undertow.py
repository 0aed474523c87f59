"""docs/packs.md names the words that Undertow adds to those of the base game, with their keys."""

from __future__ import annotations

import re

import msgspec

from tests.docs.test_authoring import PACKS, REGISTRY
from tmb.plugins import rules_for

OURS = rules_for(["base", "undertow"]).registry


def test_the_page_names_all_words_of_undertow_and_all_their_keys() -> None:
    table = re.search(r"\| word of Undertow \|.*?\n\n", PACKS, re.DOTALL)
    assert table is not None
    rows = re.findall(r"^\| (\w+) `(\w+)` \|(.*?)\|", table[0], re.MULTILINE)
    kinds = {"op": "ops", "value": "values", "condition": "conditions", "selector": "selectors"}
    added = {(k, w) for k, name in kinds.items() for w in getattr(OURS, name).keys() - getattr(REGISTRY, name).keys()}
    assert {(kind, word) for kind, word, _ in rows} == added
    for kind, word, keys in rows:
        if kind == "op":
            fields = msgspec.structs.fields(OURS.ops[word][0])
            assert re.findall(r"`([^`]+)`", keys) == [f.encode_name for f in fields], word
