"""What counts as having happened: things that are used are counted, things that are only there are not."""

from __future__ import annotations

import pytest

from tests.properties import coverage
from tests.properties.counting import Item, Tally, counted_rules, watching
from tests.properties.coverage import EXCEPTIONS, MOST_EXCEPTIONS, Report, cover, inventory, play_some, text
from tests.properties.variety import Ground

PACK = """
id = "planted"
version = "1.0.0"
name = "Planted"
plugin = "base"
licence = "MIT"
authors = ["the tmb contributors"]
origin = "test"
requires = { base = ">=0.1.0" }
"""
SOURCE = 'source = { status = "standin", where = "a test" }\n'
SKILLS = {
    "busy": 'when = { window = "turn.start", who = "unit" }\ndo = [{ op = "say", text = "busy" }]',
    "idle": 'when = { window = "turn.start", who = "unit", if = { rounds = [99] } }\ndo = [{ op = "say", text = "" }]',
    "more": 'modify = [{ query = "attack", stage = "add", amount = 1 }]',
    "no-more": 'modify = [{ query = "attack", stage = "add", amount = 0 }]',
    "stays": 'forbid = [{ what = "move", of = "source" }]',
    "could-go": 'forbid = [{ what = "move", of = "source", if = { rounds = [99] } }]',
    "nobodys": 'when = { window = "turn.start", who = "unit" }\ndo = [{ op = "say", text = "nobody hears" }]',
}
CHIP = """
[[baddie]]
id = "{name}"
type = "bog"
points = 1
hp = 9
ini = 4
form = "melee"
atk = 2
def = 0
target = "weakest"
skills = {skills}
"""


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """What happened and what could, after some battles against one planted chip; a second one never comes."""
    folder = tmp_path_factory.mktemp("packs") / "planted"
    for name, text_ in {
        "pack.toml": PACK,
        "skills/s.toml": "".join(f'[[skill]]\nid = "{k}"\nname = "{k}"\n{v}\n{SOURCE}' for k, v in SKILLS.items()),
        "baddies/b.toml": CHIP.format(name="comes", skills=[s for s in SKILLS if s not in ("stays", "nobodys")])
        + SOURCE
        + CHIP.format(name="goes", skills=["stays", "busy"])
        + SOURCE
        + CHIP.format(name="absent", skills=["nobodys"])
        + SOURCE,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text_.replace("'", '"'), encoding="utf-8")
    tally = Tally()
    rules = counted_rules(tally, Ground(("base", "planted"), (str(folder),)))
    with watching(tally):
        play_some([rules], "battle", 6, "p", tally, {"queue": ["comes", "goes"], "party": ["picket"], "round_limit": 5})
    return tally, inventory(rules)


@pytest.mark.parametrize(
    ("used", "unused"),
    [
        (Item("trigger", "skill/busy turn.start"), Item("trigger", "skill/idle turn.start")),
        (Item("trigger", "skill/busy turn.start"), Item("trigger", "skill/nobodys turn.start")),
        (Item("modifier", "skill/more attack.add"), Item("modifier", "skill/no-more attack.add")),
        (Item("forbid", "skill/stays move"), Item("forbid", "skill/could-go move")),
        (Item("chip", "comes"), Item("chip", "absent")),
        (Item("op", "say"), Item("op", "choose")),
        (Item("window", "turn.start"), Item("window", "unit.enters")),
        (Item("stage", "BaddieTurn.turn.start"), Item("stage", "Falling.unit.down")),
        (Item("permit", "move"), None),
        (Item("query", "attack"), None),
        (Item("face", "atk: bones"), None),
        (Item("event", "TurnBegan"), Item("event", "UnitDefeated")),
        (Item("code", "too_many"), Item("code", "over_budget")),
        (Item("check", "battle lost"), Item("check", "battle won")),
        (Item("op", "say"), Item("condition", "rounds")),
    ],
)
def test_what_happens_is_counted_and_what_does_not_is_missing(planted, used, unused) -> None:
    tally, items = planted
    assert used in items
    assert tally[used] > 0
    if unused:
        assert unused in items
        assert unused not in tally


def test_icons_and_picks_are_counted(planted) -> None:
    tally, items = planted
    for what in ("icon", "pick", "face", "stage"):
        some = [i for i in items if i.what == what]
        assert 0 < sum(i in tally for i in some) <= len(some)
    assert {i for i in tally if i.what == "icon"} <= {i for i in items if i.what == "icon"}


def test_twenty_battles_and_the_scenarios_leave_little_out() -> None:
    report = cover("adventure", 20)
    assert report.scenarios > 50
    assert len(report.never) < len(report.items) / 10
    assert text(report).splitlines()[-1].startswith(f"coverage adventure: 20 games, {report.scenarios} scenarios (")


def test_exceptions_are_few_and_have_reasons() -> None:
    for some in EXCEPTIONS.values():
        assert len(some) <= MOST_EXCEPTIONS
        assert all(len(why.split()) > 3 for why in some.values())


def test_the_exit_code_tells_of_what_never_happens_and_of_stale_exceptions(monkeypatch, capsys) -> None:
    item, other = Item("op", "hurt"), Item("op", "heal")
    reports = {
        "all is well": Report("battle", 1, 1, [], [item], []),
        "never": Report("battle", 1, 1, [], [item, other], [item]),
        "a scenario fails": Report("battle", 1, 1, ["x.toml:1: no"], [item], []),
    }
    monkeypatch.setattr(coverage, "EXCEPTIONS", {})
    codes = {}
    for name, report in reports.items():
        monkeypatch.setattr(coverage, "cover", lambda *args, report=report: report)
        codes[name] = coverage.main(["adventure", "1"])
    assert codes == {"all is well": 0, "never": 1, "a scenario fails": 1}
    assert "op         hurt       -- NEVER HAPPENED --\n" in capsys.readouterr().out
    monkeypatch.setattr(coverage, "EXCEPTIONS", {"battle": {item: "because of that"}})
    assert reports["never"].good
    assert reports["all is well"].stale == [item]
    assert "op hurt is an exception, but it happens or cannot be: take it off" in text(reports["all is well"])
