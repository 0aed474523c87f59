"""The battle: set-up, rounds until it is won or lost, clean-up (Undertow rulebook, Battle Set-up, Battle Results)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, flow, opens, repeats
from tmb.core.state import Frame
from tmb_base import changes, events, meter, places, reach, terrain
from tmb_base import ruleoptions as options
from tmb_base.battle.muster import Muster, Orders
from tmb_base.battle.round import Round
from tmb_base.battle.setup import Setup
from tmb_base.world import Gearloc


class Battle(Frame):
    """One battle. queue: what the BQ is made of; orders: or how a card builds it; fighting: it can be won or
    lost now; mat: the mat that lies there when no card asks for another.
    """

    queue: list[str]
    orders: Orders | None = None
    fighting: bool = False
    mat: str = ""


def going_on(game: Any) -> bool:
    """Whether a battle is fought; the mat is only set up for one."""
    return any(type(f) is Battle for f in game.stack)


def begin_battle(game: Any, battle: Battle) -> None:
    """The mat lies ready, and the card's rules for this battle are in force. Who has no HP stays out, or gets up with 1
    where the rule option says so (R19).
    """
    world = game.world
    world.result, world.round = "", 0
    if battle.orders is not None and battle.orders.mat:
        battle.mat, world.mat = world.mat, battle.orders.mat
    game.tell(events.BattleBegan, world.mat)
    if world.mat in game.rules.tables["speaking_mats"]:
        game.bearers_changed(changes.TABLE)
    for unit in [u for g in world.party if (u := world.units[g]).hp <= 0]:
        if game.option(options.KNOCKED_OUT) == "one-hp":
            changes.heal(game, unit, 1)
        else:
            places.stay_out(game, unit)
    if battle.orders is not None and battle.orders.rules:
        changes.begin_ongoing(game, battle.orders.rules, "", "battle")


def build_queue(game: Any, battle: Battle) -> None:
    """As the card orders it."""
    if battle.orders is not None:
        game.push(Muster(battle.orders))


def set_up(game: Any, battle: Battle) -> None:
    """Queue, Baddies, Ini Meter, Gearlocs."""
    game.push(Setup(battle.queue[:]))


def surprise(game: Any, battle: Battle) -> None:
    """One side is Surprised (R36)."""
    side = battle.orders.surprised if battle.orders is not None else ""
    if side:
        for unit in reach.party(game) if side == "party" else reach.baddies(game):
            changes.put_effect(game, unit, "surprised", 1, "")


def to_arms(game: Any, battle: Battle) -> None:
    """From now on it can be won or lost; a battle that no Gearloc can enter is lost (R19)."""
    battle.fighting = True
    game.touch()


@repeats
def next_round(game: Any, battle: Battle) -> Any:
    """Round after round; where a round limit is set the battle is unsuccessful after it (R50)."""
    world = game.world
    if world.most_rounds and world.round >= world.most_rounds:
        world.result = "lost"
        return DONE
    world.round += 1
    if "battle.win" in game.index.forbids:
        game.touch()
    if world.round == 1:
        changes.out_of_battle(game)
    game.tell(events.RoundBegan, world.round)
    game.push(Round())
    return None


def clean_up(game: Any, battle: Battle) -> None:
    """Active slots, Bones and Buff HP go; Locked dice stay after a success, and otherwise as the difficulty or the rule
    option says (R28); exhausted dice come back; undefeated Baddies go to the bottom of their stacks.
    """
    world = game.world
    battle.fighting = False
    game.tell(events.BattleEnded, world.result, {u.id: u.hp for u in reach.baddies(game)})
    keep = world.result == "won" or keeps_locked(game)
    game.bearers_changed()  # of all units at once
    for unit in list(world.units.values()):
        if isinstance(unit, Gearloc):
            places.to_prep(game, unit)
            changes.strip(game, unit, locked=not keep)
            changes.recover(game, unit)
        else:
            places.put_away(game, unit)
    for chip in world.queue.all():
        places.to_stack(game, chip)
    world.queue.refill([], ordered=True)
    world.seen, world.joining = [], []
    places.rested(game)
    terrain.clear(game)
    changes.clear_marks(game, world, "battle")
    if battle.mat:
        world.mat = battle.mat
        game.bearers_changed(changes.TABLE)
    meter.clear(game)


def keeps_locked(game: Any) -> bool:
    """Whether Locked dice stay after an unsuccessful battle."""
    how = game.option(options.LOCKED_DICE)
    if how == "by-difficulty":
        return bool(game.rules.tables["difficulties"][game.world.difficulty].keeps_locked)
    return bool(how == "kept")


def over(game: Any, battle: Battle) -> None:
    """What lasted for this battle ends, and what its last turn and round left."""
    for moment in ("turn", "round", "battle"):
        changes.end_ongoing(game, moment)


BATTLE = flow(
    Battle,
    begin_battle,
    opens("battle.before", cite="Undertow rulebook, Battle Set-up Sequence 1"),
    build_queue,
    set_up,
    surprise,
    to_arms,
    opens("battle.start", cite="Undertow rulebook, Battle Set-up Sequence 7"),
    next_round,
    clean_up,
    opens("battle.end"),
    over,
    cite="Undertow rulebook, Battle Set-up, In Battle, Battle Results",
)
