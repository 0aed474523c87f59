"""A game with nothing in it: pegs, a log, a pile and cards; tests hang flows of a few lines into it."""

from __future__ import annotations

from msgspec import Struct, field

from tmb.core import asking
from tmb.core.bearers import Bearer, Sheet, Trigger
from tmb.core.chance import Chance, seeded
from tmb.core.flow import OPENS, STEP, Stage, flow
from tmb.core.mode import Mode
from tmb.core.script import Script
from tmb.core.state import Frame
from tmb.core.things import Pile, Thing
from tmb.hookspecs import hookimpl
from tmb.ruleset import build


class Peg(Thing):
    """Something that can be the subject of a flow."""

    hp: int = 3


class Table(Struct):
    """The world: log is where stages write that they ran; cards are the bearers in play."""

    pegs: dict[str, Peg] = {}
    log: list[str] = []
    pile: Pile = field(default_factory=Pile)
    cards: list[Bearer] = []


class Main(Frame):
    """The first frame."""

    unit: str = "a"
    n: int = 0


class Sub(Frame):
    """A frame that tests push."""

    unit: str = "a"
    n: int = 0


class Tiny(Mode):
    """The mode; `first` makes the first frame, `table` the world."""

    name = "tiny"
    world = Table
    common_seat = "all"

    def __init__(self, first, table):
        self.first, self.table = first, table

    def start(self, rules, options):
        return self.table(), self.first()

    def find(self, game, id):
        return game.world.pegs.get(id)

    def bearers(self, game):
        return list(game.world.cards)

    def seat_of(self, game, holder):
        return holder or self.common_seat

    def view(self, game, referee):
        return {"log": list(game.world.log)}


class Plugin:
    """A plugin of the given flows, sheets and words."""

    def __init__(self, flows, sheets=(), words=None, effects=None, mode=None, extend=None):
        self.flows, self.sheets, self.words = flows, sheets, words
        self.effects, self.mode, self.extend = effects, mode, extend

    @hookimpl
    def tmb_words(self, register):
        heard = {s.word: None for f in self.flows for s in f.stages if s.kind == OPENS}
        for name in heard:
            register.window(name, f"the moment {name}")
        if self.words:
            self.words(register)

    @hookimpl
    def tmb_effects(self, register):
        register.things("pegs", lambda game, env: list(game.world.pegs.values()))
        register.script("log", LogArgs, lambda game, env, args: game.world.log.append(args.word))
        if self.effects:
            self.effects(register)

    @hookimpl
    def tmb_content(self, register):
        register.dice(
            lambda content: {"d6": tuple("123456"), "coin": ("heads", "tails"), "loaded": ("no", "no", "yes")}
        )
        register.sheets(lambda compiler, content: self.sheets(compiler) if callable(self.sheets) else self.sheets)

    @hookimpl
    def tmb_flows(self, register):
        for f in self.flows:
            register.flow(f)
        if self.extend:
            self.extend(register)

    @hookimpl
    def tmb_modes(self, register):
        if self.mode:
            register.mode(self.mode)


class LogArgs(Struct, forbid_unknown_fields=True):
    """What the script `log` writes down."""

    word: str


class Extra(Plugin):
    """A second plugin: it adds only what it is given."""

    @hookimpl
    def tmb_effects(self, register):
        """Nothing."""

    @hookimpl
    def tmb_content(self, register):
        """Nothing."""


def tiny(*flows, sheets=(), words=None, effects=None, pegs="ab", pile=(), cards=(), first=Main, extra=()):
    """A rule set of these flows. extra: further plugins as (name, object). cards: bearers, as "id holder sheet"."""

    def table():
        bearers = [Bearer(*(part if part != "-" else "" for part in line.split())) for line in cards]
        return Table({p: Peg(p) for p in pegs}, [], Pile(list(pile)), bearers)

    plugin = Plugin(flows, sheets, words, effects, Tiny(first, table))
    return build([], [("tiny", plugin), *extra])


def play(rules, chance=None, *, lines=None, strict=False, events=None):
    """Start a game. lines: a script of chance; otherwise a seed."""
    if lines is not None:
        script = Script(lines)
        chance = Chance(script, script)
    return rules.start("tiny", rules.options("tiny", {}), chance or seeded("1"), events, strict)


def note(name, what=None, **more):
    """A step that writes its name into the log and then does `what`."""

    def run(game, frame, *me):
        game.world.log.append(name)
        return what(game, frame, *me) if what else None

    return Stage(STEP, name, run, **more)


def run(*stages, **how):
    """Play a flow of these stages with everything default: the game, stopped at its first ask or at its end."""
    return play(tiny(flow(Main, *stages, **how)))


def log(game):
    """What was written down, in one line."""
    return " ".join(game.world.log)


def ids(game):
    """The option ids of the open ask."""
    return [o.id for o in asking.public(game.ask).options]


def pick(game, *options):
    """Answer with option ids, as a client does."""
    from tmb.core.decisions import check_answer

    shown = asking.public(game.ask)
    check_answer(shown, list(options), "")
    game.answer(asking.chosen(game.ask, shown, list(options)))
    return game


def card(key, window, do=None, *, may=False, when=None, who="", order="", **more):
    """A sheet with one trigger, which writes its bearer's id into the log."""

    def doing(game, bearer, about):
        game.world.log.append(bearer.id)
        if do:
            do(game, bearer, about)

    return Sheet(key, (Trigger(window, doing, who, not may, when, order),), label=key, **more)
