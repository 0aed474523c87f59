"""The world of the demo: pawns on a ring, a deck, and the only functions that change them."""

from __future__ import annotations

from msgspec import Struct, field

from tmb.core.events import Event
from tmb.core.things import Pile, Thing, Token

RING = 8


class Pawn(Thing):
    kind: str = ""
    side: str = ""
    hp: int = 0
    at: int = -1
    power: int = 1
    skills: list[str] = []
    hand: list[str] = []


class Ring(Struct):
    pawns: dict[str, Pawn] = {}
    tokens: dict[str, Token] = {}
    deck: Pile = field(default_factory=Pile)
    order: list[str] = []
    round: int = 0
    most_rounds: int = 12
    winner: str = ""


class PawnHurt(Event):
    pawn: str
    loss: int
    hp: int


class PawnMoved(Event):
    pawn: str
    at: int


class PawnFell(Event):
    pawn: str


class CardTaken(Event):
    secret = ("card",)
    pawn: str
    card: str


class TokenLaid(Event):
    token: str
    at: int


EVENTS = (PawnHurt, PawnMoved, PawnFell, CardTaken, TokenLaid)


def lose(game, pawn, n, by=""):
    pawn.hp -= n
    game.tell(PawnHurt, pawn.id, n, pawn.hp, by=by)
    game.touch()


def move(game, pawn, at):
    pawn.at = at
    game.tell(PawnMoved, pawn.id, at)


def take_off(game, pawn):
    del game.world.pawns[pawn.id]
    game.bearers_changed(pawn.id)
    game.tell(PawnFell, pawn.id)
    game.touch()


def take_card(game, pawn, card):
    pawn.hand.append(card)
    game.bearers_changed(pawn.id)
    game.tell(CardTaken, pawn.id, card)


def lay(game, kind, at):
    token = Token(game.new_id("t"), kind=kind, at=str(at))
    game.world.tokens[token.id] = token
    game.bearers_changed(token.id)
    game.tell(TokenLaid, token.id, at)


def near(a, b):
    return (a.at - b.at) % RING in (1, RING - 1)


def foes(game, pawn):
    return [p for p in game.world.pawns.values() if p.side != pawn.side and p.hp > 0]
