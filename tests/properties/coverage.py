"""`./scripts/coverage [MODE] [N]`: what never happens in N random games of a mode and in all scenarios of tests/rules.

It counts what happened, not what was loaded: stages that ran, picks of menus, windows that somebody answered, triggers
and actions that were used, modifiers that changed a number, forbids that said no, words of effects that were run
(conditions: that held), permits and queries that were asked, checks that did something, faces that were rolled, icons
that were used, laid or kept, plans, chips that entered, effect dice that were laid, events, and codes of refusals.
A few demo games go with every run: what is the core's own may happen there.

What never happened is printed. The exit code is 1 if something of it is not among the EXCEPTIONS, or if one of those
happened after all.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args

from tests.properties.counting import Item, Tally, counted_rules, watching
from tests.properties.play import act, below_of, broken, shown, start
from tests.properties.variety import EXPANSIONS, GROUNDS, Ground, mode_of, options_of, player_of, some
from tmb import scenario
from tmb.core.decisions import check_answer
from tmb.core.events import CORE
from tmb.core.flow import CHOICE
from tmb.effects.ops import OPS
from tmb.effects.words import CONDITIONS, VALUES
from tmb.errors import InputError, TmbError
from tmb.scenario.reading import Code
from tmb.sim import modes

SCENARIOS = Path(__file__).resolve().parents[1] / "rules"
TWENTY = SCENARIOS / "twenty"
CODES: tuple[str, ...] = get_args(Code)
BUILT_IN = ("Window", "Program", "Each", "Rolled")
"""The core's own flows."""


EXCEPTIONS: dict[str, dict[Item, str]] = {
    "adventure": {
        Item(
            "event", "PointLost"
        ): "a Gearloc would need four Stat Dice at 6 and all its skills; no adventure is so long",
    },
    "undertow": {Item("token", "loot-die"): "no card in the pack lays a Loot Die on the mat so far"},
}
"""Mode -> what may never happen -> why. At most MOST_EXCEPTIONS a mode."""
MOST_EXCEPTIONS = 10

# -- what could happen -------------------------------------------------------------------------------------------------


def inventory(rules: Any) -> list[Item]:
    """All that can happen with a rule set, in reading order."""
    r, tables = rules.registry, rules.tables
    named = {
        "stage": _stages(rules),
        "pick": [f"{n.flow.name}.{n.name}.{w}" for n in _nodes(rules) for w in _words(n)],
        "window": r.windows,
        "permit": r.permits,
        "query": r.queries,
        "check": [c.name for c in r.checks],
        "op": r.ops,
        "condition": r.conditions,
        "value": r.values,
        "selector": [*r.selectors, *r.bare],
        "script": r.scripts,
        "event": rules.events,
        "code": CODES,
        "face": [
            f"{die}: {f}" for die, faces in rules.dice.items() if _rolled(rules, die) for f in dict.fromkeys(faces)
        ],
        "icon": _icons(rules),
        "plan": _plans(tables),
        "card": [*tables["baddies"], *tables["tyrants"]] if "backups" in tables else (),
        "encounter card": tables["encounters"] if "backups" in tables else (),
        "item": sorted(tables.get("keeps", ())),
        "hero": tables.get("heroes", ()),
        "chip": tables.get("chips", {}),
        **(_of_days(tables) if "chips" in tables else {}),
        "effect": tables.get("effects", {}),
    }
    return [Item(what, name) for what, names in named.items() for name in names] + _of_sheets(rules)


def _of_days(tables: Any) -> dict[str, Iterable[str]]:
    """What an adventure meets: choices of its Encounters, tokens, mats, Tyrants. What Loot does stands on its sheet."""
    return {
        "choice": [f"{name}: {choice.id}" for name, card in tables["encounters"].items() for choice in card.choices],
        "token": tables["tokens"],
        "mat": tables["mats"],
        "tyrant": tables["tyrants"],
    }


def _of_sheets(rules: Any) -> list[Item]:
    out: list[Item] = []
    for key, s in rules.sheets.items():
        if key in only_bones(rules):
            continue
        out += [Item("trigger", f"{key} {t.window}{t.key}") for t in s.triggers]
        out += [Item("modifier", f"{key} {m.query}.{m.stage}") for m in s.modifiers]
        out += [Item("forbid", f"{key} {f.permit}") for f in s.forbids]
        out += [Item("action", f"{key} {a.key}") for a in s.actions]
    return out


