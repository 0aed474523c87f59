"""`tmb rules`: what the engine plays with, printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli import inside
from tests.plugins import undertow

here = inside.here

DEMO = ["--packs", "demo"]


def indent(line: str) -> int:
    return len(line) - len(line.lstrip(" │├└─"))


def test_the_tree_nests_what_stages_begin(tmb):
    lines = tmb("rules", "flow", *DEMO).stdout.splitlines()
    depth = {line.lstrip(" │├└─").split()[0]: indent(line) for line in reversed(lines) if line.strip()}
    assert depth["Match"] < depth["Round"] < depth["Turn"] < depth["Strike"] < depth["Harm"]
    text = "\n".join(lines)
    assert "throw  <roll, unless tired>" in text
    assert "leave  <step>  [house rules, falling]" in text
    assert "round.start  <opens, nobody listens>" in text
    assert "act  <menu, repeats, and actions of turn>  Strike, step and storm" in text
    assert "- fall\n  └─ Fall  Pawns without HP fall" in text
    assert "- harm\n  └─ Harm (see above)" in text


def test_one_flow_with_all_below_it(tmb):
    lines = tmb("rules", "flow", "STRIKE", *DEMO).stdout.splitlines()
    assert lines[0].startswith("Strike  A roll against one foe.")
    assert any("Harm" in line for line in lines)
    assert not any("Round" in line for line in lines)


def test_flows_as_mermaid_and_as_json(tmb):
    chart = tmb("rules", "flow", "round", "--mermaid", *DEMO).stdout.splitlines()
    assert chart[0] == "flowchart TD"
    assert chart.count("  end") == len([line for line in chart if line.startswith("  subgraph")])
    assert '    f0s2["next_turn (step)"]' in chart
    assert "  f0s2 -.-> f1" in chart
    data = json.loads(tmb("rules", "flow", "--json", *DEMO).stdout)
    flows = {f["name"]: f for f in data["flows"]}
    assert data["starts"]["demo"] == ["Match"]
    assert [s["name"] for s in flows["Strike"]["stages"]] == ["throw", "struck"]
    assert flows["Strike"]["stages"][0]["begins"] == ["Harm"]


@pytest.mark.parametrize(
    ("shelf", "name"),
    [("windows", "harm.before"), ("queries", "harm"), ("permits", "strike"), ("ops", "harm"), ("marks", "poison")],
)
def test_shelves_are_listed(tmb, shelf, name):
    assert any(line.split()[0] == name for line in tmb("rules", shelf, *DEMO).stdout.splitlines())
    rows = json.loads(tmb("rules", shelf, "--json", *DEMO).stdout)[shelf]
    assert name in [row["name"] for row in rows]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("hurt", "hurt (op): "),
        ("lay", "lay (op): "),
        ("in_reach", "in_reach (condition): "),
        ("dex_left", "dex_left (value): "),
        ("with_mark", "with_mark (selector): "),
    ],
)
def test_a_word_that_content_is_written_in_is_explained(here, word, told):
    done = here("rules", word, "--packs", "base")
    assert done.returncode == 0
    assert done.stdout.startswith(told)
    assert json.loads(here("rules", word, "--json", "--packs", "base").stdout)["topic"] == word


def test_a_word_of_content_of_an_expansion_is_found_in_it(here):
    done = here("rules", "roll_token")
    assert done.stdout.startswith("roll_token (op): ")
    assert "Keys: token, to?." in done.stdout.replace("\n  ", " ")


def test_the_name_of_something_comes_before_a_word_of_content(here):
    assert here("rules", "attacked", "--packs", "base").stdout.startswith("attacked (window): ")
    assert "(op)" not in here("rules", "Each", "--packs", "base").stdout


def test_what_an_expansion_adds_to_a_flow_stands_in_it_with_its_words_and_its_place_in_the_rulebook(here):
    """And does not where the expansion is not played."""
    added = {x.stage.name: x for found in undertow.RULES.registry.extensions.values() for x in found}
    assert len(added) >= 6
    lines = here("rules", "flow", "--packs", "base,undertow").stdout.splitlines()
    rows = {line.lstrip(" │├└─").split()[0]: line for line in reversed(lines) if "from undertow" in line}
    chart, base = here("rules", "flow", "--mermaid", "--packs", "base,undertow").stdout, here("rules", "flow").stdout
    for name, x in added.items():
        assert x.stage.doc, name
        assert x.stage.cite, name
        assert f"[{x.stage.cite}]" in rows[name]
        assert x.how == "entry" or f"{name} (" in chart  # entries of menus are no boxes
        assert name not in base


@pytest.mark.parametrize(("packs", "page"), [("base,undertow", "packs.md"), ("twenty-strong", "twenty-strong.md")])
def test_windows_name_the_roles_that_the_pages_for_authors_name(here, packs, page):
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    part = text.partition("| window |")[2].partition("\n\n")[0]
    said = {}
    for row in re.findall(r"^\| `([a-z.]+)` \|(.*)\|$", part, re.MULTILINE):
        said[row[0]] = re.findall(r"`([^`]+)`", row[1].split("|")[1].partition(";")[0])
    rows = {r["name"]: r for r in json.loads(here("rules", "windows", "--json", "--packs", packs).stdout)["windows"]}
    windows = {name: row for name, row in rows.items() if row["kind"] == "window" and name in said}
    assert len(windows) == len(said) > 10
    assert {name: row["who"].split(", ") if row["who"] else [] for name, row in windows.items()} == said
    assert {name for name, row in windows.items() if not row["cite"]} <= {"roll.after"}, "every game has that one"


def test_windows_stand_in_the_order_of_a_day_and_of_a_round(tmb):
    rows = json.loads(tmb("rules", "windows", "--json", "--packs", "base").stdout)["windows"]
    names = [row["name"] for row in rows]
    for some in (
        "day.start encounter.drawn queue.points battle.start encounter.over reward.start recovery",
        "recovery.start recovery day.end",
        "round.start turn.start turn baddie.skills turn.rolled damage.before attack.done bones.skills",
        "tyrant.die attacked turn.end round.end battle.end recovery.start",
    ):
        wanted = some.split()
        assert sorted(wanted, key=names.index) == wanted


def test_rule_options_are_listed_with_all_their_values(tmb):
    said = tmb("rules", "options", "--packs", "base").stdout
    data = json.loads(tmb("rules", "options", "--json", "--packs", "base").stdout)["options"]
    for option in data:
        lines = said.split(f"{option['name']}=")[1].splitlines()
        assert lines[1].strip() == f"{option['doc']} ({option['cite']})"
        assert option["default"] in option["values"]
        assert all(word in said for word in option["values"] if isinstance(word, str))
    assert {"thick-skin", "poison"} <= {option["name"] for option in data}
    assert tmb("rules", "options", *DEMO).stdout == "no rule options are here\n"


BATTLE = """battle.before unit.enters battle.start round.start turn.start turn baddie.skills turn.rolled damage.before
damage.after attack.done bones.skills attacked turn.end round.end battle.end unit.down""".split()


def test_windows_stand_in_the_order_in_which_a_game_meets_them(tmb):
    lines = tmb("rules", "windows", "--packs", "base").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:] if line.split()[0] in BATTLE] == BATTLE
    rows = json.loads(tmb("rules", "windows", "--json", *DEMO).stdout)["windows"]
    names = [row["name"] for row in rows]
    assert names.index("round.start") < names.index("turn.start") < names.index("harm.before") < names.index("turn.end")
    assert sorted(names) == sorted(dict.fromkeys(names))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Taunt"], ["Taunt (effect)", "  [rulebook: base rules Q&A, Taunt; R3]", "Taunt (skill)"]),
        (["innate", "+1"], ["Innate +1: The better talent"]),
        (["word", "bones"], ["Bones: Faces that miss", "R10"]),
        (["R17"], ["R17: The order"]),
        (["thick-skin"], ["Thick Skin (skill)", "thick-skin=before-def", "after-def: of what Def dice let through"]),
        (["kobold"], ["Kobold (baddie)", "hp ", "[stand-in: "]),
    ],
)
def test_a_word_is_explained_with_its_citation(tmb, words, said):
    done = tmb("rules", *words, "--packs", "base")
    assert done.returncode == 0, done.stderr
    assert all(part in done.stdout for part in said), done.stdout
    data = json.loads(tmb("rules", *words, "--packs", "base", "--json").stdout)
    assert data["schema"] == "tmb.word/1"


@pytest.mark.parametrize(("word", "close"), [("tuant", '"taunt"'), ("windwos", '"windows"'), ("ba", " more; ")])
def test_a_word_that_nobody_knows_is_2_with_a_way_out(tmb, word, close):
    done = tmb("rules", word, "--packs", "base")
    assert (done.returncode, done.stdout) == (2, "")
    assert close in done.stderr


def test_prose_is_broken_at_the_width_that_columns_says(tmb):
    lines = tmb("rules", "bones", "--packs", "base", COLUMNS="50").stdout.splitlines()
    assert len(lines) > 3
    assert max(map(len, lines)) <= 50
    assert len(tmb("rules", "bones", "--packs", "base").stdout.splitlines()) == 1


def reads_only(game, frame):
    from tests.demo import flows

    return isinstance(frame, flows.Storm) or type(frame) is flows.Turn or flows.Fall in (None, frame)


def begins_by_a_table(game, frame):
    game.push({"a": TABLE["turn"]}[frame.name]())


def begins_by_another(game, frame: object):
    return [begins_by_a_table(game, f) for f in frame]


from tests.demo.flows import Fall, Storm, Turn  # noqa: E402

TABLE = {"turn": Turn}


class Parent:
    def start(self):
        return self.turn()

    def turn(self):
        return Turn("x")


class Child(Parent):
    def start(self):
        return Storm([]), super().start()


def test_what_a_function_begins_is_read_from_its_source():
    from tmb.cli.pushes import pushed_by

    assert pushed_by(reads_only, [Fall, Storm, Turn]) == []
    assert pushed_by(begins_by_a_table, [Fall, Storm, Turn]) == [Turn]
    assert pushed_by(begins_by_another, [Fall, Storm, Turn]) == [Turn]
    assert pushed_by(lambda game: game.push(Storm([])), [Storm]) == [Storm]
    assert pushed_by(len, [Storm]) == []
    assert pushed_by(Child().start, [Fall, Storm, Turn]) == [Storm, Turn]
