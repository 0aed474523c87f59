"""Rule options: declared by plugins, set by packs and games, kept in the state, read by rules and by content."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.demo.plugin import BASE, PACK
from tmb.content.problem import ContentError
from tmb.core.bearers import Bearer
from tmb.core.chance import seeded
from tmb.errors import InputError, RulesError
from tmb.hookspecs import hookimpl
from tmb.protocol.server import Server
from tmb.protocol.shelf import Shelf
from tmb.registry import Registry
from tmb.ruleset import RuleSet, build
from tmb.session import Session


class House:
    """Three decisions, one of each sort."""

    @hookimpl
    def tmb_words(self, register: Registry) -> None:
        register.rule_option("ties", "old", {"old": "the older", "young": "the younger"}, "Who goes first.", "R1")
        register.rule_option("naps", False, bool, "Whether anybody sleeps.")
        register.rule_option("laps", 3, range(1, 10), "How many laps there are.")


HOUSE = House()
DEFAULTS = {"ties": "old", "naps": False, "laps": 3}


def rules(*packs: Path) -> RuleSet:
    return build([PACK, *packs], [("demo", BASE), ("house", HOUSE)])


def pack(root: Path, name: str, text: str, requires: str = 'demo = ""') -> Path:
    folder = root / name
    folder.mkdir()
    manifest = f'id = "{name}"\nversion = "1"\nname = "{name}"\nrequires = {{ {requires} }}\n'
    (folder / "pack.toml").write_text(manifest + text, encoding="utf-8")
    return folder


def test_a_game_has_the_defaults_or_what_it_was_given() -> None:
    made = rules()
    plain, other = Session.new(made, "demo", seed="1"), Session.new(made, "demo", chosen={"ties": "young"}, seed="1")
    assert [plain.game.option(n) for n in DEFAULTS] == list(DEFAULTS.values())
    assert other.game.option("ties") == "young"
    assert (plain.first.rules, other.first.rules) == (DEFAULTS, DEFAULTS | {"ties": "young"})
    assert (plain.game.state.rules, other.game.state.rules) == ({}, {"ties": "young"})
    assert plain.hash() != other.hash()
    assert plain.hash(True) != other.hash(True)
    with pytest.raises(KeyError):
        plain.game.option("naps ")


def test_copies_saves_forks_and_journals_carry_them() -> None:
    from tmb.session.replay import read_journal, replay

    made = rules()
    game = Session.new(made, "demo", chosen={"laps": 5, "naps": True}, seed="1")
    game.act([game.open_ask.options[0].id])  # type: ignore[union-attr]
    saved = msgspec.json.decode(msgspec.json.encode(game.save()), type=type(game.save()))
    copies = [
        game.fork(),
        Session.load(made, saved),
        replay(made, read_journal(b"\n".join(game.journal.lines) + b"\n")),
    ]
    for copy in [*(s.game for s in copies), game.game.clone()]:
        assert (copy.option("laps"), copy.option("naps"), copy.option("ties")) == (5, True, "old")
    assert [s.first.rules for s in copies] == [DEFAULTS | {"laps": 5, "naps": True}] * 3
    game.undo()
    assert game.game.option("laps") == 5


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        ({"tie": "old"}, "unknown_rule_option", "unknown rule option 'tie'; did you mean \"ties\"?"),
        ({"ties": "yung"}, "bad_value", "rule option ties is old or young, not 'yung'; did you mean \"young\"?"),
        ({"ties": True}, "bad_value", "rule option ties is old or young, not yes"),
        ({"naps": 1}, "bad_value", "rule option naps is yes or no, not 1"),
        ({"laps": 10}, "bad_value", "rule option laps is 1 to 9, not 10"),
        ({"laps": True}, "bad_value", "rule option laps is 1 to 9, not yes"),
        ({"laps": [1] * 99}, "bad_value", "rule option laps is 1 to 9, not [1, 1"),
    ],
)
def test_unknown_names_and_values_are_told(given: dict[str, Any], code: str, message: str) -> None:
    with pytest.raises(InputError) as e:
        Session.new(rules(), "demo", chosen=given)
    assert e.value.code == code
    assert e.value.message.startswith(message)
    assert e.value.where == f"/params/rules/{next(iter(given))}"
    assert len(e.value.message) < 160


def test_the_protocol_takes_and_tells_them() -> None:
    import json

    server, made = Server(Shelf()), rules()
    server.shelf.table = lambda mode, packs: (made, "demo")  # type: ignore[method-assign]

    def call(method: str, **params: Any) -> Any:
        return json.loads(server.handle(json.dumps({"method": method, "params": params}).encode()))

    assert call("new", rules={"naps": True})["result"]["rules"] == DEFAULTS | {"naps": True}
    told = call("explain", topic="naps")["result"]["explanation"]
    assert (told["what"], told["default"], told["value"], told["values"]) == ("rule option", False, True, [True, False])
    assert call("explain", topic="ties")["result"]["explanation"]["values"]["young"] == "the younger"
    listed = call("content")["result"]["rules"]
    assert {name: row["default"] for name, row in listed.items()} == DEFAULTS
    assert listed["laps"]["values"] == [1, 9]
    error = call("new", rules={"nap": True})["error"]["data"]
    assert (error["code"], error["where"], error["did_you_mean"]) == (
        "unknown_rule_option",
        "/params/rules/nap",
        "naps",
    )


def test_a_pack_sets_them_and_a_game_sets_them_otherwise(tmp_path: Path) -> None:
    made = rules(pack(tmp_path, "calm", '[rules]\nnaps = true\nties = "young"\n'))
    assert made.rule_defaults == DEFAULTS | {"naps": True, "ties": "young"}
    game = made.start("demo", made.options("demo", {}), seeded("1"), chosen={"naps": False})
    assert [game.option(n) for n in DEFAULTS] == ["young", False, 3]
    assert Session.new(made, "demo").explain("ties")["set_by"] == "calm"
    assert Session.new(made, "demo").game.option("naps") is True


def problems(*packs: Path) -> list[str]:
    with pytest.raises(ContentError) as e:
        rules(*packs)
    return [str(p) for p in e.value.problems]


def test_what_a_pack_cannot_set_is_told_with_its_place(tmp_path: Path) -> None:
    bad = pack(tmp_path, "bad", '[rules]\nnapps = true\nties = "elder"\n  laps = 0\n')
    assert problems(bad) == [
        'bad/pack.toml:6:1: unknown rule option "napps"; did you mean "naps"?',
        "bad/pack.toml:7:8: rule option ties is old or young, not 'elder'",
        "bad/pack.toml:8:10: rule option laps is 1 to 9, not 0",
    ]
    assert problems(pack(tmp_path, "worse", "[rules]\nnaps = 1.5\n"))[0].startswith(
        "worse/pack.toml:6:8: naps: expected"
    )


def test_two_packs_that_set_one_otherwise_must_know_of_each_other(tmp_path: Path) -> None:
    a = pack(tmp_path, "a", "[rules]\nlaps = 4\n")
    b = pack(tmp_path, "b", "[rules]\nlaps = 5\n")
    same = pack(tmp_path, "c", "[rules]\nlaps = 4\n")
    assert problems(a, b) == ['b/pack.toml:6:8: laps is set by a too; say after = ["a"] to go last']
    assert rules(a, same).rule_defaults["laps"] == 4
    last = pack(tmp_path, "last", 'after = ["a"]\n[rules]\nlaps = 6\n')
    above = pack(tmp_path, "above", "[rules]\nlaps = 7\n", 'a = ""')
    assert rules(a, last).rule_defaults["laps"] == 6
    assert rules(a, above).rule_defaults["laps"] == 7


SKILL = """
[[skill]]
id = "doze"
name = "Doze"
text = "It dozes."
when = {{ window = "turn.start", who = "unit", if = {{ rule = {0} }} }}
do = [{{ op = "say", text = "zzz" }}]
source = {{ status = "standin", where = "a test" }}
"""


def with_skill(root: Path, condition: str) -> Path:
    folder = pack(root, f"p{abs(len(list(root.iterdir())))}", "")
    (folder / "skills").mkdir()
    (folder / "skills" / "s.toml").write_text(SKILL.format(condition), encoding="utf-8")
    return folder


def test_content_asks_for_them(tmp_path: Path) -> None:
    for condition, chosen in (('"naps"', {"naps": True}), ('{ name = "ties", is = "young" }', {"ties": "young"})):
        made = rules(with_skill(tmp_path, condition))
        (name,) = (s for s in made.sheets if "doze" in s)
        (trigger,) = made.sheets[name].triggers
        assert trigger.when is not None
        for given, holds in ((chosen, True), ({}, False)):
            game = made.start("demo", made.options("demo", {}), seeded("1"), chosen=given)
            assert trigger.when(game, Bearer("x", "fox1", name), None) is holds


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ('"nap"', 'unknown rule option "nap"; did you mean "naps"?'),
        ('{ name = "ties", is = "yung" }', 'unknown value of a rule option "yung"; did you mean "young"?'),
    ],
)
def test_content_that_asks_for_what_is_not_there_is_told(tmp_path: Path, condition: str, said: str) -> None:
    (problem,) = problems(with_skill(tmp_path, condition))
    assert problem.endswith(said)
    assert "/skills/s.toml:6:" in problem


def test_content_that_asks_for_a_value_of_another_option_is_told(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="rule option naps is yes or no; `rule` asks for 'old'"):
        rules(with_skill(tmp_path, '{ name = "naps", is = "old" }'))


def test_declarations_that_do_not_fit_are_told() -> None:
    register = Registry()
    register.rule_option("a", 1, range(1, 3), "")
    for default, values, said in (
        ("x", {"y": ""}, "the default of 'b' cannot be"),
        ("x", {}, "has no values"),
        (True, range(2), "cannot be"),
        (1, range(0), "has no values"),
    ):
        with pytest.raises(RulesError, match=said):
            register.rule_option("b", default, values, "")
    with pytest.raises(RulesError, match="'a' is registered already"):
        register.rule_option("a", 1, range(1, 3), "")


def test_a_save_whose_rule_options_were_changed_is_refused() -> None:
    made = rules()
    game = Session.new(made, "demo", chosen={"laps": 5}, seed="1")
    for change in ({"laps": 4}, {"lap": 4}, {"laps": "x"}):
        saved = game.save()
        saved.rules = saved.rules | change
        with pytest.raises(InputError) as e:
            Session.load(made, saved)
        assert e.value.code == "save_incompatible"
    old = game.save()
    old.rules = {}  # as saves were before there were rule options
    assert Session.load(made, old).game.option("laps") == 5
