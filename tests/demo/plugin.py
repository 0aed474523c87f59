"""The demo as a plugin, and a second plugin that extends it."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, field

from tests.demo import flows, world
from tests.demo.world import Pawn, Ring
from tmb.content.entry import Entry
from tmb.content.kinds import Kind
from tmb.core.bearers import Bearer
from tmb.core.flow import choice, stage
from tmb.core.mode import Mode, Options
from tmb.core.state import Frame
from tmb.core.things import Mark, Pile, Token
from tmb.effects.program import ACT, Op
from tmb.effects.shapes import Text, sheet
from tmb.effects.words import one
from tmb.hookspecs import hookimpl

HERE = Path(__file__).parent
PACK, MORE = HERE / "pack", HERE / "more"


class PawnKind(Entry, frozen=True, kw_only=True):
    hp: int
    power: int = 1
    skills: list[str] = []


class DemoOptions(Options):
    foxes: list[str] = field(default_factory=lambda: ["kit", "vixen"])
    owls: list[str] = field(default_factory=lambda: ["owlet", "elder"])
    rounds: int = 12


class HurtOp(Struct, forbid_unknown_fields=True):
    """`harm`: push harm."""

    amount: int | str
    to: str = "target"


def make_harm(compiler, op, at):
    to, amount = compiler.selector(op.to), compiler.value(op.amount)

    def act(game, env):
        t = one(game, env, to)
        if t is not None:
            game.push(flows.Harm(t.id, env.bearer.holder, amount(game, env)))

    return Op(ACT, act, pushes=True)


class NoArgs(Struct, forbid_unknown_fields=True):
    """No arguments."""


def strike_back(game, env, args):
    game.push(flows.Strike(env.bearer.holder, env.about.unit))


class Demo(Mode):
    """Foxes and owls."""

    name = "demo"
    options = DemoOptions
    world = Ring
    packs = ("demo",)

    def start(self, rules, options):
        kinds = rules.content.entries("pawn")
        pawns = {}
        for side, names, base in (("fox", options.foxes, 0), ("owl", options.owls, 1)):
            for i, name in enumerate(names):
                k = kinds[rules.content.full("pawn", name)]
                pawns[f"{side}{i + 1}"] = Pawn(
                    f"{side}{i + 1}", kind=k.id, side=side, hp=k.hp, at=2 * i + base, power=k.power, skills=k.skills[:]
                )
        cards = [e.id for e in rules.content.entries("skill").values() if e.takes == "card"]
        return Ring(pawns, {}, Pile(cards * 2), list(pawns), 0, options.rounds), flows.Match()

    def find(self, game, id):
        return game.world.pawns.get(id) or game.world.tokens.get(id)

    def bearers(self, game):
        for p in game.world.pawns.values():
            for s in (*p.skills, *p.hand):
                name, _, n = s.partition(" ")
                yield Bearer(f"{p.id}/{name}", p.id, name, {"n": int(n or 1)})
        for t in game.world.tokens.values():
            yield Bearer(t.id, t.id, t.kind)

    def seat_of(self, game, holder):
        pawn = game.world.pawns.get(holder)
        return pawn.side if pawn else self.common_seat

    def outcome(self, game):
        return {"winner": game.world.winner, "round": game.world.round}

    def view(self, game, referee):
        ring = game.world
        pawns = {
            p.id: {
                "kind": p.kind,
                "hp": p.hp,
                "at": p.at,
                "marks": dict(p.marks),
                "cards": list(p.hand) if referee else len(p.hand),
            }
            for p in ring.pawns.values()
        }
        return {"round": ring.round, "pawns": pawns, "deck": list(ring.deck.cards) if referee else ring.deck.size()}

    def redeal(self, game, chance):
        deck = game.world.deck
        order = chance.cards.shuffle(game, "redeal", sorted(deck.cards))
        deck.cards = order or deck.cards

    def invariants(self, game):
        ring = game.world
        bad = [
            f"{p.id} has {p.hp} HP on the ring"
            for p in ring.pawns.values()
            if p.hp <= 0
            and not any(type(f) in (flows.Fall, flows.Storm, flows.Strike, flows.Harm, flows.Down) for f in game.stack)
        ]
        if len({p.at for p in ring.pawns.values()}) < len(ring.pawns):
            bad.append("two pawns on one place")
        return bad


class Base:
    """The demo's plugin."""

    @hookimpl
    def tmb_packs(self):
        return [PACK]

    @hookimpl
    def tmb_words(self, register):
        for name in (
            "round.start",
            "turn.start",
            "turn.end",
            "struck",
            "harm.before",
            "harm.after",
            "storm.after",
            "fall",
        ):
            register.window(name, f"the moment {name}")
        register.moment("turn", "a pawn's own turn")
        register.span("turn", "a pawn's own turn")
        register.query("power", ("base", "becomes"), ("add", "plus"), doc="how many dice a strike rolls")
        register.query("harm", ("add", "plus"), ("ignore", "minus"), ("cap", "at_most"), doc="how much HP is lost")
        register.permit("strike", "source", "target", doc="who may strike whom")
        for name in ("shield", "spike", "charm"):
            register.mark(Mark(name, hi=3, clears="turn"))
        register.mark(Mark("poison", hi=3, bears=True))
        register.mark(Mark("used", hi=1))
        register.event(*world.EVENTS)
        for c in flows.CHECKS:
            register.check(c)

    @hookimpl
    def tmb_effects(self, register):
        register.op("harm", HurtOp, make_harm)
        register.script("strike-back", NoArgs, strike_back)
        register.things("foes", lambda game, env: world.foes(game, game.thing(env.bearer.holder)))
        register.condition(
            "near",
            str,
            lambda c, arg: (
                lambda sel: (
                    lambda game, env: (
                        (t := one(game, env, sel)) is not None and world.near(game.thing(env.bearer.holder), t)
                    )
                )
            )(c.selector(arg)),
        )

    @hookimpl
    def tmb_content(self, register):
        register.kind(Kind("pawn", "pawns", PawnKind))
        register.kind(Kind("skill", "skills", Text))
        register.dice(lambda content: {"d6": tuple("123456")})
        register.sheets(lambda compiler, content: (sheet(compiler, e.id, e) for e in content.entries("skill").values()))

    @hookimpl
    def tmb_flows(self, register):
        for f in flows.FLOWS:
            register.flow(f)

    @hookimpl
    def tmb_modes(self, register):
        register.mode(Demo())


