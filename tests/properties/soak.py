"""`./scripts/soak GAMES N`: random games of a mode or an expansion, looked at closely; it stops at the first that is
not sound.

In every game, at every step: the mode's invariants hold, the index is up to date, ids are told apart, an answer drawn
from the public ask alone is accepted, and answers that break one clause are refused with its code; at the end the same
answers, given again with nobody listening, lead to the same bytes.

At every step of every 10th game, and at every 50th step of the others, the game is saved, loaded and cloned, and all
copies go the same way. Every other game of a mode that hides something is played up to three of its steps on a second
table where only hidden things differ: the table is told the same, and in forks that it plays on, too. And of
every 20 games one is saved between any two stages, one is dealt anew at every step, one is rolled by hand, one has its
cards drawn by hand, one also asks what is forced, and one is heard twice.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import shlex
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from tests.properties import checks
from tests.properties.checks import same, sound, twins
from tests.properties.hidden import check_cards_by_hand, check_second_tables
from tests.properties.play import act, below_of, broken, packed, replay, shown, start
from tests.properties.variety import GROUNDS, ROUNDS, mode_of, options_of, player_of, rules_of, some
from tmb.core.decisions import check_answer
from tmb.core.game import Game
from tmb.errors import InputError

EVERY_STEP, EVERY_50TH = 10, 50
LONGEST = 1200
"""A state that differs is long; so much of it is printed."""
ROUND = 20
"""After so many games the order of the further checks begins anew."""
HIDE = ("adventure", "battle", "twenty-strong", "undertow", "undertow-battle")
"""Modes of which a second table can be made."""
FURTHER: dict[int, tuple[str, Callable[..., Any]]] = {
    3: ("stages", checks.check_between_stages),
    7: ("redeal", checks.check_redeal),
    11: ("hand", checks.check_by_hand),
    15: ("forced", checks.check_forced),
    19: ("replay", checks.check_replay),
    13: ("cards", check_cards_by_hand),
}
"""The number of a game in its round -> a check of checks.py that plays the game once more by itself."""


class Case(NamedTuple):
    """One game of a run: what is played, the seed of the run and its number; everything else follows from these."""

    mode: str
    run: str
    number: int

    @property
    def seed(self) -> str:
        """The seed of this game."""
        return f"{self.run}/{self.number}"

    @property
    def command(self) -> str:
        """What plays this one game again."""
        return f"scripts/soak {self.mode} 1 --seed {shlex.quote(self.run)} --first {self.number}"


class Result(NamedTuple):
    """What was counted in one game, and what failed in it ("": nothing)."""

    counts: Counter[str]
    failure: str = ""


class Watch:
    """One game that is looked at. `doing` and `step` tell where a failure was."""

    def __init__(self, case: Case, counts: Counter[str]) -> None:
        self.case, self.counts = case, counts
        self.step, self.doing = 0, "setting up"
        sets = rules_of(case.mode)
        self.rules = sets[case.number % len(sets)]
        self.mode, self.options = mode_of(case.mode), options_of(self.rules, case.mode, case.seed)

    def start(self, **how: Any) -> Game:
        """The game from its beginning."""
        return start(self.rules, self.mode, self.options, self.case.seed, **how)

    def play(self) -> None:
        """All checks of this game. Raises AssertionError, or whatever the game raises."""
        events: list[Any] = []
        answers = self._play(self.start(events=events), events)
        self.doing, place = "once more", self.case.number % ROUND
        if place in FURTHER:
            self.doing, check = FURTHER[place]
            found = check(self.rules, self.mode, self.options, self.case.seed)
            self.counts["saves"] += found if self.doing == "stages" else 0
            self.counts[f"games {self.doing}"] += 1
        if place % 2 == 1 and self.case.mode in HIDE:
            self.doing = "second table"
            found = check_second_tables(self.rules, self.mode, self.options, self.case.seed, answers)
            self.counts["tables"] += found

    def _play(self, game: Game, events: list[Any]) -> list[list[str]]:
        """Play the game with everything that is looked at on the way; its answers."""
        case, below = self.case, below_of(self.case.seed)
        draw = player_of(case.number, case.mode, game, case.seed)
        answers: list[list[str]] = []
        while game.ask is not None:
            self.doing, self.step = game.ask.key, len(answers)
            sound(game, self.case.seed, self.step)
            ask = shown(game)
            same("number of the ask", self.case.seed, self.step, ask.id, self.step)
            self._refused(game, ask, below_of(f"{self.case.seed}/{self.step}"))
            others = twins(game) if self._is_copied() else {}
            self._alike(game, others, "before the answer")
            answers.append(draw(ask, below))
            act(game, answers[-1])
            for twin in others.values():
                act(twin, answers[-1])
            self._alike(game, others, f"after {ask.key} {answers[-1]}")
            self.counts["asks"] += 1
        self._ended(game, events, answers)
        return answers

    def _is_copied(self) -> bool:
        number = self.case.number
        return number % EVERY_STEP == 0 or (self.step + 7 * number) % EVERY_50TH == 0

    def _alike(self, game: Game, others: dict[str, Game], when: str) -> None:
        """All copies stand where the game stands."""
        if not others:
            return
        state, ask = packed(game), shown(game)
        for name, twin in others.items():
            same(f"ask of {name} {when}", self.case.seed, self.step, shown(twin), ask)
            same(f"state of {name} {when}", self.case.seed, self.step, packed(twin), state)
            self.counts["saves" if name in ("msgpack", "JSON") else "copies"] += when == "before the answer"

    def _refused(self, game: Game, ask: Any, below: Any) -> None:
        """Each answer that breaks one clause is refused with its code, and nothing has changed."""
        before = packed(game)
        for code, answer in broken(ask, below):
            try:
                check_answer(ask, answer, "/pick")
                got = "accepted"
            except InputError as e:
                got = e.code
            same(f"code for {answer} to {ask}", self.case.seed, self.step, got, code)
            self.counts[f"refused {code}"] += 1
        same("state after refusals", self.case.seed, self.step, packed(game), before)

    def _ended(self, game: Game, events: list[Any], answers: list[list[str]]) -> None:
        """The end is sound, is the end of the same answers given again, and every event was numbered."""
        self.doing, self.step = "the end", len(answers)
        sound(game, self.case.seed, self.step)
        same("numbers of events", self.case.seed, self.step, [e.n for e in events], [*range(1, game.state.events + 1)])
        again = replay(self.start(), answers)
        same("state of a replay that nobody hears", self.case.seed, self.step, packed(again), packed(game))
        self.counts["games"] += 1
        self.counts["decisions"] += game.decisions
        outcome = game.mode.outcome(game)
        self.counts[f"end {outcome.get('result') or outcome.get('winner')}"] += 1
        if (limit := self.options.get("round_limit")) and outcome.get("rounds", 0) >= limit:
            self.counts[f"end after {ROUNDS} rounds"] += 1

    def failed(self, error: BaseException) -> str:
        """The failure for people: where it was, what it was, and the line that plays it again."""
        where = "" if isinstance(error, AssertionError) else "".join(traceback.format_tb(error.__traceback__)[-4:])
        return "\n".join(
            [
                f"{self.case.mode}, game {self.case.number}: FAILED at step {self.step} ({self.doing})",
                f"seed    {self.case.seed}",
                f"options {json.dumps(self.options)}",
                f"{where}{type(error).__name__}: {_short(str(error))}",
                f"again   {self.case.command}",
            ]
        )


def _short(text: str) -> str:
    """Lines of at most LONGEST letters."""
    return "\n".join(line if len(line) <= LONGEST else f"{line[:LONGEST]} ..." for line in text.splitlines())


# -- the run -----------------------------------------------------------------------------------------------------------


def play(case: Case) -> Result:
    """One game with all its checks."""
    counts: Counter[str] = Counter()
    watch = Watch(case, counts)
    try:
        watch.play()
    except Exception as e:
        return Result(counts, watch.failed(e))
    return Result(counts)


def results(cases: Sequence[Case], jobs: int) -> Iterator[Result]:
    """The results in the order of the games, whoever played them."""
    if jobs <= 1:
        yield from map(play, cases)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(play, cases, chunksize=4)


def summary(mode: str, counts: Counter[str], seconds: float) -> str:
    """The last line of a run."""

    def these(word: str) -> str:
        found = [f"{n} {k.removeprefix(word)}" for k, n in sorted(counts.items()) if k.startswith(word)]
        return ", ".join(found) or "none"

    return (
        f"soak {mode}: {counts['games']} games, {counts['decisions']} decisions, {counts['asks']} asks, "
        f"{counts['saves']} saves, {counts['copies']} copies, {counts['tables']} second tables, {seconds:.0f} s; "
        f"ends: {these('end ')}; refused: {these('refused ')}; games again: {these('games ')}"
    )


def soak(mode: str, games: int, run: str = "1", first: int = 0, jobs: int = 1) -> tuple[Counter[str], str]:
    """Play so many games; what was counted, and the first failure ("": none). Tells a terminal how far it is."""
    total: Counter[str] = Counter()
    talk = sys.stderr.isatty()
    for result in results([Case(mode, run, first + i) for i in range(games)], jobs):
        total.update(result.counts)
        if talk and not total["games"] % 10:
            print(f"\r{total['games']}/{games} games, {total['asks']} asks", end="", file=sys.stderr, flush=True)
        if result.failure:
            break
    else:
        result = Result(total)
    if talk:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return total, result.failure


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = argparse.ArgumentParser(
        prog="scripts/soak",
        description=__doc__,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("mode", metavar="GAMES", choices=tuple(sorted(GROUNDS)), help="what is played")
    p.add_argument("games", type=some, help="how many games")
    p.add_argument("--seed", default="1", help="the seed of the run (%(default)s)")
    p.add_argument("--jobs", type=some, default=1, help="processes (%(default)s)")
    p.add_argument("--first", type=int, default=0, help="the number of the first game (%(default)s)")
    return p


def main(args: Sequence[str] | None = None) -> int:
    """Play, print the summary as the last line, and give the exit code: 1 if something failed."""
    given = parser().parse_args(args)
    began = time.monotonic()
    counts, failure = soak(given.mode, given.games, given.seed, given.first, given.jobs)
    if failure:
        print(failure)
    print(("FAILED  " if failure else "") + summary(given.mode, counts, time.monotonic() - began), flush=True)
    return 1 if failure else 0


if __name__ == "__main__":
    sys.exit(main())