def only_bones(rules: Any) -> set[str]:
    """Sheets of skills that chips only have in their backup plans, where they have another sheet."""
    borne = {sheet for rows in rules.tables.get("chip_bearers", {}).values() for _, sheet, _ in rows}
    return {key for key in rules.sheets if key.replace("skill/", "bones/") in borne - {key} and key not in borne}


def _plans(tables: Any) -> list[str]:
    """Backup plans by who has them: many of a chip, or one of a card and those of items."""
    if "backups" in tables:
        return [f"{p.card}: {p.id}" for p in (*tables["plans"].values(), *tables["extensions"].values())]
    return [f"{who}: {plan}" for who, some in tables.get("plans", {}).items() for plan in some]


def _nodes(rules: Any) -> list[Any]:
    """The stages that are heard; not the empty one behind a last window that nobody hears."""
    return [n for table in rules.flows.values() for name, n in table.items() if name == n.name]


def _stages(rules: Any) -> list[str]:
    return [f"{n.flow.name}.{n.name}" for n in _nodes(rules)]


def _words(node: Any) -> list[str]:
    rows = getattr(node.run, "__self__", None) if node.kind == CHOICE else None
    return list(getattr(rows, "takes", ()))


def _icons(rules: Any) -> list[str]:
    """Faces that can be used, laid or kept; hits of Atk dice are applied as numbers."""
    rows = [row for faces in rules.tables.get("icons", {}).values() for row in faces.items()]
    able = [die for die, icon in rows if icon.bones or icon.places or icon.code.ops]
    counters = {name for name, die in rules.tables.get("skill_dice", {}).items() if die.sort == "counter"}
    return list(dict.fromkeys(f"{d.die}: {d.face}" for d in able if d.die not in counters))


def _rolled(rules: Any, die: str) -> bool:
    """A counter is a die that is never rolled; others are laid into slots and turned there."""
    kind = rules.tables.get("skill_dice", {}).get(die)
    return kind is None or (kind.sort != "counter" and kind.rolled)


def is_core(item: Item) -> bool:
    """Whether it is the core's own, and may happen in any game."""
    own: dict[str, Iterable[str]] = {
        "op": OPS,
        "condition": CONDITIONS,
        "value": VALUES,
        "code": CODES,
        "event": [e.__name__ for e in CORE],
    }
    return item.name in own.get(item.what, ()) or (item.what == "stage" and item.name.startswith(BUILT_IN))


# -- the run -----------------------------------------------------------------------------------------------------------


class Report(NamedTuple):
    """What a run found. never: of all that could happen, what did not; failed: scenarios that went wrong."""

    mode: str
    games: int
    scenarios: int
    failed: list[str]
    items: list[Item]
    never: list[Item]

    @property
    def excuses(self) -> dict[Item, str]:
        """The exceptions of this mode."""
        return EXCEPTIONS.get(self.mode, {})

    @property
    def unexcused(self) -> list[Item]:
        """What never happened without a reason."""
        return [i for i in self.never if i not in self.excuses]

    @property
    def stale(self) -> list[Item]:
        """Exceptions that happened after all, or that cannot be."""
        return [i for i in self.excuses if i not in self.never]

    @property
    def good(self) -> bool:
        """Everything happened, but for the exceptions."""
        return not (self.unexcused or self.stale or self.failed)


def play_some(rules: Sequence[Any], played: str, games: int, seed: str, tally: Tally, options: Any = None) -> None:
    """Random games of these rule sets in turn, over the variety (or of these options), with refusals."""
    for number in range(games):
        name, ground = f"{seed}/{number}", rules[number % len(rules)]
        chosen = options_of(ground, played, name) if options is None else options
        game = start(ground, mode_of(played), chosen, name)
        below, draw = below_of(name), player_of(number, played, game, name)
        while game.ask is not None:
            ask = shown(game)
            for _, answer in broken(ask, below):
                _refused(ask, answer, tally)
            act(game, draw(ask, below))


