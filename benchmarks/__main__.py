"""`./scripts/bench`: measures everything that has a target in one run, and prints one table."""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from benchmarks import cases, measure, peers, pipes, targets
from benchmarks.games import Subject
from tmb.errors import InputError

MODE = "battle"
"""What is measured if nobody says."""
ROUNDS, SECONDS = 15, 0.3
USUAL = 250_000
"""Decisions a second of the floor loop: where it makes as many, the target for random games (20,000) and that for their
ratio to it (0.08) are the same."""
IDLE = 0.9
"""The share of a core from which on a machine counts as idle."""
QUICK_ROUNDS, QUICK_SECONDS = 5, 0.1


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = argparse.ArgumentParser(prog="scripts/bench", description=__doc__, allow_abbrev=False)
    p.add_argument("--mode", default=MODE, help="what is played; demo is the small game of the tests (%(default)s)")
    p.add_argument("--packs", default="base", help="its packs, with commas between (%(default)s)")
    p.add_argument("--options", type=plain, metavar="JSON", help="the mode's options as a JSON object (see SETUPS)")
    p.add_argument("--quick", action="store_true", help="fewer and shorter rounds: half a minute less, twice the noise")
    p.add_argument("--json", action="store_true", help="one JSON object: the rows, and every rate of every round")
    p.add_argument("--strict", action="store_true", help="exit 1 if a target is missed")
    p.add_argument("--inside", action="store_true", help="only what runs in this process: no servers, no starts")
    p.add_argument("--peers", action="store_true", help="install catanatron in a temporary environment, and race it")
    p.add_argument(
        "--profile", metavar="CASE", choices=list(cases.CASES),
        help=f"profile one case instead of measuring: {', '.join(cases.CASES)}",
    )  # fmt: skip
    return p


def plain(text: str) -> dict[str, Any]:
    """A JSON object. Raises ArgumentTypeError."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError as e:
        raise argparse.ArgumentTypeError(f"not a JSON object: {e}") from None


def main(args: Sequence[str] | None = None) -> int:
    """Measure, print, and give the exit code: 1 with --strict if a target is missed, or if something did not run."""
    given = parser().parse_args(args)
    try:
        subject = Subject(given.mode, tuple(given.packs.split(",")), given.options)
    except InputError as e:
        print(f"bench: {e}", file=sys.stderr)
        return 2
    if given.profile:
        profile(subject, given.profile)
        return 0
    rounds, seconds = (QUICK_ROUNDS, QUICK_SECONDS) if given.quick else (ROUNDS, SECONDS)
    try:
        rates = run(subject, rounds, seconds, not given.inside, given.peers)
    except pipes.Failed as e:
        print(f"bench: {e}", file=sys.stderr)
        return 1
    found = list(targets.rows(rates))
    if given.json:
        out = {"mode": subject.mode, "rounds": rounds, "seconds": seconds, "rows": found, "rates": rates}
        print(msgspec.json.encode(out).decode())
    else:
        print(f"mode {subject.mode}; medians of {rounds} rounds of {seconds} s a case; {machine(rates)}\n")
        print(targets.table(found))
    return 1 if given.strict and not all(r.ok for r in found) else 0


def machine(rates: measure.Rates) -> str:
    """How fast the machine is now, and whether others keep it busy."""
    floor, share = measure.spread(rates["floor"]).median, measure.spread(rates["share"]).median
    said = f"the floor loop makes {targets.figure(floor, 'decisions/s')}"
    if share < IDLE:
        said += f"\nbusy: this process got {share:.0%} of a core, so what tmb serve does a second is too low by as much"
    if floor < USUAL:
        usual = targets.figure(USUAL, "a second")
        said += f"\nslow: rates are for a machine whose floor loop makes {usual} (quiet, its Python built with PGO)"
    return said


def run(subject: Subject, rounds: int, seconds: float, with_pipes: bool, with_peers: bool) -> dict[str, list[float]]:
    """Everything, interleaved. Raises pipes.Failed."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tmb-bench-")))
        slices = {name: make(subject) for name, make in cases.CASES.items() if cases.fits(name, subject)}
        if with_pipes:
            slices |= stack.enter_context(pipes.outside(subject, folder))
        if with_peers:
            slices |= stack.enter_context(peers.peer(folder / "peer"))
        return measure.interleave(slices, rounds, seconds, progress(rounds))


def progress(rounds: int) -> measure.Told:
    """Tell a person at a terminal how far it is; nobody else."""
    if not sys.stderr.isatty():
        return lambda n: None

    def told(n: int) -> None:
        print(f"\rround {n} of {rounds}" + ("\r\033[K" if n == rounds else ""), end="", file=sys.stderr, flush=True)

    return told


def profile(subject: Subject, case: str) -> None:
    """The 30 functions in which a case spends its time."""
    import cProfile
    import pstats

    slice_ = cases.CASES[case](subject)
    slice_(0, 0.2)
    with cProfile.Profile() as profiler:
        slice_(0, 2.0)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(30)


if __name__ == "__main__":
    sys.exit(main())
