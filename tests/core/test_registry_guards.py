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
