"""`--rule NAME=VALUE` on every verb that starts a game."""

from __future__ import annotations

import json

import pytest

from tests.cli.inside import Here, here

__all__ = ["here"]

BATTLE = ("-m", "battle", "--queue", "kobold")


def test_a_game_in_a_file_keeps_them(here: Here) -> None:
    done = here("new", "--save", "g.tmb", *BATTLE, "--rule", "poison=value", "--rule", "innate-plus-is-plan=no")
    assert done.returncode == 0, done.stderr
    first = json.loads((here.folder / "g.tmb").read_text().splitlines()[0])["rules"]
    assert (first["poison"], first["innate-plus-is-plan"], first["thick-skin"]) == ("value", False, "before-def")
    assert here("do", "g.tmb", *here("ask", "g.tmb", "--first").stdout.split()).returncode == 0
    assert here("replay", "g.tmb", "--verify").returncode == 0


def test_the_table_is_told_what_is_not_as_usual(here: Here) -> None:
    done = here("play", *BATTLE, "--seed", "1", "--rule", "poison=value", "--save", "g.tmb", stdin="? poison\nq\n")
    assert "poison=value" in done.stdout.splitlines()[0]
    assert "poison=" not in here("play", *BATTLE, "--seed", "1", stdin="q\n").stdout
    assert (
        "thick-skin=after-def" in here("demo", "-m", "battle", "--rule", "thick-skin=after-def").stdout.splitlines()[0]
    )


def test_a_simulation_plays_by_them(here: Here) -> None:
    args = ("sim", "-m", "battle", "--games", "6", "--party", "picket,picket", "--queue", "bog-lurk,bog-lurk")
    plain, other = (here(*args, "--json", *more).stdout for more in ((), ("--rule", "knocked-out=one-hp")))
    assert json.loads(other.splitlines()[0])["rules"]["knocked-out"] == "one-hp"
    assert plain.splitlines()[1:] == other.splitlines()[1:]  # one battle alone begins with HP
    said = here(*args, "--rule", "diagonal-in-fatigue=all").stdout
    assert "diagonal-in-fatigue=all" in said
    assert here(*args, "--json", "--rule", "diagonal-in-fatigue=all").stdout.splitlines()[1:] != plain.splitlines()[1:]


@pytest.mark.parametrize("verb", [("new", "--save", "g.tmb"), ("play",), ("sim",), ("demo",)])
@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (["poson=value"], "unknown rule option 'poson'; did you mean \"poison\"?"),
        (["poison=valu"], "rule option poison is one or value, not 'valu'; did you mean \"value\"?"),
        (["innate-plus-is-plan=maybe"], "rule option innate-plus-is-plan is yes or no, not 'maybe'"),
        (["poison"], "--rule wants NAME=VALUE, not 'poison'"),
        (["poison=one", "poison=value"], "--rule poison is written twice, with two values"),
    ],
)
def test_what_cannot_be_is_2(here: Here, verb: tuple[str, ...], rule: list[str], said: str) -> None:
    done = here(*verb, "-m", "battle", *(word for r in rule for word in ("--rule", r)))
    assert (done.returncode, list(here.folder.iterdir())) == (2, [])
    assert said in done.stderr


def test_a_game_that_goes_on_has_its_rules_already(here: Here) -> None:
    here("new", "--save", "g.tmb", *BATTLE)
    done = here("play", "--save", "g.tmb", "--rule", "poison=value")
    assert (done.returncode, "--rule" in done.stderr) == (1, True)
