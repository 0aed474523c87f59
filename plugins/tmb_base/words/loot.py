"""Words of Loot: chips on cards, stacks that are looked at, Encounters to choose from, what a Gearloc lacks."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tmb.content.entry import Id, Selector, ref
from tmb.effects.env import Env, Get
from tmb.effects.program import ACT, CHOOSE, Op
from tmb.effects.words import one, things
from tmb_base import reach
from tmb_base.adventure import changes
from tmb_base.adventure.frames import today
from tmb_base.adventure.loot import Overfull, locked_of
from tmb_base.adventure.recovery import Recovery, Scout, option_left
from tmb_base.down import Falling
from tmb_base.tables import STACKS
from tmb_base.words.units import units_of
from tmb_base.world import FOES, Gearloc, Loot


def card_of(game: Any, env: Env) -> Loot | None:
    """The Loot card that says this."""
    found = game.thing(env.bearer.id.rpartition("/")[2])
    return found if type(found) is Loot else None


# -- chips on cards ----------------------------------------------------------------------------------------------------


class KeepChip(Struct, forbid_unknown_fields=True):
    """`keep_chip`: the holder chooses a defeated Baddie; its chip lies on the card."""


class Claim(Struct, forbid_unknown_fields=True):
    """`claim`: in `unit.down`: the chip of the Baddie that goes lies on the card."""


class ReturnChips(Struct, forbid_unknown_fields=True):
    """`return_chips`: the chips on the card go back to the defeated ones."""


def make_keep_chip(compiler: Any, op: KeepChip, at: str) -> Op:
    """Ask which."""

    def lists(game: Any, env: Env) -> list[Any]:
        gone = [chip for chips in game.world.defeated.values() for chip in chips]
        return [("chip", chip) for chip in dict.fromkeys(gone)] if card_of(game, env) is not None else []

    def takes(game: Any, env: Env, picked: tuple[str, str]) -> None:
        card = card_of(game, env)
        assert card is not None
        changes.put_chip(game, card, picked[1])

    return Op(CHOOSE, lists=lists, takes=takes, word="chip")


def make_claim(compiler: Any, op: Claim, at: str) -> Op:
    """It lies there when it has left the mat."""

    def act(game: Any, env: Env) -> None:
        if type(env.about) is Falling and (card := card_of(game, env)) is not None:
            env.about.claims = [card.id]

    return Op(ACT, act)


def make_return_chips(compiler: Any, op: ReturnChips, at: str) -> Op:
    """All of them."""

    def act(game: Any, env: Env) -> None:
        if (card := card_of(game, env)) is not None:
            changes.chips_back(game, card)

    return Op(ACT, act)


def value_chips(compiler: Any, arg: bool | Selector) -> Get:
    """How many chips lie on the card; with a selector, of the type of that Baddie."""
    if isinstance(arg, bool):
        return lambda game, env: len(card.chips) if (card := card_of(game, env)) is not None else 0
    select = units_of(compiler, arg)

    def get(game: Any, env: Env) -> int:
        card, unit, chips = card_of(game, env), one(game, env, select), game.rules.tables["chips"]
        if card is None or unit is None or unit.side != FOES:
            return 0
        return sum(chips[c].type == chips[unit.kind].type for c in card.chips)

    return get


def value_defeated(compiler: Any, arg: bool) -> Get:
    """How many defeated chips there are."""
    return lambda game, env: sum(len(gone) for gone in game.world.defeated.values())


def when_felled(compiler: Any, arg: Selector) -> Get:
    """It is a Baddie whose last HP the holder took."""
    select = units_of(compiler, arg)
    return lambda game, env: (
        (unit := one(game, env, select)) is not None
        and unit.side == FOES
        and unit.hp <= 0
        and unit.felled == env.bearer.holder
    )


# -- stacks and decks --------------------------------------------------------------------------------------------------


class LookAt(Struct, forbid_unknown_fields=True):
    """`look_at_stack`: the holder turns up the first face-down chip of a stack, as a scout does."""


class DrawMore(Struct, forbid_unknown_fields=True):
    """`draw_more`: one more Encounter is drawn today; the party meets one of them, the others go to the bottom."""


def make_look_at(compiler: Any, op: LookAt, at: str) -> Op:
    """Push the scouting, without its roll."""

    def act(game: Any, env: Env) -> None:
        if env.bearer.holder in game.world.party:
            game.push(Scout(env.bearer.holder, most=len(STACKS), at="which_stack"))

    return Op(ACT, act, pushes=True)


def make_draw_more(compiler: Any, op: DrawMore, at: str) -> Op:
    """The day knows it."""

    def act(game: Any, env: Env) -> None:
        if (day := today(game)) is not None:
            day.more += 1

    return Op(ACT, act)


def when_in_box(compiler: Any, arg: Any) -> Get:
    """A Special is not in the game yet."""
    return lambda game, env: arg in game.world.specials


# -- what a Gearloc lacks ----------------------------------------------------------------------------------------------


class GainConsumable(Struct, forbid_unknown_fields=True):
    """`gain_consumable`: the holder chooses one of its consumables that it does not have; it has it."""


class GainCard(Struct, forbid_unknown_fields=True):
    """`gain_card`: units gain this Loot card, which lies in no deck: an Encounter that becomes Loot."""

    card: Annotated[str, ref("loot")]
    to: Selector = "it"


class Again(Struct, forbid_unknown_fields=True):
    """`again`: the backup plan that says this can be used again before its limit."""


def lacking(game: Any, unit: Any) -> list[str]:
    """The consumable dice of a Gearloc that are in storage."""
    if type(unit) is not Gearloc:
        return []
    dice = game.rules.tables["dice_of"][unit.kind]
    return [name for name, die in dice.items() if die.sort == "consumable" and name not in unit.consumables]


def make_gain_consumable(compiler: Any, op: GainConsumable, at: str) -> Op:
    """Ask which."""

    def lists(game: Any, env: Env) -> list[Any]:
        return [("gain", die) for die in lacking(game, game.thing(env.bearer.holder))]

    def takes(game: Any, env: Env, picked: tuple[str, str]) -> None:
        changes.gain_consumable(game, game.thing(env.bearer.holder), picked[1])

    return Op(CHOOSE, lists=lists, takes=takes, word="gain")


def make_gain_card(compiler: Any, op: GainCard, at: str) -> Op:
    """It may be one too many."""
    to, card = units_of(compiler, op.to), op.card

    def act(game: Any, env: Env) -> None:
        for unit in things(game, env, to):
            if type(unit) is Gearloc:
                changes.gain_loot(game, unit, card)
                game.push(Overfull(unit.id))

    return Op(ACT, act, pushes=True)


def make_again(compiler: Any, op: Again, at: str) -> Op:
    """Its hidden mark goes."""

    def act(game: Any, env: Env) -> None:
        unit = game.thing(env.bearer.holder)
        for mark in [m for m in unit.marks if m.startswith(f"{env.bearer.sheet}:")]:
            game.mark(unit, mark, 0)

    return Op(ACT, act)


def when_lacks(compiler: Any, arg: Literal["consumable"]) -> Get:
    """The holder has a consumable in storage."""
    return lambda game, env: bool(lacking(game, game.thing(env.bearer.holder)))


# -- cards of the party ------------------------------------------------------------------------------------------------


class OpenTrove(Struct, forbid_unknown_fields=True):
    """`open_trove`: the holder chooses a locked Trove Loot of these units; it is open."""

    of: Selector = "party"


def make_open_trove(compiler: Any, op: OpenTrove, at: str) -> Op:
    """Ask which. A Heavy one that is open may be too much for its holder (R29)."""
    of = units_of(compiler, op.of)

    def lists(game: Any, env: Env) -> list[Any]:
        return [("unlock", c.id) for u in things(game, env, of) for c in u.loot if c.locked]

    def takes(game: Any, env: Env, picked: tuple[str, str]) -> None:
        found = changes.card_of(game, picked[1])
        assert found is not None
        changes.unlock(game, *found)
        if overfull(game, found[0]):
            game.push(Overfull(found[0].id))

    return Op(CHOOSE, lists=lists, takes=takes, pushes=True, word="unlock")


def overfull(game: Any, unit: Gearloc) -> bool:
    """Whether a Gearloc must discard now: it holds more than fits, and the Recovery Phase does not see to it (R29,
    R51).
    """
    return changes.slots_full(game, unit) > changes.MOST_SLOTS and not any(type(f) is Recovery for f in game.stack)


def when_holds(compiler: Any, arg: list[str]) -> Get:
    """Somebody of the party has one of these Loot cards."""
    wanted = frozenset(arg)
    return lambda game, env: any(c.kind in wanted for g in game.world.party for c in game.world.units[g].loot)


def when_locked(compiler: Any, arg: Selector) -> Get:
    """One of these units has a locked Trove Loot."""
    select = units_of(compiler, arg)
    return lambda game, env: bool(locked_of(things(game, env, select)))


def when_lent(compiler: Any, arg: Selector) -> Get:
    """One of these units has a locked Trove Loot that was drawn for a time."""
    select = units_of(compiler, arg)
    return lambda game, env: bool(locked_of(things(game, env, select), lent=True))


# -- options of the Recovery Phase -------------------------------------------------------------------------------------


class TakeOption(Struct, forbid_unknown_fields=True):
    """`take_option`: in the Recovery Phase: this is the option of the holder, as resting is."""

    name: Id


def make_take_option(compiler: Any, op: TakeOption, at: str) -> Op:
    """The phase knows it."""

    def act(game: Any, env: Env) -> None:
        if type(env.about) is Recovery:
            env.about.did.append(f"{env.bearer.holder}/{op.name}")

    return Op(ACT, act)


def when_option_left(compiler: Any, arg: Id) -> Get:
    """In the Recovery Phase: the holder may still take an option of that name."""
    return lambda game, env: type(env.about) is Recovery and option_left(env.about, env.bearer.holder, arg)


# -- selectors ---------------------------------------------------------------------------------------------------------


def select_points(compiler: Any, arg: list[int]) -> Get:
    """The Baddies of these points on the mat."""
    wanted = frozenset(arg)
    return lambda game, env: [u for u in reach.baddies(game) if game.rules.tables["chips"][u.kind].points in wanted]


def select_feller(compiler: Any, arg: Any) -> Get:
    """The Gearloc who took a Baddie's last HP."""
    select = units_of(compiler, arg)

    def named(game: Any, env: Env) -> list[Any]:
        felled = [u.felled for u in things(game, env, select) if u.side == FOES and u.hp <= 0]
        return [u for id in felled if type(u := game.world.units.get(id)) is Gearloc]

    return named


