"""What a pack author may get wrong in the parts of a card: it is told at the part, and nothing goes round for ever."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.test_authors import TYRANT, rules_with
from tmb.content.problem import ContentError
from tmb.core.asking import chosen, public
from tmb.core.chance import seeded
from tmb.errors import InputError, InternalError
from tmb.session import Session
from tmb.session.answers import first

SOURCE = 'source = { status = "standin", where = "a test" }'
BATTLE = '[{ op = "battle", tyrant = "top" }]'

CARD = f"""
[[encounter]]
id = "card"
name = "Card"
sort = "general"
{SOURCE}

[[encounter.choices]]
id = "first"
text = "First."

"""
LOOT = f"""
[[loot]]
id = "thing"
name = "Thing"
{SOURCE}

"""
OAF = TYRANT.format('{ op = "battle", tyrant = "top" }')
PARTS: dict[str, tuple[str, str]] = {
    "a choice": ("encounters", CARD + '[[encounter.choices]]\nid = "second"\ntext = "x"\ndo = {do}'),
    "the rules of a battle": (
        "encounters",
        CARD + '[[encounter.choices]]\nid = "second"\ntext = "x"\n[encounter.choices.battle]\n{at}do = {do}',
    ),
    "what a card leaves behind": ("encounters", CARD + "[encounter.lasting.glow]\n{at}do = {do}"),
    "what a Loot leaves behind": ("loot", LOOT + "[loot.lasting.glow]\n{at}do = {do}"),
    "a plan": ("loot", LOOT + '[loot.plan]\nid = "plan"\nname = "P"\ncost = 1\ntext = "x"\ndo = {do}'),
    "a face": ("tyrants", OAF.replace('"blank"', '"roar"', 1) + "[tyrant.icons.roar]\n{at}do = {do}"),
    "the rules of a Tyrant": ("tyrants", OAF + "[tyrant.battle]\n{at}do = {do}"),
    "a set-up": ("tyrants", TYRANT.replace("[{}]", "{{do}}").format()),
}
HEADS = {
    "a choice": "[[encounter.choices]]",
    "the rules of a battle": "[[encounter.choices]]",
    "what a card leaves behind": "[encounter.lasting.glow]",
    "what a Loot leaves behind": "[loot.lasting.glow]",
    "a plan": "[loot.plan]",
    "a face": "[tyrant.icons.roar]",
    "the rules of a Tyrant": "[tyrant.battle]",
    "a set-up": "[[tyrant]]",
}
AT = 'when = { window = "round.start" }\n'
FAULTS = {
    "a variable": ('[{ op = "heal", amount = "$m", to = "self" }]', "nothing gives the variable $m"),
    "a die": ('[{ op = "roll", die = "dd6" }]', "there is no die 'dd6'"),
    "too many": ('[{ op = "hurt", amount = 1, to = { adjacent = "self" } }]', "hurt wants one unit"),
    "a rule option": (
        '[{ op = "if", if = { rule = "thick-skin" }, then = [] }]',
        "rule option thick-skin is ",
    ),
}


def told(tmp_path: Path, folder: str, text: str, **more: str) -> list[Any]:
    """The problems of a pack with this file, and others."""
    with pytest.raises(ContentError) as e:
        rules_with(tmp_path, 'text = "x"', **{folder: text}, **more)
    return e.value.problems


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("part", PARTS)
def test_a_fault_in_a_part_of_a_card_is_told_at_that_part(tmp_path: Path, part: str, fault: str) -> None:
    folder, text = PARTS[part]
    do, message = FAULTS[fault]
    if part == "a set-up":
        do = BATTLE[:-1] + ", " + do[1:]
    text = text.replace("{at}", AT).replace("{do}", do)
    (problem,) = told(tmp_path, folder, text)
    assert problem.message.startswith(message)
    heads = [i for i, line in enumerate(text.splitlines(), 1) if line == HEADS[part]]
    assert (problem.file, problem.line, problem.code) == (f"mine/{folder}/own.toml", heads[-1], "rules")


def choices(*programs: str) -> str:
    """A card with these choices: c0, c1 ..."""
    parts = [f'[[encounter.choices]]\nid = "c{i}"\ntext = "x"\n{do}\n' for i, do in enumerate(programs)]
    return CARD.partition("[[encounter.choices]]")[0] + "\n".join(parts)


def going(*names: str) -> list[str]:
    """Programs that go to choices of these names, each after something quiet."""
    pay = '{ op = "pay", reward = { training = 1 } }'
    return [f'do = [{pay}, {{ op = "go_to", choice = "{name}" }}]' for name in names]


@pytest.mark.parametrize(
    ("programs", "circle", "line"),
    [
        (going("c0"), ["c0", "c0"], 11),
        (going("c1", "c0"), ["c0", "c1", "c0"], 11),
        (going("c1", "c2", "c1"), ["c1", "c2", "c1"], 16),
        (going("?"), ["c0", "c0"], 11),
    ],
)
def test_choices_that_go_round_in_a_circle_are_told(
    tmp_path: Path, programs: list[str], circle: list[str], line: int
) -> None:
    text = choices(*programs)
    (problem,) = told(tmp_path, "encounters", text)
    way = " goes to ".join(f'"{name}"' for name in circle)
    assert problem.message == f"this never ends: {way}, and nobody decides anything in between"
    assert (problem.file, problem.line) == ("mine/encounters/own.toml", line)
    assert text.splitlines()[problem.line - 1][problem.column - 1 :].startswith('{ op = "go_to"')


ASKS = '{ op = "give_up_loot" }'


@pytest.mark.parametrize(
    "programs",
    [
        going("c1", "?"),
        [f'do = [{ASKS}, {{ op = "go_to", choice = "c0" }}]'],
        ['do = [{ op = "roll", die = "d6" }, { op = "go_to" }]'],
        ['if = { at_least = [{ loot_of = "party" }, 1] }\ndo = [{ op = "go_to" }]'],
        ['do = [{ op = "if", if = { exists = "party" }, then = [{ op = "go_to" }] }]'],
    ],
)
def test_choices_that_may_end_are_none_of_the_packs_check(tmp_path: Path, programs: list[str]) -> None:
    rules_with(tmp_path, 'text = "x"', encounters=choices(*programs))


@pytest.mark.parametrize("part", [part for part in PARTS if part not in ("a choice", "a set-up")])
def test_no_battle_begins_out_of_a_battle(tmp_path: Path, part: str) -> None:
    folder, text = PARTS[part]
    text = text.replace("{at}", AT).replace("{do}", '[{ op = "battle" }]')
    (problem,) = told(tmp_path, folder, text)
    assert problem.message.startswith("`battle` begins a battle of a choice or a Tyrant's set-up")
    assert problem.file == f"mine/{folder}/own.toml"


@pytest.mark.parametrize("op", [f'{{ op = "lay", token = "rubble", {how} }}' for how in ("n = 2", 'at = ["r1c1"]')])
@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_laid_on_the_mat_before_there_is_a_battle(tmp_path: Path, part: str, op: str) -> None:
    folder, text = PARTS[part]
    do = f"[{op}, {BATTLE[1:]}" if part in ("a choice", "a set-up") else f"[{op}]"
    text = text.replace("{at}", AT).replace("{do}", do)
    if part not in ("a choice", "a set-up"):
        rules_with(tmp_path, 'text = "x"', **{folder: text}, tokens=TOKEN)
        return
    (problem,) = told(tmp_path, folder, text, tokens=TOKEN)
    assert problem.file == f"mine/{folder}/own.toml"
    assert 'let its `battle` do it: `battle = { when = { window = "battle.before" }, ' in problem.message


@pytest.mark.parametrize("op", ['{ op = "go_to", choice = "nowhere" }', '{ op = "lasting", name = "nothing" }'])
@pytest.mark.parametrize("part", ["a choice", "the rules of a battle", "what a card leaves behind", "a plan"])
def test_names_of_a_cards_own_parts_are_looked_up_wherever_they_stand(tmp_path: Path, part: str, op: str) -> None:
    folder, text = PARTS[part]
    nested = f'[{{ op = "if", if = {{ exists = "party" }}, then = [{op}] }}]'
    text = text.replace("{at}", AT).replace("{do}", nested)
    problems = told(tmp_path, folder, text)
    place = text.splitlines()[problems[0].line - 1][problems[0].column - 1 :]
    assert [p.code for p in problems] == ["bad_card"]
    assert place.startswith(op)


CIRCLE = ['do = [{ op = "if", if = { exists = "party" }, then = [{ op = "go_to", choice = "c0" }] }]']


def test_a_circle_that_only_the_game_can_see_names_the_card_and_its_place(tmp_path: Path) -> None:
    text = choices(*CIRCLE).replace('sort = "general"', 'sort = "special"\nday = 4')
    rules = rules_with(tmp_path, 'text = "x"', encounters=text)
    place = r"choice/card/c0 \(mine/encounters/own\.toml:9:1\)"
    options = rules.options("adventure", {})
    with pytest.raises(InternalError, match=rf"^20000 steps without a decision, in {place}; open frames: "):
        play(rules, options)
    session = Session.new(rules, "adventure", {}, seed="1")
    with pytest.raises(InputError, match=rf"or in {place}; nothing was changed") as e:
        drive(session)
    assert e.value.data()["culprit"] == "choice/card/c0 (mine/encounters/own.toml:9:1)"


def play(rules: Any, options: Any) -> None:
    """A game of first answers, to its end."""
    game = rules.start("adventure", options, seeded("1"))
    while game.ask is not None:
        game.answer(chosen(game.ask, public(game.ask), first(public(game.ask))))


def drive(session: Session) -> None:
    """The same behind the door."""
    while (ask := session.open_ask) is not None:
        session.act(first(ask))


PLACES: dict[str, tuple[str, str]] = {
    "a choice": ("encounters", CARD.replace('id = "first"', "id = {id}")),
    "a plan": ("loot", LOOT + '[loot.plan]\nid = {id}\nname = "P"\ncost = 1\ntext = "x"\ndo = []'),
    "what lasts": ("encounters", CARD + "[encounter.lasting.{id}]\ndo = []"),
    "a face": ("tyrants", OAF.replace('"blank"', "{id}", 1)),
    "an either": ("encounters", CARD + "do = [{ op = 'either', options = { {id} = [] } }]"),
    "a choose": ("encounters", CARD + "do = [{ op = 'choose', of = 'party', word = {id}, do = [] }]"),
    "an entry": ("encounters", CARD.replace('id = "card"', "id = {id}")),
}
BAD = {
    "a/b": "a-b",
    "a b": "a-b",
    "zwölf": "zw-lf",
    "..": "",
    "-x": "x",
    "a\\n": "a",
    "done": "done",
}


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("place", PLACES)
def test_what_becomes_part_of_an_id_outside_is_written_like_one(tmp_path: Path, place: str, bad: str) -> None:
    folder, text = PLACES[place]
    text = text.replace("{id}", f'"{bad}"')
    problems = told(tmp_path, folder, text)
    (problem,) = [p for p in problems if p.code == "bad-id"]
    if bad == "done":
        assert problem.message.endswith(': "done" is what closes a menu; write another id')
    else:
        assert f'"{bad}" is not made of ' in problem.message
        assert problem.message.endswith(f'; write "{BAD[bad]}"' if BAD[bad] else "0-9 and -")
    line = text.splitlines()[problem.line - 1]
    assert line[problem.column - 1 :].startswith(f'"{bad}"') or f'lasting."{bad}"' in line, line


MAT = f"""
[[mat]]
id = "yard"
name = "Yard"
positions = [
  {{ id = "a1", side = "baddies", form = "melee", lane = 1, row = 1, column = 1 }},
  {{ id = "a2", side = "gearlocs", form = "melee", lane = 1, row = 2, column = 1 }},
]
adjacent = [["a1", "a2"]]
diagonal = [["a2", "a1"]]
{SOURCE}
"""

TOKEN = f"""
[[token]]
id = "rubble"
name = "Rubble"
sign = "%"
{SOURCE}
"""
FOR = "one of the field may be a starting position, one at the side has a number"
NUMBERS, CALLED = (
    "the positions at the sides have the numbers 1 to 6",
    "`sides` says what a position at the side is called",
)


@pytest.mark.parametrize(
    ("was", "now", "messages"),
    [
        ('adjacent = [["a1", "a2"]]', 'adjacent = [["a1", "b2"]]', ["no position 'b2'"]),
        ('diagonal = [["a2", "a1"]]', 'diagonal = [["c1", "b2"]]', ["no position 'b2'", "no position 'c1'"]),
        ('id = "a2"', 'id = "b2"', ["no position 'a2'"]),
        ('id = "a2"', 'id = "a1"', ["no position 'a2'", "position 'a1' stands twice"]),
        ('diagonal = [["a2", "a1"]]', 'diagonal = [["a2", "a2"]]', ["position 'a2' is no neighbour of itself"]),
        (
            "positions = [",
            'positions = [{ id = "x", row = 3, column = 1 },',
            ["no way leads from 'x' to 'a1', 'a2'"],
        ),
        ("row = 2", "row = 1", [f"position 'a{n}' is drawn where another one is" for n in (1, 2)]),
        ('side = "gearlocs"', 'side = "baddies"', ["there is no starting position of a Gearloc"]),
        ("row = 2", "row = 2, number = 1", [f"position 'a2': {FOR}"]),
        ("row = 2", 'row = 2, zone = "side"', [CALLED, f"position 'a2': {FOR}", NUMBERS]),
        ('name = "Yard"', 'name = "Yard"\nwrecks = "rubble"', ["`wrecks` is for a mat with positions at its sides"]),
    ],
)
def test_a_mat_whose_positions_do_not_hold_together_is_told(
    tmp_path: Path, was: str, now: str, messages: list[str]
) -> None:
    found = told(tmp_path, "mats", MAT.replace(was, now), tokens=TOKEN)
    assert sorted(p.message for p in found) == messages
    rules_with(tmp_path / "sound", 'text = "x"', mats=MAT, tokens=TOKEN)


PROPS = "\n".join(
    f"""