def _refused(ask: Any, answer: list[str], tally: Tally) -> None:
    try:
        check_answer(ask, answer, "/pick")
    except InputError as e:
        tally[Item("code", e.code)] += 1


def play_scenarios(files: Sequence[Path], tally: Tally) -> tuple[int, list[str]]:
    """All scenarios of these files, each with the packs that it names: how many, and what failed."""
    found, problems = scenario.read_all(files)
    failed = [str(p) for p in problems]
    made: dict[Ground, Any] = {}
    for written in found:
        try:
            ground = Ground(*modes.split_packs(written.packs or GROUNDS["battle"][0].packs, written.folder))
            made[ground] = made.get(ground) or counted_rules(tally, ground)
        except TmbError as e:
            failed.append(f"{written.id}: {e}")
            continue
        outcome = scenario.run(written, made[ground])
        if not outcome.passed:
            failed.append(outcome.text())
    return len(found), failed


def cover(mode: str, games: int, seed: str = "1") -> Report:
    """A whole run; of an expansion it asks for what it brings itself."""
    tally, items = played(mode, games, seed)
    if mode in EXPANSIONS:
        without = {*inventory(counted_rules(Tally(), GROUNDS[mode_of(mode)][0]))}
        items = [i for i in items if i not in without]
    scenarios, failed, core = 0, [], Tally()
    if mode != "demo":
        with watching(tally):
            scenarios, failed = play_scenarios(scenarios_of(mode), tally)
        core = played("demo", max(12, games // 10), seed)[0]
    happened = tally.keys() | {i for i in core if is_core(i)}
    return Report(mode, games, scenarios, failed, items, [i for i in items if i not in happened])


def scenarios_of(mode: str) -> list[Path]:
    """The files of a game's scenarios: those of 20 Strong lie in a folder of their own."""
    files = [f for f in sorted(SCENARIOS.rglob("*.toml")) if "pack" not in f.parts]
    return [f for f in files if (f.parent == TWENTY) == (mode == "twenty-strong")]


def played(mode: str, games: int, seed: str) -> tuple[Tally, list[Item]]:
    """Random games of a mode on all its grounds: what happened, and what could happen on the first."""
    tally = Tally()
    made = {ground: counted_rules(tally, ground) for ground in GROUNDS[mode]}
    rules = [made[ground] for ground in GROUNDS[mode]]
    with watching(tally):
        play_some(rules, mode, games, seed, tally)
    return tally, inventory(rules[0])


def text(report: Report) -> str:
    """The table of what never happened, and the summary as its last line."""
    width = max([9, *(len(i.name) for i in report.never)])
    lines = [f"{'sort':<10} {'name':<{width}}  why that is right"] if report.never else []
    for item in sorted(report.never, key=lambda i: i in report.excuses):
        lines.append(f"{item.what:<10} {item.name:<{width}}  {report.excuses.get(item, '-- NEVER HAPPENED --')}")
    lines += [f"{i.what} {i.name} is an exception, but it happens or cannot be: take it off" for i in report.stale]
    lines += report.failed
    done, excused = len(report.items) - len(report.never), len(report.never) - len(report.unexcused)
    lines.append(
        f"coverage {report.mode}: {report.games} games, {report.scenarios} scenarios ({len(report.failed)} failed): "
        f"{done} of {len(report.items)} things happened, {excused} excepted, {len(report.unexcused)} never"
    )
    return "\n".join(lines)


def main(args: Sequence[str] | None = None) -> int:
    """Play, print the table, and give the exit code."""
    p = argparse.ArgumentParser(
        prog="scripts/coverage",
        description=__doc__,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument(
        "mode",
        nargs="?",
        default="adventure",
        choices=("adventure", "demo", "twenty-strong", "undertow"),
        help="what is played (%(default)s)",
    )
    p.add_argument("games", nargs="?", type=some, default=300, help="how many random games (%(default)s)")
    p.add_argument("--seed", default="1", help="the seed of the run (%(default)s)")
    given = p.parse_args(args)
    report = cover(given.mode, given.games, given.seed)
    print(text(report), flush=True)
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
