"""The mode `battle`: one battle of the base game, from set-up to clean-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from tmb.core.bearers import Bearer
from tmb.core.chance import Chance
from tmb.core.events import Event
from tmb.core.mode import Mode, Options, Sign
from tmb.core.permits import Question
from tmb.core.queries import thing
from tmb.core.remembered import remembered
from tmb.core.state import Frame
from tmb.core.things import Pile
from tmb.errors import InputError, unknown
from tmb_base import facts, glossary, labels, legend, previews, rulings, scene, story, view
from tmb_base.about import about
from tmb_base.battle.battle import Battle
from tmb_base.blocked import blocked as missed
from tmb_base.board import draw
from tmb_base.changes import TABLE
from tmb_base.invariants import broken
from tmb_base.tables import STACKS
from tmb_base.turns.called import CALLED, SHEET
from tmb_base.world import PREP, Gearloc, Table

STANDARD_QUEUE = ["5", "1", "1", "1", "1", "1"]


class BattleOptions(Options):
    """party: Gearlocs by name, one a seat; queue: the Battle Queue, top first, of chips by name or points ("1", "5",
    "20" = drawn face down from that stack); mat: which mat; difficulty: a level's name; training: skill dice that each
    Gearloc has learned (empty: all that can be); round_limit: after it the battle is unsuccessful (0: none).
    """

    party: Annotated[list[str], Meta(min_length=1, max_length=4)] = field(default_factory=lambda: ["picket"])
    queue: Annotated[list[str], Meta(min_length=1, max_length=24)] = field(default_factory=lambda: list(STANDARD_QUEUE))
    mat: str = "base"
    difficulty: str = "casual"
    training: list[str] = field(default_factory=list)
    round_limit: Annotated[int, Meta(ge=0, le=999)] = 0


class BattleMode(Mode):
    """One battle against a Battle Queue."""

    name = "battle"
    doc = "One battle of the base game, from set-up to clean-up."
    options: ClassVar[type[Options]] = BattleOptions
    world: ClassVar[Any] = Table
    packs = ("base",)
    stream = "battle"
    common_seat = "party"
    scene = scene.KEYS
    demo = {"party": ["picket", "picket"], "queue": ["1", "1", "1", "1", "1", "1"], "round_limit": 40}
    outcome_words: ClassVar[Mapping[str, str]] = {
        "won": "won",
        "result": "",
        "rounds": "rounds",
        "hp": "HP left",
        "knocked_out": "Gearlocs down at the end",
    }

    def start(self, rules: Any, options: Any) -> tuple[Any, Frame]:
        """The table before set-up."""
        tables = rules.tables
        for what, name, known in (
            ("mat", options.mat, tables["mats"]),
            ("difficulty", options.difficulty, tables["difficulties"]),
        ):
            if name not in known:
                raise unknown(what, name, known, "bad_value", f"/params/{what}")
        table = Table(options.mat, options.difficulty, most_rounds=options.round_limit)
        for i, name in enumerate(options.party):
            if name not in tables["gearlocs"]:
                raise unknown("Gearloc", name, tables["gearlocs"], "bad_value", f"/params/party/{i}")
            unit = new_gearloc(rules, f"g{i + 1}", name, options)
            table.units[unit.id] = unit
            table.party.append(unit.id)
        table.stacks = {p: Pile(loose=[*chips]) for p, chips in stacks(rules, tuple(options.queue)).items()}
        return table, Battle(options.queue[:])

    def find(self, game: Any, id: str) -> Any:
        """A unit by id; the table itself, which holds what is nobody's; a token on the mat."""
        if id == TABLE:
            return game.world
        found = game.world.units.get(id)
        return next((t for t in game.world.tokens if t.id == id), None) if found is None else found

    def bearers(self, game: Any) -> Iterable[Bearer]:
        """What cards do for longer, skills of chips on the mat, effect dice, innate talents, counters, dice in slots
        and Loot.
        """
        for id in self.holders(game):
            yield from self.bearers_of(game, id)

    def bearers_of(self, game: Any, holder: str) -> list[Bearer]:
        """Those of one unit, or of the whole table."""
        world = game.world
        if holder == TABLE:
            return [*mat_bearers(game), *lasting_on(world, TABLE)]
        unit = world.units.get(holder)
        if unit is None:
            return [Bearer(f"{t.id}/{t.kind}", t.id, f"token/{t.kind}") for t in world.tokens if t.id == holder]
        return unit_bearers(game.rules.tables, world, unit)

    def holders(self, game: Any) -> Iterable[str]:
        """The table, then every unit, then what lies on the mat, in the order in which they came."""
        if game.world.tokens:
            return [TABLE, *game.world.units, *[t.id for t in game.world.tokens]]
        return [TABLE, *game.world.units]

    def seat_of(self, game: Any, holder: str) -> str:
        """A Gearloc answers for itself, for a temporary ally whoever plays it, the party for all else; unless content
        names somebody else whose player decides.
        """
        if "unit.seat" in game.index.modifiers:
            holder = thing(game, "unit.seat", holder, holder, Question(holder, holder))
        if holder in game.world.party:
            return holder
        seat: str = getattr(game.world.units.get(holder), "seat", "")
        return seat if seat and is_up(game.world, seat) else self.common_seat

    def may_leave(self, game: Any, about: Any, bearer: Bearer) -> bool:
        """In a turn that is taken at will no skill of the Baddie must be used; effect dice do what they do."""
        return bearer.holder == about.unit and not bearer.sheet.startswith("effect/")

    def outcome(self, game: Any) -> dict[str, Any]:
        """Won or lost, after how many rounds, with how many HP and knock-outs."""
        world = game.world
        party = [world.units[g] for g in world.party]
        return {
            "won": world.result == "won",
            "result": world.result,
            "rounds": world.round,
            "hp": sum(g.hp for g in party),
            "knocked_out": sum(g.hp <= 0 for g in party),
        }

    def view(self, game: Any, referee: bool) -> dict[str, Any]:
        """The table, by allow-list."""
        return view.table(game, referee)

    def redeal(self, game: Any, chance: Chance) -> None:
        """Deal the hidden chips of the Battle Queue and the stacks anew."""
        view.redeal(game, chance)

    def label(self, game: Any, ask: Any, option: str) -> str:
        """Words for an ask or an option."""
        return labels.label(game, ask, option)

    def topics(self, rules: Any) -> Mapping[str, dict[str, Any]]:
        """Our rulings by their numbers, as texts of rules cite them, the words of the rulebooks, and backup plans."""
        return {**glossary.plans(rules), **glossary.topics(), **glossary.more(rules), **rulings.topics()}

    def story(self, game: Any, events: Iterable[Event], earlier: Iterable[Event] = ()) -> list[str]:
        """What happened, in words."""
        return story.story(game, events, earlier)

    def blocked(self, game: Any, ask: Any) -> list[tuple[str, str, str]]:
        """What a player may miss."""
        return missed(game, ask)

    def preview(self, game: Any, ask: Any, option: str) -> dict[str, Any]:
        """What an attack, a step or a backup plan would do."""
        return previews.preview(game, ask, option)

    def about(self, game: Any, ask: Any, option: str) -> str:
        """What explains an option."""
        return about(game, ask, option)

    def invariants(self, game: Any) -> list[str]:
        """What is wrong with the table."""
        return broken(game)

    def board(self, game: Any) -> str:
        """The mat in plain text."""
        return draw(game)

    def spoken(self, game: Any) -> str:
        """The mat for people who hear it."""
        return draw(game, spoken=True)

    def moment(self, game: Any) -> tuple[int, ...]:
        """The round."""
        return (game.world.round,)

    def legend(self, rules: Any) -> list[Sign]:
        """The signs of the mat."""
        return legend.battle(rules.tables)

    def stage(self, game: Any, scene_table: Any) -> None:
        """Set up a scenario."""
        scene.stage(game, scene_table)

    def facts(self, game: Any, name: str) -> Any:
        """A value by name."""
        return facts.fact(game, name)