[[prop]]
id = "{name}"
name = "Thing"
hp = 2
unit = {unit}
{SOURCE}
"""
    for name, unit in (("idol", "false"), ("statue", "true"))
)


@pytest.mark.parametrize(
    ("op", "word", "message"),
    [
        ('{ op = "lay", token = "rubble", at = ["r1c1", "r9c9"] }', '"r9c9"', "no mat has a position 'r9c9'; known: "),
        (
            '{ op = "obstacle", prop = "idol", at = ["r1c12"] }',
            '"r1c12"',
            "no mat has a position 'r1c12'; did you mean",
        ),
        ('{ op = "lay", token = "rubble", lanes = [1, 7] }', "7]", "no mat has a lane 7"),
        ('{ op = "place", prop = "idol", lane = 7 }', "7 }", "no mat has a lane 7"),
        ('{ op = "obstacle", prop = "statue", at = ["r1c1"] }', '"statue"', "'statue' is a unit, and no obstacle: "),
    ],
)
@pytest.mark.parametrize("part", ["the rules of a battle", "what a Loot leaves behind", "a plan", "a face"])
def test_positions_that_no_mat_has_are_told_wherever_they_are_named(
    tmp_path: Path, part: str, op: str, word: str, message: str
) -> None:
    folder, text = PARTS[part]
    text = text.replace("{at}", AT).replace("{do}", f"[{op}]")
    (problem,) = told(tmp_path, folder, text, tokens=TOKEN, props=PROPS)
    assert problem.message.startswith(message)
    assert problem.file == f"mine/{folder}/own.toml"
    assert text.splitlines()[problem.line - 1][problem.column - 1 :].startswith(word)


WRONG = [(word, many) for word in ("at_least", "same", "times") for many in ("[]", "[1]", "[1, 2, 3]")]


@pytest.mark.parametrize(("word", "many"), [*WRONG, ("least", "[]")])
def test_words_that_want_so_many_things_say_so(tmp_path: Path, word: str, many: str) -> None:
    many = many if word != "same" else re.sub(r"\d", '"self"', many)
    part = f"{{ {word} = {many} }}"
    if word in ("times", "least"):
        part = f"{{ at_least = [{part}, 1] }}"
    do = f'do = [{{ op = "if", if = {part}, then = [] }}]'
    (problem,) = told(tmp_path, "encounters", choices(do))
    assert problem.message.startswith(f"{word}: expected "), problem
    assert (problem.file, problem.line) == ("mine/encounters/own.toml", 11)


@pytest.mark.parametrize(
    ("folder", "text", "word", "message"),
    [
        ("tokens", TOKEN.replace('"%"', '"\\n"'), '"\\n"', "sign: expected one or two letters"),
        (
            "tokens",
            TOKEN.replace("sign", 'beyond = "lost"\nsign'),
            '"lost"',
            "one more can only be needed where `most`",
        ),
        ("stacks", f'[[stack]]\nid = "5"\nname = "Fives"\npoints = 5\n{SOURCE}', '"5"', "'5' are the chips that go by"),
    ],
)
def test_tokens_and_stacks_that_cannot_be_what_they_say_are_told(
    tmp_path: Path, folder: str, text: str, word: str, message: str
) -> None:
    (problem,) = told(tmp_path, folder, text)
    assert problem.message.startswith(message)
    assert text.splitlines()[problem.line - 1][problem.column - 1 :].startswith(word)
