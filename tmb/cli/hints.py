"""Hints: what may not be meant so in a pack, though nothing is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tmb.content.blame import part_of
from tmb.content.content import Complaint
from tmb.content.problem import Problem, quoted
from tmb.errors import close
from tmb.ruleset import RuleSet


def hints(rules: RuleSet, given: Collection[str]) -> list[Problem]:
    """The hints at entries that the given packs have or change, each once: what the tables `hints/NAME` of plugins say,
    then what the compiler saw."""
    tables = [table for name, table in sorted(rules.tables.items()) if name.startswith("hints/")]
    found = [hint for table in tables for hint in table(rules.content)]
    found += [*_placed(rules, "idle", _idle(rules)), *_placed(rules, "no_field", _lost(rules))]
    kept = [hint for hint in found if any(by in given for by, *_ in rules.content.history(hint.full_id))]
    rows = [Problem(*rules.content.where(hint.full_id, hint.path), hint.code, hint.message) for hint in kept]
    return list(dict.fromkeys(rows))


def _placed(rules: RuleSet, code: str, said: Iterator[tuple[str, str]]) -> Iterator[Complaint]:
    """What is said of sheets, at the part of content that each is made of."""
    for key, message in said:
        if found := part_of(rules.content, key):
            yield Complaint("", *found, code, message)


def _idle(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Moments at which content is heard, and does nothing."""
    for key, window in rules.compiler.idle:
        yield key, f"at {quoted(window)} nothing happens: the program is missing, or empty"


def _lost(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """What is asked of a moment that never has it: the answer is always 0, or no."""
    facts = rules.registry.facts()
    for key, window, field in rules.compiler.looks:
        known = facts.get(window)
        if known is not None and field not in known:
            yield key, f"field {quoted(field)} is never set at {quoted(window)}{close(field, known)}"
