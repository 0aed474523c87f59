"""Runs scenarios: start, stage, play the picks, compare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tmb.core import asking
from tmb.core.chance import SEAT, Chance
from tmb.core.decisions import Ask, check_answer
from tmb.core.game import Game
from tmb.errors import ChanceError, InputError, TmbError, listed
from tmb.plugins import rules_for
from tmb.ruleset import RuleSet
from tmb.scenario.dice import Dice
from tmb.scenario.reading import Pick, Written, read_all
from tmb.scenario.seeing import shown_ask, unseen
from tmb.sim import modes


class Outcome(NamedTuple):
    """How a scenario went. failures: lines for people, none if all is well; code: "" (it ran), "invalid" (keys or
    values that nobody knows), or the code of the InputError that kept it from starting."""

    written: Written
    failures: list[str]
    code: str = ""

    @property
    def passed(self) -> bool:
        """Everything was as expected."""
        return not self.failures

    def text(self) -> str:
        """`file:line: name`, and the failures, a line each."""
        head = f"{self.written.file.name}:{self.written.line()}: {self.written.scenario.name}"
        return "\n".join([head, *(f"  {line}" for line in self.failures)])


class Stopped(Exception):
    """A scenario cannot go on; the failure is noted."""


def run(
    written: Written, rules: RuleSet | None = None, packs: Sequence[str] = (), extra: Sequence[str] = ()
) -> Outcome:
    """Run one scenario. rules: play with these, whatever packs it names; packs, extra: what it plays with if it names
    none. Errors of the rules themselves are failures too; only bugs of the runner are raised."""
    try:
        rules, mode = _rules(written, rules, packs, extra)
    except TmbError as e:
        return Outcome(written, [str(e)], getattr(e, "code", "invalid"))
    strangers = written.strangers(rules.modes[mode].scene)
    if strangers:
        return Outcome(written, [f"line {p.line}: {p.message}" for p in strangers], "invalid")
    play = Play(written, rules, mode)
    return Outcome(written, play.failures, play.code)


def _rules(written: Written, rules: RuleSet | None, packs: Sequence[str], extra: Sequence[str]) -> tuple[RuleSet, str]:
    """The rule set and the name of the mode."""
    if rules is None and written.packs:
        packs, extra = modes.split_packs(written.packs, written.folder)
    if rules is None and packs:
        rules = rules_for(packs, extra)
    if rules is None:
        plugin, mode = modes.find(written.mode)
        return rules_for(modes.packs_of(plugin, mode)), mode.name
    return rules, rules.get_mode(written.mode or next(iter(rules.modes), "")).name


class Play:
    """One run of a scenario; `failures` and `code` hold what came of it."""

    def __init__(self, written: Written, rules: RuleSet, mode: str) -> None:
        self.written, self.rules, self.mode = written, rules, rules.modes[mode]
        self.scenario = written.scenario
        self.failures: list[str] = []
        self.code = ""
        try:
            self._play()
        except Stopped:
            pass
        except Exception as e:
            import traceback

            where = traceback.extract_tb(e.__traceback__)[-1]
            self.fail((), f"{type(e).__name__}: {e} ({Path(where.filename).name}:{where.lineno})")

    def fail(self, path: Sequence[str | int], text: str) -> None:
        """Note a failure and the line of what expected otherwise."""
        self.failures.append(f"line {self.written.line(path)}: {text}")

    def _play(self) -> None:
        game = self._staged()
        self._go(game, game.run)
        for i, pick in enumerate(self.scenario.picks):
            self._pick(game, i, pick)
        self._ended(game)
        otherwise = list(unseen(game, self.scenario))
        for path, text in otherwise:
            self.fail(path, text)
        self._where_it_ended(game, [path for path, _ in otherwise])

    def _where_it_ended(self, game: Game, otherwise: Sequence[Sequence[str | int]]) -> None:
        """A fact that is otherwise is often one of another moment: what is open is told, unless it was told already."""
        waiting = waits(game)
        if any(path[:1] == ("see",) for path in otherwise) and not any(waiting in line for line in self.failures):
            self.fail(("see",), waiting)

    def _staged(self) -> Game:
        """The game with its scene, before its first step."""
        try:
            self.dice = Dice(self.scenario.dice)
        except ChanceError as e:
            self.fail(("dice",), str(e))
            raise Stopped from e
        try:
            options = self.rules.options(self.mode.name, self.scenario.options)
            state = self.rules.begun(self.mode.name, options, self.scenario.rules)
            game = Game(self.rules, state, Chance(self.dice, self.dice), [])
            if self.written.scene:
                self.mode.stage(game, self.written.scene)
        except InputError as e:
            self.code = "invalid"
            self.fail(self._path(e.where), f"{e.message}{f' ({e.hint})' if e.hint else ''}")
            raise Stopped from e
        game.events = []
        return game

    def _path(self, where: str) -> list[str | int]:
        """A JSON Pointer of the scene, of the options or of the rule options as a path inside the scenario."""
        parts: list[str | int] = [int(p) if p.isdigit() else p for p in where.split("/")[1:]]
        if parts[:2] == ["params", "rules"]:
            return parts[1:]
        return ["options", *parts[1:]] if parts[:1] == ["params"] else parts

    def _go(self, game: Game, step: Callable[[], Any]) -> None:
        """Let the game go on; dice that do not fit are a failure at the line of the dice."""
        try:
            step()
        except ChanceError as e:
            path = ("dice", min(self.dice.at, len(self.scenario.dice) - 1)) if self.scenario.dice else ()
            self.fail(path, f"{self._no_scene()}{e}")
            raise Stopped from e
        bad = self.mode.invariants(game)
        if bad:
            self.fail((), f"the world is not sound: {'; '.join(bad)}")
            raise Stopped

    def _no_scene(self) -> str:
        """What to say first of a game that began with its set-up, since no scene was written."""
        if self.written.scene or not self.mode.scene:
            return ""
        keys = ", ".join(self.mode.scene)
        return f"no scene is written (keys of one: {keys}), so the game begins with its set-up: "

    def _pick(self, game: Game, i: int, pick: Pick) -> None:
        path, ids = ("picks", i), words(pick)
        if game.ask is None or game.ask.seat == SEAT:
            self.fail(path, f"the pick {_said(ids)} is left over: {waits(game)}")
            raise Stopped
        ask = asking.public(game.ask)
        try:
            check_answer(ask, ids, "/picks")
        except InputError as e:
            self.fail(path, f"the pick {_said(ids)} is refused ({e.code}): {e.message}")
            self.fail(path, shown_ask(ask))
            raise Stopped from e
        refs = asking.chosen(game.ask, ask, ids)
        self._go(game, lambda: game.answer(refs))

    def _ended(self, game: Game) -> None:
        """All picks are played: were there too many dice, or too few?"""
        if left := self.dice.left():
            self.fail(("dice", self.dice.at), f"dice are left over: {'; '.join(left)}; {waits(game)}")
        elif game.ask is not None and game.ask.seat == SEAT and self.scenario.until != "dice":
            hint = 'add a line, or write until = "dice" if the scenario ends here'
            path = ("dice",) if self.scenario.dice else ()
            self.fail(path, f"{self._no_scene()}dice are missing: {waits(game)}; {hint}")
        elif self.scenario.until == "dice" and (game.ask is None or game.ask.seat != SEAT):
            self.fail(("until",), f'until = "dice", but no roll is open: {waits(game)}')


def words(pick: Pick) -> list[str]:
    """The option ids of a pick as it is written."""
    return [w.strip() for w in pick.split(",") if w.strip()] if isinstance(pick, str) else list(pick)


def _said(ids: list[str]) -> str:
    return repr(",".join(ids))


def waits(game: Game) -> str:
    """What a game waits for, in words."""
    if game.ask is None:
        return "the game is over"
    shown = asking.public(game.ask)
    if game.ask.seat != SEAT:
        return shown_ask(shown)
    return f"the game rolls or draws for {shown.key} ({listed(list(dict.fromkeys(_kinds(shown))))})"


def _kinds(ask: Ask) -> Iterator[str]:
    for group in ask.groups:
        yield f"{group.lo} of {group.id}"
    if not ask.groups:
        yield from (o.id for o in ask.options)


def collect(path: str | Path, rules: RuleSet | None = None) -> Iterator[tuple[str, Callable[[], None]]]:
    """(id, check) of every scenario below a path, for pytest: check() raises AssertionError with all that failed.

    A file that cannot be read has an entry of its own, which fails.
    """
    found, problems = read_all([Path(path)])
    for problem in problems:
        yield f"{problem.file}:{problem.line}", _raiser(str(problem))
    for written in found:
        yield written.id, _checker(written, rules)


def _raiser(text: str) -> Callable[[], None]:
    def check() -> None:
        raise AssertionError(text)

    return check


def _checker(written: Written, rules: RuleSet | None) -> Callable[[], None]:
    def check() -> None:
        outcome = run(written, rules)
        if not outcome.passed:
            raise AssertionError(outcome.text())

    return check
