"""The demo game as a mode that can stage scenes, tell facts and draw itself; the command line's tests install it."""

from __future__ import annotations

import os

from tests.demo import flows
from tests.demo.plugin import Base, Demo
from tmb.core.things import Pile
from tmb.errors import InputError, unknown
from tmb.hookspecs import hookimpl


class Ring(Demo):
    """Foxes and owls, with a stage."""

    scene = ("pawns", "turn", "round")
    demo = {"rounds": 3}

    def start(self, rules, options):
        known = [entry.id for entry in rules.content.entries("pawn").values()]
        for name in options.foxes + options.owls:
            if name not in known:
                raise unknown("pawn", name, known, "unknown_pawn", "/params/foxes")
        return super().start(rules, options)

    def stage(self, game, scene):
        """pawns: `name at N hp N`; turn: the pawn that acts; then the round and the match go on."""
        ring = game.world
        ring.deck, ring.round = Pile(), scene.get("round", 1)
        for i, line in enumerate(scene.get("pawns", ())):
            name, *pairs = line.split()
            if name not in ring.pawns:
                raise unknown("pawn", name, ring.pawns, "bad_scene", f"/pawns/{i}")
            for what, n in zip(pairs[::2], pairs[1::2], strict=True):
                if what not in ("at", "hp"):
                    raise InputError("bad_scene", f"{what!r} is nothing of a pawn", where=f"/pawns/{i}", hint="at, hp")
                setattr(ring.pawns[name], what, int(n))
        match = game.stack[0]
        match.at = "next_round"
        if "turn" in scene:
            if scene["turn"] not in ring.pawns:
                raise unknown("pawn", scene["turn"], ring.pawns, "bad_scene", "/turn")
            game.stack.append(flows.Round(at="next_turn"))
            game.stack.append(flows.Turn(scene["turn"]))

    def facts(self, game, name):
        unit, _, what = name.partition(".")
        if name == "stack":
            return [type(frame).__name__ for frame in game.stack]
        pawn = game.world.pawns.get(unit)
        if what not in ("hp", "at", "gone"):
            raise unknown("fact", name, [f"{p}.{w}" for p in game.world.pawns for w in ("hp", "at")], "unknown_fact")
        return pawn is None if what == "gone" else getattr(pawn, what, None)

    def board(self, game):
        row = {p.at: f"{p.id}:{p.hp}" for p in game.world.pawns.values()}
        return f"round {game.world.round}  " + " ".join(row.get(i, ".") for i in range(8))


class Plugin(Base):
    """The demo's plugin with that mode."""

    @hookimpl
    def tmb_modes(self, register):
        register.mode(Ring())
        register.bot("last", lambda seed, rules: lambda ask, view: [ask.options[-1].id] if ask.lo else [])
        register.bot("dies", lambda seed, rules: lambda ask, view: os.kill(os.getpid(), 9))
        register.bot("cheat", lambda seed, rules: lambda ask, view: ["no/such/thing"])


PLUGIN = Plugin()