class Nap(Frame):
    """A frame of the second plugin."""

    unit: str


@stage()
def sleepy(game, turn, me):
    game.mark(me, "sleep", me.marks.get("sleep", 0) + 1)


@choice("bomb")
def bombs(game, turn, me):
    return [me.at] if turn.left and not any(t.at == str(me.at) for t in game.world.tokens.values()) else None


@bombs.taken
def bomb(game, turn, me, at):
    turn.left -= 1
    world.lay(game, "bomb", at)


def burst(game, bearer, about):
    token: Token = game.world.tokens[bearer.id]
    for p in list(game.world.pawns.values()):
        if str(p.at) == token.at:
            world.lose(game, p, 1, token.id)
    del game.world.tokens[token.id]
    game.bearers_changed(token.id)


class More:
    """Adds a stage, a mark, a token kind and a menu entry to the demo, through hooks only."""

    @hookimpl
    def tmb_packs(self):
        return [MORE]

    @hookimpl
    def tmb_words(self, register):
        register.mark(Mark("sleep", hi=9))

    @hookimpl
    def tmb_content(self, register):
        from tmb.core.bearers import Sheet, Trigger

        register.sheets(lambda compiler, content: [Sheet("bomb", (Trigger("round.start", burst),), label="a bomb")])

    @hookimpl
    def tmb_flows(self, register):
        register.before("Turn", "act", sleepy)
        register.entry("Turn", "act", bombs)


BASE, MORE_PLUGIN = Base(), More()
