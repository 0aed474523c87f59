"""Every value of every rule option is shown by a scenario, and each is a ruling that says so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tmb.plugins import rules_for

ROOT = Path(__file__).parents[2]
GAMES = {
    "base": ("tmb_base", "tests/rules/*.toml"),
    "twenty-strong": ("tmb_twenty_strong", "tests/rules/twenty/*.toml"),
}
"""Pack -> its plugin, and where its scenarios are."""
PAGE = (ROOT / "docs/rulings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("pack", GAMES)
def test_every_value_has_a_scenario_that_names_it(pack: str) -> None:
    files = [tomllib.loads(p.read_text(encoding="utf-8")) for p in sorted(ROOT.glob(GAMES[pack][1]))]
    shown = {(n, v) for file in files for s in file["scenario"] for n, v in s.get("rules", {}).items()}
    options = rules_for([pack]).registry.rule_options
    assert {(o.name, v) for o in options.values() for v in o.may_be()} <= shown


def test_the_page_of_rulings_says_which_are_options() -> None:
    options = [o for pack in GAMES for o in rules_for([pack]).registry.rule_options.values()]
    said = re.findall(r"^\| (R\d+) \| .*\*Option\* `([\w-]+)`", PAGE, re.MULTILINE)
    assert sorted(said) == sorted((o.cite, o.name) for o in options)
    for option in options:
        (line,) = re.findall(rf"^\| {option.cite} \|.*$", PAGE, re.MULTILINE)
        words = [v for v in option.may_be() if isinstance(v, str)]
        assert all(f"`{word}`" in line for word in words), option.name


@pytest.mark.parametrize("pack", GAMES)
def test_every_option_is_read_somewhere(pack: str) -> None:
    """An option that no rule and no entry asks for would decide nothing."""
    plugin = ROOT / "plugins" / GAMES[pack][0]
    rules = [p.read_text(encoding="utf-8") for p in sorted(plugin.rglob("*.py"))]
    packs = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "packs" / pack.replace("-", "_")).rglob("*.toml"))]
    names = (plugin / "ruleoptions.py").read_text(encoding="utf-8")
    found = re.findall(r"^([A-Z_]+) = \"([\w-]+)\"$", names, re.MULTILINE)
    assert len(found) == len(rules_for([pack]).registry.rule_options)
    for constant, name in found:
        read = any(f"game.option(options.{constant})" in text for text in rules)
        assert read or any(re.search(rf"rule = (\"{name}\"|{{ name = \"{name}\")", text) for text in packs), name
