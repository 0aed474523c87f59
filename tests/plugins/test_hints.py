"""What `tmb pack check` says though nothing is wrong: what an author most likely did not mean so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lurk import STATS
from tmb.cli.checking import checked

PACK = 'id = "mine"\nversion = "1.0"\nname = "Mine"\nrequires = { base = ">=0.1", undertow = ">=0.1" }\n'
SOURCE = 'source = { status = "standin", where = "a test" }\n'


def hints(folder: Path, **files: str) -> list[str]:
    """The hints at a pack of these files, which has no problem."""
    for name, text in {"pack": PACK, **files}.items():
        path = folder / "mine" / ("pack.toml" if name == "pack" else f"{name}/mine.toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = checked([folder / "mine"])
    assert found.problems == []
    return [str(hint).removeprefix("mine/") for hint in found.hints]


def entries(kind: str, *texts: str) -> str:
    """Entries of a kind, called a, b, c ..."""
    return "".join(f'[[{kind}]]\nid = "{id}"\n{SOURCE}{text}\n' for id, text in zip("abcdefgh", texts, strict=False))


CHIP = f'set = "undertow"\n{STATS}'
HEALS = 'when = { window = "turn.end" }\ndo = [{ op = "heal", amount = 1 }]\n'


@pytest.mark.parametrize(
    "packs",
    [["rules/pack", "properties/packs/battle_words"], ["rules/twenty/pack", "properties/packs/twenty_words"]],
    ids=["base", "twenty-strong"],
)
def test_packs_that_are_meant_so_need_no_hint(packs: list[str]) -> None:
    found = checked([Path(__file__).parents[1] / pack for pack in packs])
    assert (found.problems, found.hints) == ([], [])


def test_a_number_behind_a_skill_that_takes_none(tmp_path: Path) -> None:
    chip = 'skills = ["a", "a 2", "b 2"]\nbones = { 2 = "a 1", 3 = "b 1" }'
    found = hints(
        tmp_path, baddies=entries("baddie", CHIP + chip), skills=entries("skill", HEALS, HEALS + 'takes = "n"')
    )
    says = 'a takes no number; write "a", or takes = "n" there'
    assert found == [f"baddies/mine.toml:{place}: {says}" for place in ("13:16", "14:15")]


def test_a_moment_at_which_nothing_happens(tmp_path: Path) -> None:
    """A Loot card with uses is used up at its moment, whatever else it does."""
    when = 'when = { window = "turn.end" }\n'
    skills = entries("skill", HEALS, when + "do = []", when, f"also = [{{ {when.strip()}, do = [] }}]")
    loot = entries("loot", f'set = "undertow"\n{when}', f'set = "undertow"\nuses = 2\n{when}')
    places = ("skills/mine.toml:7:1", "skills/mine.toml:12:1", "skills/mine.toml:17:1", "loot/mine.toml:1:1")
    says = 'at "turn.end" nothing happens: the program is missing, or empty'
    assert sorted(hints(tmp_path, skills=skills, loot=loot)) == sorted(f"{place}: {says}" for place in places)


FIGHT = """sort = "general"
set = "undertow"
[[{kind}.choices]]
id = "fight"
text = "Fight."
do = [{battles}]
[{kind}.choices.battle]
when = {{ window = "queue.built" }}
do = [{{ op = "lay", token = "wreckage", at = ["r1c1", "m1"] }}]
"""


def test_a_position_that_only_another_mat_has(tmp_path: Path) -> None:
    """Where a battle does not say its mat it may be any."""
    battles = {
        mat: f'{{ op = "battle", mat = "{mat}" }}' if mat else '{ op = "battle" }' for mat in ("water", "land", "")
    }
    mats = [["water", "land"], ["land"], ["water", ""], [""], ["water"]]
    cards = [FIGHT.format(kind="encounter", battles=", ".join(battles[mat] for mat in row)) for row in mats]
    (told,) = hints(tmp_path, encounters=entries("encounter", *cards))
    assert told == "encounters/mine.toml:64:55: 'm1' is no position of water; it is one of land"


MAT = """positions = [
  { id = "a1", side = "baddies", form = "melee", lane = 1, row = 1, column = 1 },
  { id = "a2", side = "gearlocs", form = "melee", lane = 1, row = 2, column = 1 },
]
adjacent = [["a1", "a2"]]
when = { window = "battle.start" }
do = [{ op = "lay", token = "wreckage", at = ["a1", "m1"] }]
"""


def test_a_mat_has_the_positions_that_it_speaks_of(tmp_path: Path) -> None:
    assert hints(tmp_path, mats=entries("mat", MAT)) == [
        "mats/mine.toml:10:53: 'm1' is no position of a; it is one of land"
    ]


def test_a_field_that_the_moment_does_not_have(tmp_path: Path) -> None:
    """What runs later is asked of the moment at which it runs."""
    asks = '{ op = "if", if = { field = "attack" } }'
    found = hints(
        tmp_path,
        skills=entries(
            "skill",
            f'when = {{ window = "damage.before" }}\ndo = [{asks}]',
            f'when = {{ window = "turn.end" }}\ndo = [{asks}]',
            'when = { window = "turn.end" }\ndo = [{ op = "heal", amount = { field = "amount" } }]',
            'when = { window = "turn.end", if = { not = { field = "attack" } } }\ndo = [{ op = "spend" }]',
            'when = { window = "roll.after" }\ndo = [{ op = "if", if = { field = "what" } }]',
            f'when = {{ window = "battle.start" }}\ndo = [{{ op = "ini_entry", do = [{asks}] }}]',
        ),
    )
    says = [line.partition(" field ") for line in found]
    assert [(place, said.partition(";")[0]) for place, _, said in says] == [
        ("skills/mine.toml:6:1:", '"attack" is never set at "turn.end"'),
        ("skills/mine.toml:11:1:", '"amount" is never set at "turn.end"'),
        ("skills/mine.toml:16:1:", '"attack" is never set at "turn.end"'),
    ]
