"""What events may be called, what they may hold, and that each is registered."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import pytest

import tmb
import tmb_base
import tmb_twenty_strong
import tmb_undertow
from tests.plugins import twenty, undertow
from tmb.core.events import Event, defined_in
from tmb.protocol.schema import whole

REGISTERED = {*undertow.RULES.registry.events.values(), *twenty.RULES.registry.events.values()}


def kinds() -> Iterator[type[Event]]:
    """Every kind of event of the engine and its plugins, wherever it is defined."""
    for package in (tmb, tmb_base, tmb_undertow, tmb_twenty_strong):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield from (kind for kind in defined_in(importlib.import_module(found.name)) if kind is not Event)


KINDS = list(kinds())


def test_there_are_events_of_all():
    assert {kind.__module__.partition(".")[0] for kind in KINDS} == {
        "tmb", "tmb_base", "tmb_undertow", "tmb_twenty_strong"
    }  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_of_an_event_hides_one_of_all_events(kind):
    own = [f for f in kind.__struct_fields__ if f in inspect.get_annotations(kind)]
    assert not set(own) & set(Event.__struct_fields__)


@pytest.mark.parametrize("kind", KINDS)
def test_each_event_is_registered(kind):
    assert kind in REGISTERED


def test_the_schema_has_each_event_of_its_rules():
    for rules in (undertow.RULES, twenty.RULES):
        assert rules.registry.events.keys() <= whole(rules)["$defs"].keys()
