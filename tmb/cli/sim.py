"""`tmb sim`."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from typing import IO, TYPE_CHECKING, Any

import click

from tmb.cli.exits import FAILED, ILLEGAL, INVALID, PLUGIN, Failure
from tmb.cli.modeopts import ModeVerb, given
from tmb.cli.ruleopts import chosen, rule_option, unlike
from tmb.cli.simreport import JsonReport, Report, TextReport, game_line, verdict
from tmb.cli.verb import verb
from tmb.cli.whole import whole_steps

if TYPE_CHECKING:
    from tmb.sim.run import Plan, Result
    from tmb.sim.summary import Summary


@verb(
    cls=ModeVerb,
    examples=["tmb sim --games 1000 --jobs 2", "tmb sim --games 100 --seed 7 --json > games.jsonl"],
    exits=(FAILED, INVALID, ILLEGAL, PLUGIN),
)
@click.option("-m", "--mode", default="", help="What is played.  [default: the first whole game of the plugins]")
@click.option("--packs", default="", help="Ids or folders of packs, between commas.  [default: the mode's]")
@click.option("-n", "--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--bot", default="random", show_default=True, help="Who plays: random, or a bot of the plugins.")
@click.option("-j", "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="How many processes.")
@click.option("--seed", default="1", show_default=True, help="Master seed, any text; each game gets its own from it.")
@rule_option
@click.option("--json", "as_json", is_flag=True, help="Lines of JSON: the set-up, each game, the summary.")
@click.option("--out", type=click.Path(dir_okay=False), help="Also write each game as a line of JSON into this file.")
def command(
    mode: str,
    packs: str,
    games: int,
    bot: str,
    jobs: int,
    seed: str,
    rule: tuple[str, ...],
    as_json: bool,
    out: str | None,
    **more: Any,
) -> None:
    """Play many games with a bot and sum them up.

    The same seed gives the same games, whatever the number of processes. Ctrl-C prints the table so far.
    """
    plan, effective = make_plan(mode, packs, bot, seed, given(more), rule)
    setup = {"kind": "setup", "schema": "tmb.sim/1", **effective, "games": games}
    show: type[Report] = JsonReport if as_json else TextReport
    rules = plan.rules()
    report = show(setup, rules.modes[plan.mode].outcome_words, unlike(rules, plan.chosen))
    with open(out, "wb", buffering=0) if out else contextlib.nullcontext() as file:
        summary, whole = _play(plan, games, jobs, report, file)
    report.end(summary, whole)
    raise click.exceptions.Exit(verdict(summary, whole))


def make_plan(
    mode: str, packs: str, bot: str, seed: str, options: dict[str, Any], rule: Sequence[str] = ()
) -> tuple[Plan, dict[str, Any]]:
    """The plan of a run, checked, and the effective set-up: what was asked for and the defaults of the rest."""
    import msgspec

    from tmb.cli.hand import table
    from tmb.sim import bots
    from tmb.sim.run import Plan

    at = table(mode, packs)
    bots.make(at.rules, bot, seed)
    options_made = at.rules.options(at.mode.name, options)
    made = chosen(at.rules, rule)
    at.rules.begun(at.mode.name, options_made, made)  # options that do not fit together are told before the first game
    plan = Plan(mode=at.mode.name, packs=at.packs, extra=at.extra, options=options, chosen=made, bot=bot, seed=seed)
    fields = {f: msgspec.to_builtins(getattr(options_made, f)) for f in options_made.__struct_fields__}
    infos = {i.id: f"{i.version} {i.digest}" for i in at.rules.content.packs}
    every = at.rules.settings(made)
    return plan, {"mode": plan.mode, "packs": infos, "options": fields, "rules": every, "bot": bot, "seed": seed}


def _play(plan: Plan, games: int, jobs: int, report: Report, file: IO[bytes] | None) -> tuple[Summary, bool]:
    """Play; the summary, and whether all games were played (no Ctrl-C)."""
    from tmb.sim import pool
    from tmb.sim.summary import Summary

    summary, source = Summary(), pool.results(plan, games, jobs)
    try:
        with whole_steps() as whole:
            for result in _progress(source, games):
                with whole.step():
                    summary.add(result)
                    report.game(result)
                    if file is not None:
                        _write(file, game_line(result))
    except KeyboardInterrupt:
        return summary, False
    except BrokenExecutor as e:
        raise Failure(f"a worker process ended after game {summary.games}; is there enough memory?") from e
    finally:
        source.close()
    return summary, True


def _write(file: IO[bytes], line: str) -> None:
    """A line of the file, written at once. Raises OSError, which names it."""
    data = memoryview(line.encode() + b"\n")
    try:
        while data:
            data = data[file.write(data) :]
    except OSError as e:
        e.filename = file.name
        raise


def _progress(source: Iterator[Result], games: int) -> Iterator[Result]:
    """The results, with a bar on stderr where that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from source
        return
    with click.progressbar(source, length=games, label="games", file=sys.stderr) as bar:
        yield from bar