def is_up(world: Table, id: str) -> bool:
    """Whether a Gearloc is not knocked out of a battle that goes on; who is, is asked nothing (R6)."""
    return world.units[id].hp > 0 or not world.round or bool(world.result)


def mat_bearers(game: Any) -> list[Bearer]:
    """The mat, if it has rules of its own."""
    mat = game.world.mat
    return [Bearer(f"{TABLE}/mat", TABLE, f"mat/{mat}")] if mat in game.rules.tables["speaking_mats"] else []


def unit_bearers(tables: Any, world: Table, unit: Any) -> list[Bearer]:
    """What a unit carries: effect dice, then the skills of a chip and the face of its Tyrant Die, or a Gearloc's innate
    talent, counters and dice in slots, and its Loot, which is of no use to one that is knocked out while a battle goes
    on; before a battle, off the mat, of talent and dice only what does something then. A chip that is put aside
    carries nothing. An effect that silences leaves nothing of skill dice, and of a chip only what is inborn.
    """
    id = unit.id
    out: list[Bearer] = []
    silent = False
    if unit.marks:
        silent = not tables["silencing"].isdisjoint(unit.marks)
        effects = tables["effects"]
        for mark, n in unit.marks.items():
            if mark in effects:
                out.append(Bearer(f"{id}/{mark}:die", id, f"effect/{mark}", {"n": n}))
        if CALLED.name in unit.marks:
            out.append(Bearer(f"{id}/called", id, SHEET.key))
    if type(unit) is not Gearloc:
        if not unit.pos:
            return []
        rows = tables["inborn"].get(unit.kind, ()) if silent else tables["chip_bearers"][unit.kind]
        for word, sheet, numbers in rows:
            out.append(Bearer(f"{id}/{word}", id, sheet, numbers))
        if unit.face and (unit.kind, unit.face) in tables["faces"]:
            out.append(Bearer(f"{id}/{unit.face}:face", id, f"face/{unit.kind}/{unit.face}"))
        return [*out, *lasting_on(world, id)] if world.ongoing else out
    if unit.loot and (unit.pos or not world.round or world.result):
        out += [Bearer(f"{id}/{card.id}", id, f"loot/{card.kind}") for card in unit.loot if not card.locked]
    if world.ongoing:
        out += lasting_on(world, id)
    talent = f"innate-plus/{unit.kind}" if unit.plus else f"innate/{unit.kind}"
    if not unit.pos:
        if (early := tables["in_prep"]) and (not world.round or world.result):
            sheets = [(f"{id}/innate", talent), *[(f"{id}/{die}", f"die/{die}") for die in unit.skills]]
            out += [Bearer(name, id, sheet) for name, sheet in sheets if sheet in early]
        return out
    out.append(Bearer(f"{id}/innate", id, talent))
    if silent:
        return out
    speaking = tables["speaking_dice"]
    if not speaking.isdisjoint(unit.skills):
        for die in unit.skills:
            if die in speaking:
                out.append(Bearer(f"{id}/{die}", id, f"die/{die}"))
    if unit.consumables and (speaking := tables["speaking_consumables"]):
        out += [Bearer(f"{id}/{die}", id, f"die/{die}") for die in unit.consumables if die in speaking]
    for d in (*unit.active, *unit.locked):
        if d.die != "def":
            out.append(Bearer(f"{id}/{d.id}", id, f"icon/{d.die}/{d.face}"))
    return out


