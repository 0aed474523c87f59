"""What plugins add to the flows of others: stages before, after and instead of one, by name."""

from __future__ import annotations

import pytest

from tests.core.test_flow import colours, leave, unit
from tests.core.tiny import Extra, Main, log, note, play, tiny
from tmb.core.flow import END, flow
from tmb.errors import RulesError


def extended(*how, stages=("one", "two"), gone=END, more=()):
    """A flow of two stages with extensions: (how, at, stage) by one plugin each."""
    plugins = [
        (f"plug{i}", Extra((), extend=lambda r, x=x: getattr(r, x[0])("Main", x[1], x[2]))) for i, x in enumerate(how)
    ]
    subject = unit if gone != END else None
    return tiny(
        flow(Main, *(s if not isinstance(s, str) else note(s) for s in stages), gone=gone, subject=subject),
        extra=plugins,
    )


def test_stages_before_and_after_one_place_add_up_in_the_order_of_the_plugins() -> None:
    how = [
        ("after", "one", note("A")),
        ("before", "two", note("B")),
        ("after", "one", note("C")),
        ("before", "one", note("D")),
    ]
    assert log(play(extended(*how))) == "D one A C B two"


def test_a_replaced_stage_does_not_run_and_its_name_still_finds_the_new_one() -> None:
    how = [("replace", "one", note("new")), ("before", "one", note("A")), ("after", "one", note("B"))]
    rules = extended(*how)
    assert log(play(rules)) == "A new B two"
    rules.modes["tiny"].first = lambda: Main(at="one")
    assert log(play(rules)) == "new B two"


def test_a_replaced_stage_may_be_the_one_for_a_subject_that_is_gone() -> None:
    rules = extended(("replace", "late", note("later")), stages=(note("one", leave), "two", "late"), gone="late")
    assert log(play(rules)) == "one later"


def test_two_plugins_that_replace_one_stage_are_an_error_that_names_both() -> None:
    with pytest.raises(RulesError, match=r"plug1 and plug0 both replace Main\.one"):
        extended(("replace", "one", note("A")), ("replace", "one", note("B")))
    with pytest.raises(RulesError, match=r"plug1 and plug0 both replace Main\.one"):
        extended(("replace", "one", note("one")), ("replace", "one", note("one")))


def test_extensions_of_what_is_not_there_are_named() -> None:
    with pytest.raises(RulesError, match="plug0: flow Main has no stage 'onne'; it has one, two"):
        extended(("before", "onne", note("A")))
    with pytest.raises(RulesError, match="flow Main has no menu 'one'"):
        extended(("entry", "one", colours(1)))
    with pytest.raises(RulesError, match="Main: two stages are named two"):
        extended(("before", "one", note("two")))
    with pytest.raises(RulesError, match="there is no flow 'Maine'"):
        tiny(flow(Main, note("x")), extra=[("p", Extra((), extend=lambda r: r.before("Maine", "x", note("y"))))])
