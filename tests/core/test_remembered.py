"""What is worked out once a rule set."""

from __future__ import annotations

import gc
import weakref

import pytest

from tests.core.tiny import Main, note, tiny
from tmb.core import remembered as module
from tmb.core.flow import flow
from tmb.core.remembered import remembered


def rules():
    return tiny(flow(Main, note("one")))


@pytest.fixture
def asked():
    return []


@pytest.fixture
def length(asked):
    @remembered
    def length(rules, word, more=0):
        """How long a word is."""
        asked.append(word)
        if not word:
            raise ValueError("no word")
        return len(word) + more

    return length


def test_it_is_worked_out_once_for_each_question_and_rule_set(length, asked):
    one, other = rules(), rules()
    assert [length(one, "ab"), length(one, "ab"), length(one, "abc"), length(other, "ab")] == [2, 2, 3, 2]
    assert asked == ["ab", "abc", "ab"]
    assert length.__doc__ == "How long a word is."


def test_two_functions_do_not_get_in_each_others_way(length):
    one = rules()
    assert length(one, "ab") == 2
    assert remembered(lambda rules, word: word.upper())(one, "ab") == "AB"


def test_what_could_not_be_worked_out_is_not_kept(length, asked):
    one = rules()
    for _ in range(2):
        with pytest.raises(ValueError, match="no word"):
            length(one, "")
    assert asked == ["", ""]


def test_no_more_is_kept_than_so_much(length, asked, monkeypatch):
    monkeypatch.setattr(module, "MOST", 2)
    one = rules()
    for word in ("a", "b", "c", "a"):
        length(one, word)
    assert asked == ["a", "b", "c", "a"]
    assert max(len(known) for known in one.remembered.values()) <= 2


def test_what_is_kept_does_not_keep_a_rule_set(length):
    one = rules()
    length(one, "ab")
    gone = weakref.ref(one)
    del one
    gc.collect()
    assert gone() is None
