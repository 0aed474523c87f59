"""The mode `adventure`: from setting out to the Tyrant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from tmb.core.chance import Chance
from tmb.core.mode import Options, Sign
from tmb.core.state import Frame
from tmb.core.things import Pile
from tmb.errors import InputError, unknown
from tmb_base.adventure import blocked, board, changes, facts, scene, view
from tmb_base.adventure.day import Journey
from tmb_base.adventure.invariants import broken
from tmb_base.legend import ADVENTURE
from tmb_base.mode import BattleMode, BattleOptions, new_gearloc
from tmb_base.world import Adventure


class AdventureOptions(Options):
    """party: Gearlocs by name, one a seat; tyrant: who is hunted ("" = drawn); difficulty: a level's name; leader: the
    seat of the Party Leader ("" = the first, "?" = the party is asked); mat: which mat; trade: whether Loot changes
    hands in a Recovery Phase; same_gearloc: whether one may sit twice; round_limit: a battle is unsuccessful after it
    (0: none).
    """

    party: Annotated[list[str], Meta(min_length=1, max_length=4)] = field(default_factory=lambda: ["picket", "boomer"])
    tyrant: str = ""
    difficulty: str = "casual"
    leader: str = ""
    mat: str = "base"
    trade: Literal["on", "off"] = "on"
    same_gearloc: bool = False
    round_limit: Annotated[int, Meta(ge=0, le=999)] = 0


class AdventureMode(BattleMode):
    """A whole adventure."""

    name = "adventure"
    doc = "An adventure of the base game: days, Encounters and battles, until the Tyrant is defeated or time is up."
    options: ClassVar[type[Options]] = AdventureOptions
    world: ClassVar[Any] = Adventure
    stream = "adventure"
    scene = scene.KEYS
    demo: ClassVar[dict[str, Any]] = {"party": ["picket", "boomer"], "tyrant": "nom", "difficulty": "greenhorn"}
    whole = True
    outcome_words: ClassVar[Mapping[str, str]] = {
        "won": "won",
        "result": "",
        "tyrant": "Tyrant",
        "days": "days played",
        "of_days": "days at most",
        "progress": "Progress",
        "hp": "HP left",
        "knocked_out": "Gearlocs down at the end",
        "knock_outs": "knock-outs in all",
    }

    def start(self, rules: Any, options: Any) -> tuple[Any, Frame]:
        """The table before anything is set up. Raises InputError naming the option at fault."""
        tables = rules.tables
        for what, name, known in (
            ("mat", options.mat, tables["mats"]),
            ("difficulty", options.difficulty, tables["difficulties"]),
            ("tyrant", options.tyrant, {"": 0, **tables["tyrants"]}),
        ):
            if name not in known:
                raise unknown(what, name, [k for k in known if k], "bad_value", f"/params/{what}")
        seats = [f"g{i + 1}" for i in range(len(options.party))]
        if options.leader not in ("", "?", *seats):
            raise unknown("seat", options.leader, [*seats, "?"], "bad_value", "/params/leader")
        table = Adventure(options.mat, options.difficulty, most_rounds=options.round_limit)
        table.trade, table.leader = options.trade == "on", {"": "g1", "?": ""}.get(options.leader, options.leader)
        for i, name in enumerate(options.party):
            self._seat(rules, table, options, i, name)
        table.stacks = {p: Pile() for p in tables["box"]}
        table.loot, table.trove = (Pile(loose=copies(rules, locked)) for locked in (False, True))
        return table, Journey(options.tyrant)

    def _seat(self, rules: Any, table: Adventure, options: Any, i: int, name: str) -> None:
        gearlocs = rules.tables["gearlocs"]
        if name not in gearlocs:
            raise unknown("Gearloc", name, gearlocs, "bad_value", f"/params/party/{i}")
        if name in options.party[:i] and not options.same_gearloc:
            raise InputError(
                "bad_value",
                f"{name} sits in the party twice; same_gearloc allows that",
                where=f"/params/party/{i}",
                got=name,
            )
        starts = [n for n, die in rules.tables["dice_of"][name].items() if die.starts]
        asked = BattleOptions(difficulty=options.difficulty, training=starts)
        unit = new_gearloc(rules, f"g{i + 1}", name, asked)
        unit.skills = [die for die in unit.skills if die in starts]
        unit.consumables = [die for die in unit.consumables if die in starts]
        if extra := rules.tables["difficulties"][options.difficulty].hp:
            unit.trained["hp"] = extra
        table.units[unit.id] = unit
        table.party.append(unit.id)

    def find(self, game: Any, id: str) -> Any:
        """A unit, the table, or a Loot card."""
        found = super().find(game, id)
        if found is None and id.startswith("l") and (held := changes.card_of(game, id)):
            return held[1]
        return found

    def outcome(self, game: Any) -> dict[str, Any]:
        """Won or lost, on which day, with how much Progress and HP, how many Gearlocs are down, and how often one went
        down."""
        world = game.world
        party = [world.units[g] for g in world.party]
        return {
            "won": world.ending == "won",
            "result": world.ending,
            "tyrant": world.tyrant,
            "days": world.day,
            "of_days": world.days,
            "progress": world.progress,
            "hp": sum(g.hp for g in party),
            "knocked_out": sum(g.hp <= 0 for g in party),
            "knock_outs": world.knock_outs,
        }

    def view(self, game: Any, referee: bool) -> dict[str, Any]:
        """The table, by allow-list."""
        return view.table(game, referee)

    def blocked(self, game: Any, ask: Any) -> list[tuple[str, str, str]]:
        """What a player may miss, in battles and between them."""
        return [*super().blocked(game, ask), *blocked.blocked(game, ask)]

    def redeal(self, game: Any, chance: Chance) -> None:
        """Deal all that is face down anew."""
        view.redeal(game, chance)

    def board(self, game: Any) -> str:
        """The day, and the mat while there is a battle."""
        return board.draw(game)

    def spoken(self, game: Any) -> str:
        """The same for people who hear it."""
        return board.draw(game, spoken=True)

    def invariants(self, game: Any) -> list[str]:
        """What is wrong with the table."""
        return broken(game)

    def moment(self, game: Any) -> tuple[int, ...]:
        """The day, and the round of its battle."""
        return (game.world.day, *super().moment(game))

    def legend(self, rules: Any) -> list[Sign]:
        """The signs of a battle, and those of Loot."""
        return [*super().legend(rules), *ADVENTURE]

    def stage(self, game: Any, scene_table: Any) -> None:
        """Set up a scenario."""
        scene.stage(game, scene_table)

    def facts(self, game: Any, name: str) -> Any:
        """A value by name."""
        return facts.fact(game, name)


def copies(rules: Any, locked: bool) -> list[str]:
    """Every card of the Loot deck, or of the Trove Loot deck."""
    locks = rules.tables["locks"]
    return [
        name for name, card in rules.tables["loot"].items() if bool(locks[name]) is locked for _ in range(card.copies)
    ]
