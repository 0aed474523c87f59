"""What events may be called, and what they may hold."""

import pytest

from tmb.core.events import Event
from tmb_base import events


@pytest.mark.parametrize("kind", events.ALL)
def test_no_field_of_an_event_hides_one_of_all_events(kind):
    own = [f for f in kind.__struct_fields__ if f in kind.__annotations__]
    assert not set(own) & set(Event.__struct_fields__)
