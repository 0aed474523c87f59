"""The collector waits, and goes on as it was."""

from __future__ import annotations

import gc

import pytest

from tmb.unswept import unswept


def test_the_collector_is_off_within_and_as_it_was_after() -> None:
    assert gc.isenabled()
    with unswept():
        assert not gc.isenabled()
        with unswept():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_goes_on_after_an_error() -> None:
    @unswept()
    def fails() -> None:
        raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert gc.isenabled()
