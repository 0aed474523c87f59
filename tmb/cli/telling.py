"""What verbs tell of a running game, as the table sees it: what happened, what is asked, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from tmb.cli.modeopts import shown
from tmb.cli.text import columns, heading

if TYPE_CHECKING:
    from tmb.core.decisions import Ask, Option
    from tmb.core.mode import Mode
    from tmb.session import Session


def story(session: Session, since: int = 0) -> list[str]:
    """What happened after event number `since`, in the mode's words."""
    known = session.events()
    at = max(0, since - session.first_event)
    return merged(session.game.mode.story(session.game, known[at:], known[:at]))


def merged(lines: Iterable[str]) -> list[str]:
    """Lines of which each is told once where several of it follow one another, with how often it happened."""
    rows = [(line, len(list(same))) for line, same in groupby(lines)]
    return [f"{line} ({n} times)" if n > 1 else line for line, n in rows]


def board(session: Session, plain: bool = False) -> str:
    """The mode's drawing, or plainly what there is to hear of it; "" in a mode without one."""
    mode = session.game.mode
    drawn: str = (mode.spoken if plain else mode.board)(session.game)
    return drawn


def bounds(ask: Ask) -> str:
    """How many picks an answer has, in words; "" for one."""
    if ask.lo == ask.hi:
        return "" if ask.lo == 1 else f"exactly {ask.lo}"
    return f"up to {ask.hi}" if not ask.lo else f"{ask.lo} to {ask.hi}"


def question(ask: Ask) -> str:
    """`g1: Which dice are rolled? (up to 3)`; with groups that bound the picks further, and the budget. The seat is
    left out where the label names it.
    """
    asked = ask.label or ask.key
    said = [bounds(ask)]
    said += [f"{g.id}: {_between(g.lo, g.hi)}" for g in ask.groups if _matters(ask, g)]
    said += [f"{ask.budget} to spend"] if ask.budget >= 0 else []
    said += ["the order counts"] if ask.ordered else []
    notes = ", ".join(filter(None, said))
    asked = asked if ask.seat in asked else f"{ask.seat}: {asked}"
    if not notes:
        return asked
    return f"{asked.removesuffix(')')}, {notes})" if asked.endswith(")") else f"{asked} ({notes})"


def lead(question: str) -> str:
    """A question in front of what is said to it: with a colon, unless it ends as a sentence does."""
    said = question.partition(" (")[0] if question.endswith(")") else question
    return question if said.endswith((".", "?", "!")) else f"{question}:"


def _between(lo: int, hi: int) -> str:
    return f"exactly {lo}" if lo == hi else f"at most {hi}" if not lo else f"{lo} to {hi}"


def _matters(ask: Ask, group: Any) -> bool:
    """Whether a group allows less than its options and the ask would."""
    return bool(group.lo) or group.hi < min(ask.hi, sum(o.times for o in ask.options if o.group == group.id))


def wording(option: Option) -> str:
    """An option in words, with how often it may be picked and what it costs."""
    notes = [f"up to {option.times}"] if option.times > 1 else []
    notes += [f"costs {option.cost}"] if option.cost else []
    return (option.label or option.id) + (f" ({', '.join(notes)})" if notes else "")


def setting(mode: str, options: Mapping[str, Any], rules: str = "") -> str:
    """The set-up that a game is begun with: `MODE  NAME=VALUE ...`, what was written and the defaults of the rest, as
    they would be written; then the rule options that are not as the packs have them.
    """
    pairs = [f"{name.replace('_', '-')}={text}" for name, value in options.items() if (text := shown(value))]
    return f"{mode}  {' '.join(filter(None, (*pairs, rules)))}".rstrip()


def setting_of(session: Session) -> str:
    """The same, of a game that is played."""
    from tmb.cli.ruleopts import unlike

    return setting(session.setup.mode, session.setup.options, unlike(session.rules, session.setup.rules))


def ending(session: Session) -> str:
    """How a game ended that is over."""
    over = session.over() or {}
    seed = f"; the seed was {over['seed']}" if over.get("seed") else ""
    told = outcome(session.game.mode, over["outcome"])
    return f"The game is over after {decisions(over['decisions'])}: {told or 'no result'}{seed}"


def outcome(mode: Mode, found: dict[str, Any]) -> str:
    """An outcome for people: `lost, days played 3`."""
    rows = [(name, found[key]) for key in found if (name := mode.outcome_words.get(key, key))]
    return ", ".join(
        ("won" if value else "lost") if (name, type(value)) == ("won", bool) else f"{name} {shown(value)}"
        for name, value in rows
    )


def standing(session: Session) -> list[str]:
    """Where a game stands, for scripts' owners: the open ask with the ids of its options, or how the game ended."""
    ask = session.ask(labels=True)
    if ask is None:
        return [ending(session)]
    rows = [(f"  {o.id}", wording(o)) for o in ask.options]
    return [heading(question(ask)), *columns(rows)]


def terse(session: Session, ids: bool) -> list[str]:
    """Only ids, for scripts: of all options of the open ask, or of the first legal answer; none when it is over."""
    from tmb.session.answers import first

    ask = session.open_ask
    if ask is None:
        return []
    return [o.id for o in ask.options] if ids else first(ask)


def tell(session: Session, since: int) -> None:
    """Print what happened after event number `since`, and where the game stands."""
    for line in story(session, since):
        click.echo(line)
    for line in standing(session):
        click.echo(line)


def step(session: Session, since: int | None = None) -> dict[str, Any]:
    """The same as data: `events` after number `since`, if one is given; then `ask`, or `over`."""
    import msgspec

    out: dict[str, Any] = {} if since is None else {"events": [msgspec.to_builtins(e) for e in session.events(since)]}
    ask = session.ask(labels=True, blocked=True)
    return out | ({"over": session.over()} if ask is None else {"ask": msgspec.to_builtins(ask)})


def few(n: int) -> str:
    """That there are only so many decisions, for who wants more of them."""
    return f"there {'is' if n == 1 else 'are'} only {decisions(n)}" if n else "there is no decision"


def decisions(n: int) -> str:
    """`1 decision`, `2 decisions`."""
    return f"{n} decision{'s' * (n != 1)}"
