"""The rulings that ship are those of the page, and whatever cites one cites one that is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.golden import PAGE, RULINGS, RULINGS_OF_TWENTY, rulings
from tmb.errors import InputError
from tmb.plugins import rules_for
from tmb.session import Session
from tmb_base.rulings import topics
from tmb_twenty_strong.rulings import topics as topics_of_twenty

ROOT = Path(__file__).parents[2]
NUMBERS = re.findall(r"^\| (R\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_what_ships_is_what_the_page_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert RULINGS.read_text(encoding="utf-8") == rulings(page), "scripts/regold writes it"
    assert RULINGS_OF_TWENTY.read_text(encoding="utf-8") == rulings(page, True), "scripts/regold writes it"
    assert [*topics(), *topics_of_twenty()] == NUMBERS
    assert len(topics()) > 30
    assert len(topics_of_twenty()) > 10


@pytest.mark.parametrize(
    ("folder", "own"),
    [
        ("plugins/tmb_base", topics),
        ("packs/base", topics),
        ("plugins/tmb_twenty_strong", topics_of_twenty),
        ("tests/rules/twenty", topics_of_twenty),
    ],
)
def test_every_ruling_that_is_cited_is_there(folder: str, own: Any) -> None:
    files = [p for p in sorted((ROOT / folder).rglob("*")) if p.suffix in (".py", ".toml")]
    cited = {n for p in files for n in re.findall(r"\bR\d+\b", p.read_text(encoding="utf-8"))}
    assert len(cited) > 5
    assert cited - set(own()) == set()


def test_explain_tells_a_ruling_and_content_comes_before_the_mark_of_its_name() -> None:
    game = Session.new(rules_for(["base"]), "battle", {}, seed="7")
    told = game.explain("R17")
    assert (told["what"], told["section"], told["see"]) == ("ruling", "Damage", "docs/rulings.md")
    assert "Thick Skin" in told["doc"]
    poison = game.explain("poison")
    assert (poison["id"], poison["entry"]["source"]["rulings"]) == ("base:effect/poison", ["R31"])
    assert [also.get("id", also.get("what")) for also in poison["also"]] == ["base:skill/poison", "rule option"]
    assert game.explain("base:skill/poison")["kind"] == "skill"
    with pytest.raises(InputError) as e:
        game.explain("R99")
    assert e.value.code == "unknown_topic"
