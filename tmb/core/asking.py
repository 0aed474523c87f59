"""Asks as data, and chance as a seat: between the refs inside the engine and the ids outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmb.core.decisions import DONE, Ask, Group, Option, Pick, Several
from tmb.core.events import CardDrawn, PileShuffled
from tmb.core.flow import ROLL, SHUFFLE
from tmb.core.rolls import count, hand_over, rolled
from tmb.core.state import Frame

MOST_KNOWN = 1 << 12
"""So many options of a word, and so many words, are remembered."""


def ref_id(word: str, ref: Any) -> str:
    """The stable readable id of a ref: `move/r2c1`, `done`, `act/g1/flask`."""
    if type(ref) is tuple:
        return "/".join(ref_id("", part) for part in ref if part != "")
    text = str(getattr(ref, "id", ref))
    return f"{word}/{text}" if word and text != DONE else text


def ref_thing(ref: Any) -> str:
    """The thing or place that a ref is about, or ""."""
    if type(ref) is tuple:
        return ref_thing(next((part for part in reversed(ref) if part != ""), ""))
    text = str(getattr(ref, "id", ref))
    return "" if text == DONE else text


class _Known(dict[Any, Any]):
    """What `make` makes of a key, remembered. It forgets all when it holds too much."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self.make = make

    def __missing__(self, key: Any) -> Any:
        if len(self) >= MOST_KNOWN:
            self.clear()
        made = self[key] = self.make(key)
        return made


_plain: dict[str, dict[str | int, Option]] = _Known(
    lambda word: _Known(lambda name: Option(ref_id(word, name), ref_thing(name)))
)
"""Word of an ask -> what an option is about -> the option."""
_joined: dict[str, dict[Any, Option]] = _Known(
    lambda first: _Known(lambda rest: Option(ref_id("", (first, rest)), ref_thing((first, rest))))
)
"""First word of a pair -> the rest of it -> the option."""
_counted: dict[str, dict[Pick, Option]] = _Known(lambda word: _Known(lambda pick: counted(word, pick)))
"""Word of an ask of several -> one of its lines -> the option."""


def options(word: str, refs: list[Any]) -> list[Option]:
    """The options for the refs of an ask of one pick. Remembered, as most asks list what others have listed before."""
    plain = _plain[word]
    out: list[Option] = []
    for ref in refs:
        if type(ref) is str:
            out.append(plain[ref])
        elif type(ref) is tuple and len(ref) == 2 and type(ref[0]) is str and type(ref[1]) is str:
            out.append(_joined[ref[0]][ref[1]])
        else:
            out.append(_other(word, ref))
    return out


def _other(word: str, ref: Any) -> Option:
    """The option for a ref that is not words alone; remembered by the number or the name of the thing that it is about,
    or by the place and what is laid there."""
    known, about = _plain[word], ref
    if type(ref) is tuple and len(ref) == 2 and type(ref[0]) is str:
        known, about = _joined[ref[0]], ref[1]
    if type(about) is int:
        return known[about]
    name: Any = getattr(about, "id", None)
    if type(about) is tuple and len(about) == 2 and type(about[0]) is str:
        name = about[0], getattr(about[1], "id", None)
        if type(name[1]) is str:
            return known[name]
    elif type(name) is str:
        return known[name]
    return Option(ref_id(word, ref), ref_thing(ref))


def counted(word: str, p: Pick) -> Option:
    """The option for a line of a choice of several."""
    return Option(ref_id(word, p.ref), ref_thing(p.ref), p.group, p.cost, p.times, p.weight)


def public(ask: Any) -> Ask:
    """The open ask as everybody may see it. Pure. Raises InternalError where it could not always be answered."""
    word, s = ask.node.word, ask.several
    if s is None:
        return Ask(ask.id, ask.key, ask.seat, options(word, ask.refs))
    s.check()
    known = _counted[word]
    lines = [known[p] if type(p.ref) is str else counted(word, p) for p in s.picks]
    return Ask(ask.id, ask.key, ask.seat, lines, s.lo, s.hi, [Group(*g) for g in s.groups], s.budget, s.ordered)


def chosen(ask: Any, shown: Ask, pick: list[str]) -> Any:
    """The refs of a checked answer: one ref, or a list of them where the ask takes several."""
    at = {o.id: i for i, o in enumerate(shown.options)}
    if ask.several is None:
        return ask.refs[at[pick[0]]]
    places = [at[word] for word in pick]
    return [ask.several.picks[i].ref for i in (places if ask.several.ordered else sorted(places))]