def select_lane(compiler: Any, arg: int) -> Get:
    """The Baddie with this Lane Marker."""
    return lambda game, env: [u for u in reach.baddies(game) if u.lane == arg]


def select_hurt(compiler: Any, arg: Any) -> Get:
    """Those of these units that have less HP than their stat, and are not knocked out in a battle."""
    select = units_of(compiler, arg)
    return lambda game, env: [u for u in things(game, env, select) if u.hp < u.most and (u.hp or not game.world.round)]


CONDITIONS: dict[str, tuple[Any, Any]] = {
    "felled": (Selector, when_felled),
    "in_box": (Annotated[str, ref("encounter")], when_in_box),
    "holds": (Annotated[list[Annotated[str, ref("loot")]], Meta(min_length=1)], when_holds),
    "locked_trove": (Selector, when_locked),
    "lent_trove": (Selector, when_lent),
    "option_left": (Id, when_option_left),
    "lacks": (Literal["consumable"], when_lacks),
}
VALUES: dict[str, tuple[Any, Any]] = {
    "chips": (bool | Selector, value_chips),
    "defeated": (bool, value_defeated),
}
SELECTORS: dict[str, tuple[Any, Any]] = {
    "of_points": (Annotated[list[int], Meta(min_length=1)], select_points),
    "in_lane": (int, select_lane),
    "feller": (Selector, select_feller),
    "wounded": (Selector, select_hurt),
}
OPS: dict[str, tuple[Any, Any]] = {
    "keep_chip": (KeepChip, make_keep_chip),
    "claim": (Claim, make_claim),
    "return_chips": (ReturnChips, make_return_chips),
    "look_at_stack": (LookAt, make_look_at),
    "draw_more": (DrawMore, make_draw_more),
    "open_trove": (OpenTrove, make_open_trove),
    "take_option": (TakeOption, make_take_option),
    "gain_consumable": (GainConsumable, make_gain_consumable),
    "gain_card": (GainCard, make_gain_card),
    "again": (Again, make_again),
}
