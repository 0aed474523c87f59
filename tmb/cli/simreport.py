"""What `tmb sim` writes: a table for people, lines of JSON for programs."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from tmb.cli.exits import BUG, ILLEGAL, INTERRUPT, OK, input_exit, say
from tmb.cli.modeopts import shown
from tmb.cli.text import columns, heading, json_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tmb.sim.run import Result
    from tmb.sim.summary import Spread, Summary

MOST_FAULTS = 5
"""Faults that are told one by one."""


class Report:
    """The output of a run. setup: the effective set-up as plain data; names: what people call the keys of outcomes, as
    a mode has them; unlike: rule options that are not as the packs have them, in words."""

    def __init__(self, setup: dict[str, Any], names: Mapping[str, str], unlike: str = "") -> None:
        self.setup, self.names, self.unlike = setup, names, unlike

    def game(self, result: Result) -> None:
        """A game was played."""

    def end(self, summary: Summary, whole: bool) -> None:
        """All were played, or (not whole) somebody interrupted."""


class JsonReport(Report):
    """A line for the set-up, one for each game, one for the summary. No times: the same run gives the same bytes."""

    def __init__(self, setup: dict[str, Any], names: Mapping[str, str], unlike: str = "") -> None:
        super().__init__(setup, names, unlike)
        click.echo(json_line(setup))

    def game(self, result: Result) -> None:
        """The game's line."""
        click.echo(game_line(result))

    def end(self, summary: Summary, whole: bool) -> None:
        """The summary's line."""
        click.echo(json_line({"kind": "summary", "complete": whole} | summary.data()))


def game_line(result: Result) -> str:
    """A game as a line of JSON, the same for `--json` and `--out`."""
    import msgspec

    data: dict[str, Any] = msgspec.to_builtins(result)
    return json_line({"kind": "game"} | data)


class TextReport(Report):
    """The set-up first, the table at the end, the time on stderr."""

    def __init__(self, setup: dict[str, Any], names: Mapping[str, str], unlike: str = "") -> None:
        super().__init__(setup, names, unlike)
        self.began = time.perf_counter()
        options = " ".join(f"{k}={text}" for k, v in setup["options"].items() if (text := shown(v)))
        packs = ", ".join(f"{name} {text.split()[0]}" for name, text in setup["packs"].items())
        rows = [("mode", setup["mode"]), ("options", options or "none"), ("packs", packs)]
        rows += [("rules", unlike)] if unlike else []
        rows += [(key, setup[key]) for key in ("bot", "seed", "games")]
        for line in columns(rows):
            click.echo(line)

    def end(self, summary: Summary, whole: bool) -> None:
        """The table."""
        click.echo("")
        note = "" if whole else f"  (interrupted; {summary.games} of {self.setup['games']} games)"
        click.echo(heading("result") + note)
        for line in columns(_rows(summary, self.names)):
            click.echo(line)
        seconds = time.perf_counter() - self.began
        decisions = summary.decisions.total
        if sys.stderr is not None and seconds > 0:
            rate = f"{summary.games / seconds:,.0f} games/s, {decisions / seconds:,.0f} decisions/s"
            click.echo(f"{summary.games} games in {seconds:.1f} s ({rate})", err=True)


def _rows(summary: Summary, names: Mapping[str, str]) -> list[tuple[object, ...]]:
    """The table of the results; an outcome whose name is "" is told by another."""
    from tmb.sim.summary import ranked, wilson

    rows: list[tuple[object, ...]] = [("games", summary.games)]
    if summary.won_of:
        lo, hi = wilson(summary.won, summary.won_of)
        share = f"{summary.won / summary.won_of:.1%}"
        rows.append(("won", summary.won, share, f"{lo:.1%} to {hi:.1%} (95 %)"))
    for key, found in sorted(summary.counts.items()):
        if name := names.get(key, key):
            whole = sum(found.values())
            rows += [(f"{name}: {value}", n, f"{n / whole:.1%}") for value, n in ranked(found)]
    rows += [_spread(name, found) for key, found in sorted(summary.numbers.items()) if (name := names.get(key, key))]
    rows.append(_spread("decisions a game", summary.decisions))
    if summary.faults:
        rows.append(("faults", len(summary.faults)))
    return rows


def _spread(name: str, found: Spread) -> tuple[object, ...]:
    if not found.n:
        return (name, "-")
    return (name, f"{found.total / found.n:.1f}", f"{found.lo} to {found.hi}")


def verdict(summary: Summary, whole: bool) -> int:
    """Tell the faults on stderr; the exit code: a bug before an illegal answer of a bot before an interrupt."""
    codes = []
    for number, seed, fault in summary.faults:
        codes.append(ILLEGAL if input_exit(fault.code) == ILLEGAL else BUG)
        if len(codes) <= MOST_FAULTS:
            say(f"game {number} (seed {seed}): {fault.code}: {fault.message}", filter(None, [fault.trace]))
    if len(codes) > MOST_FAULTS:
        say(f"and {len(codes) - MOST_FAULTS} more games with faults")
    if codes:
        return BUG if BUG in codes else ILLEGAL
    return OK if whole else INTERRUPT
