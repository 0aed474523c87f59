"""What is played: a mode with its packs, random games of it, and records of games that can be played again."""

from __future__ import annotations

import os
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tmb.core import asking
from tmb.core.chance import seeded
from tmb.core.game import Game
from tmb.plugins import here, order, rules_for
from tmb.ruleset import RuleSet, build
from tmb.sim.bots import RandomBot
from tmb.sim.run import finish

ROOT = Path(__file__).parent.parent
DEMO = "demo"
SETUPS: dict[str, dict[str, Any]] = {"battle": {"party": ["picket"] * 4}}
"""Mode -> the options that it is measured with: a full table, eight units, as in the floor loop and at the peer."""
INERT = "inert"
"""The id of the pack of skills that nobody bears."""


class Record(NamedTuple):
    """A game that was played: its seed, each answer as option ids, and as places in the list of options."""

    seed: str
    picks: list[list[str]]
    places: list[list[int]]


class Subject:
    """A mode to measure. packs: what it is played with; the mode `demo` is the small game of the tests; given: the
    mode's options as plain data (None: those of SETUPS). Raises InputError where mode, pack or option is unknown."""

    def __init__(self, mode: str, packs: tuple[str, ...] = ("base",), given: dict[str, Any] | None = None) -> None:
        self.mode, self.packs = mode, ((DEMO,) if mode == DEMO else packs)
        self.given = SETUPS.get(mode, {}) if given is None else given
        self.rules = self._rules()
        self.options = self.rules.options(mode, self.given)

    def build(self) -> RuleSet:
        """The packs read from their files into a new rule set; plugins are imported already."""
        if self.mode == DEMO:
            return self._rules()
        at_hand = here()
        infos = order(self.packs, at_hand)
        plugins = dict.fromkeys(i.plugin for i in infos if i.plugin)
        return build([i.path for i in infos], [(name, at_hand.plugins[name]) for name in plugins])

    def _rules(self, extra: tuple[Path, ...] = ()) -> RuleSet:
        if self.mode == DEMO:
            from tests.demo.plugin import BASE, PACK

            return build([PACK, *extra], [(DEMO, BASE)])
        return rules_for([*self.packs, *(INERT for _ in extra)], [str(path) for path in extra])

    def with_inert(self, skills: int) -> RuleSet:
        """The rule set with a further pack of so many skills that nobody bears."""
        with tempfile.TemporaryDirectory(prefix="tmb-bench-") as folder:
            return self._rules((inert_pack(Path(folder), self, skills),))

    def start(self, seed: str, rules: RuleSet | None = None) -> Game:
        """A new game of a seed, events off."""
        return (rules or self.rules).start(self.mode, self.options, seeded(seed))

    def play(self, seed: str, rules: RuleSet | None = None) -> int:
        """A whole game with random picks; how many decisions it took."""
        game = self.start(seed, rules)
        finish(game, RandomBot(seed))
        return game.decisions

    def middle(self, seed: str) -> Game:
        """A game about half of whose decisions are made."""
        half, game, bot = self.play(seed) // 2, self.start(seed), RandomBot(seed)
        while game.decisions < half:
            game.answer(bot.choose(game))
        return game

    def record(self, seed: str) -> Record:
        """A whole game with random picks, written down."""
        game, bot, out = self.start(seed), RandomBot(seed), Record(seed, [], [])
        while game.ask is not None:
            shown = asking.public(game.ask)
            pick = bot.choose_public(shown)
            ids = [o.id for o in shown.options]
            out.picks.append(pick)
            out.places.append([ids.index(word) for word in pick])
            game.answer(asking.chosen(game.ask, shown, pick))
        return out

    @cached_property
    def records(self) -> list[Record]:
        """A few games to be played again."""
        return [self.record(f"r{i}") for i in range(20)]


def replay(subject: Subject, record: Record) -> int:
    """Play a record again in the engine alone; how many decisions it took."""
    game = subject.start(record.seed)
    for places in record.places:
        ask = game.ask
        assert ask is not None
        several = ask.several
        if several is None:
            game.answer(ask.refs[places[0]])
        else:
            game.answer([several.picks[i].ref for i in (places if several.ordered else sorted(places))])
    assert game.ask is None
    return game.decisions


SAID = {"number": ", amount = 1", "flag": "", "thing": ', to = "self"'}
"""What a say in a query has, by what the query answers with."""


def inert_pack(folder: Path, subject: Subject, skills: int) -> Path:
    """Write a pack of skills that listen to every window and change every query, but that no entry names."""
    registry = subject.rules.registry
    windows, queries = list(registry.windows), list(registry.queries.values())
    requires = ", ".join(f'{name} = ""' for name in subject.packs)
    head = f'id = "{INERT}"\nversion = "1.0.0"\nname = "Inert"\norigin = "test"\nrequires = {{ {requires} }}\n'
    (folder / "pack.toml").write_text(head)
    (folder / "skills").mkdir()
    lines = []
    for i in range(skills):
        query = queries[i % len(queries)]
        lines += [
            "[[skill]]",
            f'id = "inert-{i}"\nname = "Inert {i}"\ntext = "Nothing."',
            f'when = {{ window = "{windows[i % len(windows)]}" }}\ndo = [{{ op = "say", text = "nothing" }}]',
            f'modify = [{{ query = "{query.name}", stage = "{query.stages[0][0]}"{SAID[query.answers]} }}]',
            'source = { status = "standin", where = "the benchmark\'s own" }',
        ]
    (folder / "skills" / "inert.toml").write_text("\n".join(lines) + "\n")
    return folder


def environment(subject: Subject, folder: Path) -> dict[str, str]:
    """The environment of a child process that can play the subject.

    `folder` takes what makes the demo installed, and the compiled modules of all children: a program that is installed
    has them, whatever the shell of this run says about writing them.
    """
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    if subject.mode == DEMO:
        info = folder / "tmb_demo-1.0.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tmb-demo\nVersion: 1.0.0\n")
        (info / "entry_points.txt").write_text("[tmb]\ndemo = tests.demo.plugin:BASE\n")
        env["PYTHONPATH"] = os.pathsep.join([str(folder), str(ROOT)])
    return env
