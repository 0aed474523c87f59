"""What a plugin may not do while it registers."""

import pytest

from tests.demo.plugin import BASE, PACK
from tmb.core.events import Event
from tmb.errors import RulesError
from tmb.hookspecs import hookimpl
from tmb.registry import Registry
from tmb.ruleset import build


class Numbered(Event):
    n: int


def test_an_event_may_not_have_a_field_of_every_event() -> None:
    with pytest.raises(RulesError, match="event Numbered has a field 'n'"):
        Registry().event(Numbered)


class Breaks:
    @hookimpl
    def tmb_words(self, register):
        raise KeyError("oh")


def test_a_hook_that_raises_names_its_plugin() -> None:
    with pytest.raises(RulesError, match="plugin breaks: its tmb_words raised KeyError"):
        build([PACK], [("demo", BASE), ("breaks", Breaks())])


class Forever:
    @hookimpl
    def tmb_content(self, register):
        from tmb.core.bearers import Modifier, Sheet

        lasting = Modifier("harm", "ignore", lambda *a: 1, per="winter")
        register.sheets(lambda compiler, content: [Sheet("s", modifiers=(lasting,))])


def test_a_total_that_nothing_ends_is_told() -> None:
    with pytest.raises(RulesError, match="sheet s: per = 'winter' is no moment; known: turn"):
        build([PACK], [("demo", BASE), ("forever", Forever())])
