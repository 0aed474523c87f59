"""Every value of every rule option of the base game is shown by a scenario, and each is a ruling that says so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tmb.plugins import rules_for

ROOT = Path(__file__).parents[2]
OPTIONS = rules_for(["base"]).registry.rule_options


def test_every_value_has_a_scenario_that_names_it() -> None:
    files = [tomllib.loads(p.read_text(encoding="utf-8")) for p in sorted((ROOT / "tests/rules").glob("*.toml"))]
    shown = {(n, v) for file in files for s in file["scenario"] for n, v in s.get("rules", {}).items()}
    assert {(o.name, v) for o in OPTIONS.values() for v in o.may_be()} <= shown


def test_the_page_of_rulings_says_which_are_options() -> None:
    page = (ROOT / "docs/rulings.md").read_text(encoding="utf-8")
    said = re.findall(r"^\| (R\d+) \| .*\*Option\* `([\w-]+)`", page, re.MULTILINE)
    assert sorted(said) == sorted((o.cite, o.name) for o in OPTIONS.values())
    for option in OPTIONS.values():
        (line,) = re.findall(rf"^\| {option.cite} \|.*$", page, re.MULTILINE)
        words = [v for v in option.may_be() if isinstance(v, str)]
        assert all(f"`{word}`" in line for word in words), option.name


def test_every_option_is_read_somewhere() -> None:
    """An option that no rule and no entry asks for would decide nothing."""
    rules = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "plugins/tmb_base").rglob("*.py"))]
    packs = [p.read_text(encoding="utf-8") for p in sorted((ROOT / "packs/base").rglob("*.toml"))]
    names = (ROOT / "plugins/tmb_base/ruleoptions.py").read_text(encoding="utf-8")
    for constant, name in re.findall(r"^([A-Z_]+) = \"([\w-]+)\"$", names, re.MULTILINE):
        read = any(f"game.option(options.{constant})" in text for text in rules)
        assert read or any(re.search(rf"rule = (\"{name}\"|{{ name = \"{name}\")", text) for text in packs), name