def lasting_on(world: Table, id: str) -> list[Bearer]:
    """What cards do for longer, to a unit or to the whole table."""
    owner = "" if id == TABLE else id
    return [Bearer(o.id, id, o.sheet) for o in world.ongoing if o.owner == owner]


def new_gearloc(rules: Any, id: str, name: str, options: BattleOptions) -> Gearloc:
    """A Gearloc with its starting stats (plus the difficulty's HP, R58) and the skill dice that were asked for."""
    sheet = rules.tables["gearlocs"][name]
    hp = sheet.hp + rules.tables["difficulties"][options.difficulty].hp
    for i, wanted in enumerate(options.training):
        if wanted not in rules.tables["skill_dice"]:
            raise unknown("skill die", wanted, rules.tables["skill_dice"], "bad_value", f"/params/training/{i}")
    skills, consumables = known_dice(rules, name, tuple(options.training))
    return Gearloc(
        id,
        {},
        name,
        hp,
        hp,
        off=PREP,
        dex=sheet.dex,
        atk=sheet.atk,
        dfn=sheet.dfn,
        skills=[*skills],
        consumables=[*consumables],
    )


@remembered
def known_dice(rules: Any, name: str, training: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The skill dice and consumables of a Gearloc that has had this training; all of them for ()."""
    dice = rules.tables["dice_of"][name]
    learned = [n for n, d in dice.items() if d.starts or n in training or not training]
    return (
        [n for n in learned if dice[n].sort != "consumable"],
        [n for n in learned if dice[n].sort == "consumable"],
    )


@remembered
def stacks(rules: Any, queue: tuple[str, ...]) -> dict[str, list[str]]:
    """The chips of each stack, without those that the queue names; remembered, so nobody may change them. InputError
    where it asks for more than there are.
    """
    chips = {name: chip for name, chip in rules.tables["chips"].items() if chip.points}
    for i, name in enumerate(queue):
        where = f"/params/queue/{i}"
        if name in rules.tables["chips"] and name not in chips:
            stays = f"{name!r} lies in no stack of Baddies, and no queue is made of such chips"
            raise InputError("bad_value", stays, where=where, got=name)
        if name not in chips and name not in rules.tables["box"]:
            raise unknown("Baddie", name, [*chips, *rules.tables["box"]], "bad_value", where)
    named = Counter(queue)
    out = {p: box[:] for p, box in rules.tables["box"].items()}
    for name in sorted(named.keys() - out.keys()):
        stack = out[chips[name].pile]
        for _ in range(min(named[name], chips[name].copies)):
            stack.remove(name)
    for p in out:
        if named[p] > len(out[p]):
            asked = f"{named[p]} chips of {p} points" if p in STACKS else f"{named[p]} {p} chips"
            raise InputError(
                "bad_value",
                f"the queue asks for {asked}; the stack has {len(out[p])}",
                where="/params/queue",
                got=named[p],
                want=len(out[p]),
            )
    return out
