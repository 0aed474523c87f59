"""Checkers of the places where a vocabulary's words are written: programs, conditions, values, selectors."""

from typing import Any

from tmb.content.describe import got, label
from tmb.content.findings import Path, Run
from tmb.content.kinds import Vocabulary
from tmb.content.plans import Plan, refuse
from tmb.content.problem import ALL, article, did_you_mean, quoted


class WordsPlan(Plan):
    """A value that may hold words of the vocabulary `name`; `single` wants exactly one word in a table."""

    linked = True

    def __init__(self, inner: Plan, name: str, single: bool) -> None:
        self.inner, self.name, self.single = inner, name, single

    def want(self) -> str:
        return self.inner.want()

    def fits(self, value: Any) -> bool:
        return self.inner.fits(value)

    def sample(self) -> str:
        return '"self"' if self.name == "selector" else self.inner.sample()

    def walk(self, value: Any, path: Path, run: Run, proven: bool) -> None:
        words = run.known.vocabulary(self.name)
        if not self.inner.fits(value):
            refuse(self, value, path, run)
        elif isinstance(value, list):
            for at, item in enumerate(value):
                self.item(item, (*path, at), run, words)
        elif isinstance(value, dict):
            self.item(value, path, run, words)
        elif isinstance(value, str) and self.inner.fits(0) and value.removeprefix("-").isdecimal():
            run.add(path, "wrong-type", f"{label(path)}: {quoted(value)} is text; write the number without quotes")
        elif isinstance(value, str):
            bare(value, path, run, words)
        elif not proven:
            self.inner.walk(value, path, run, proven)

    def item(self, value: Any, path: Path, run: Run, words: Vocabulary) -> None:
        """Check one table."""
        if not isinstance(value, dict):
            run.add(path, "wrong-type", f"{label(path)}: expected a table, got {got(value)}")
        elif words.tag is not None:
            tagged(value, path, run, words, words.tag)
        else:
            if self.single and len(value) != 1:
                run.add(path, "one-word", f"{label(path)}: expected a table with one word, got {len(value)}", "table")
            keyed(value, path, run, words)


def bare(value: str, path: Path, run: Run, words: Vocabulary) -> None:
    """Check a plain string in place of a table."""
    if words.bare is not None and words.bare(value):
        return
    if value in words.words and words.tag is None:
        sample = f"{{ {value} = {run.known.typed(words.words[value]).plan.sample()} }}"
        run.add(path, "unknown-word", f"{label(path)}: {quoted(value)} wants a table: {sample}")
        return
    options = [*words.hints, *words.words] if words.tag is None else words.hints
    hint = elsewhere(value, run, words) or did_you_mean(value, options, ALL)
    run.add(path, "unknown-word", f"unknown {words.name} {quoted(value)}{hint}")


def elsewhere(written: str, run: Run, words: Vocabulary) -> str:
    """Say that what is no word here is one of another vocabulary, and how this one takes it in; else ""."""
    for other in run.known.vocabularies.values():
        if other is words or other.tag is not None:
            continue
        if written in other.hints:
            taking = (w for w, type_ in words.words.items() if taken(run.known.typed(type_).plan) == other.name)
            sample = next((f": {{ {word} = {quoted(written)} }}" for word in taking), "")
            return f"; it is {article(other.name)}, which some words here take{sample}" if sample else ""
        if written in other.words:
            return f"; it is {article(other.name)}; known here: {', '.join(sorted(words.words))}"
    return ""


def taken(plan: Plan) -> str:
    """The vocabulary whose words stand as a word's own value; "" if none."""
    return plan.name if isinstance(plan, WordsPlan) else ""


def tagged(value: dict[str, Any], path: Path, run: Run, words: Vocabulary, tag: str) -> None:
    """Check a table that names its word under `tag`."""
    if tag not in value:
        run.add(path, "missing-key", f"missing key {quoted(tag)}", "table")
        return
    word = value[tag]
    if not isinstance(word, str):
        run.add((*path, tag), "wrong-type", f"{tag}: expected the name of a word, got {got(word)}")
    elif word not in words.words:
        run.add(
            (*path, tag), "unknown-word", f"unknown {words.name} {quoted(word)}{did_you_mean(word, words.words, ALL)}"
        )
    else:
        typed = run.known.typed(words.words[word])
        typed.verify(value if tag in typed.keys else {k: v for k, v in value.items() if k != tag}, path, run)


def keyed(value: dict[str, Any], path: Path, run: Run, words: Vocabulary) -> None:
    """Check a table whose keys are words."""
    for word, item in value.items():
        if word in words.words:
            run.known.typed(words.words[word]).verify(item, (*path, word), run)
        else:
            hint = elsewhere(word, run, words) or did_you_mean(word, words.words, ALL)
            run.add((*path, word), "unknown-word", f"unknown {words.name} {quoted(word)}{hint}", "key")