def roll(game: Any, node: Any, frame: Frame, me: Any) -> bool:
    """Run a roll; False where a person must tell the faces."""
    dice = node.run(game, frame, me) if node.has_subject else node.run(game, frame)
    if not dice:
        frame.at = node.next
        return True
    faces = game.chance.dice.roll(game, node.stream or game.mode.stream, dice)
    if faces is None:
        game.ask = chance_ask(game, node, frame, me, dice)
        return False
    rolled(game, node, frame, me, dice, faces)
    return True


def deal(game: Any, node: Any, frame: Frame, me: Any) -> bool:
    """Run a draw or a shuffle; False where a person must tell the card."""
    what = node.run(game, frame, me) if node.has_subject else node.run(game, frame)
    if not what:
        frame.at = node.next
        return True
    if cards(game, node, frame, me, what):
        return True
    game.ask = chance_ask(game, node, frame, me, what)
    return False


def cards(game: Any, node: Any, frame: Frame, me: Any, what: tuple[str, Any]) -> bool:
    """Shuffle a pile, or draw from one; False where a person must say which card it is. what: (name, pile)."""
    name, pile = what
    if node.kind == SHUFFLE:
        _shuffle(game, node, name, pile)
        if node.take is None:
            frame.at = node.next
        else:
            hand_over(game, node, frame, me, name)
        return True
    if not pile.size():
        raise game.runaway(f"a draw from the empty pile {name!r}")
    if pile.cards or not pile.loose:
        _drawn(game, node, frame, me, what, (pile.cards or pile.under)[0])
        return True
    card = game.chance.cards.draw(game, node.stream or game.mode.stream, pile.loose)
    if card is None:
        return False
    _drawn(game, node, frame, me, what, card)
    return True


def _shuffle(game: Any, node: Any, name: str, pile: Any) -> None:
    order = game.chance.cards.shuffle(game, node.stream or game.mode.stream, pile.all())
    count(game, node, max(0, pile.size() - 1))
    pile.refill(pile.all() if order is None else order, ordered=order is not None)
    game.tell(PileShuffled, name, pile.size())
    if game.rolls is not None:
        game.rolls.append({"order": order})


def _drawn(game: Any, node: Any, frame: Frame, me: Any, what: tuple[str, Any], card: str) -> None:
    name, pile = what
    (pile.cards or pile.loose or pile.under).remove(card)
    count(game, node, 1)
    game.tell(CardDrawn, name, card)
    if game.rolls is not None:
        game.rolls.append({"card": card})
    hand_over(game, node, frame, me, card)


def chance_ask(game: Any, node: Any, frame: Frame, me: Any, what: Any) -> Any:
    """A roll as one group a kind of die, or a draw as the cards that may lie on top."""
    from tmb.core.game import OpenAsk

    if node.kind == ROLL:
        picks, groups, kinds = [], [], list(dict.fromkeys(what))
        if sorted(what, key=kinds.index) != what:
            raise game.runaway(f"a roll names like dice apart: {' '.join(what)}")
        for die in kinds:
            n, faces = what.count(die), game.rules.dice[die]
            picks += [Pick((die, face), die, 0, n, faces.count(face)) for face in dict.fromkeys(faces)]
            groups.append((die, n, n))
        several = Several(picks, len(what), len(what), groups)
    else:
        loose = what[1].loose
        several = Several([Pick(("draw", card), weight=loose.count(card)) for card in sorted(set(loose))], 1, 1)
    return OpenAsk(game.state.asks, game, node, frame, me, [], several)


def chance_answered(game: Any, ask: Any, pick: list[tuple[str, str]]) -> None:
    """Go on with the answer of a person to a roll or a draw, whose guard had its say before it was asked."""
    node, frame = ask.node, ask.frame
    run = node.stage.run
    what = run(game, frame, ask.me) if node.has_subject else run(game, frame)
    if node.kind != ROLL:
        _drawn(game, node, frame, ask.me, what, pick[0][1])
        return
    out: list[str] = []
    for die in dict.fromkeys(what):
        faces = game.rules.dice[die]
        out += sorted([face for kind, face in pick if kind == die], key=faces.index)
    rolled(game, node, frame, ask.me, what, out)
