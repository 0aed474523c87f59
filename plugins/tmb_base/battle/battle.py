"""The battle: set-up, rounds until it is won or lost, clean-up (Undertow rulebook, Battle Set-up, Battle Results)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, flow, opens, repeats
from tmb.core.state import Frame
from tmb_base import changes, events
from tmb_base import ruleoptions as options
from tmb_base.battle.round import Round
from tmb_base.battle.setup import Setup
from tmb_base.world import Gearloc


class Battle(Frame):
    """One battle. queue: what the BQ is made of; fighting: it can be won or lost now."""

    queue: list[str]
    fighting: bool = False


def begin_battle(game: Any, battle: Battle) -> None:
    """The mat lies ready. Who has no HP stays out, or gets up with 1 where the rule option says so (R19)."""
    game.tell(events.BattleBegan, game.world.mat)
    units = [game.world.units[g] for g in game.world.party]
    for unit in [u for u in units if u.hp <= 0]:
        if game.option(options.KNOCKED_OUT) == "one-hp":
            changes.heal(game, unit, 1)


def set_up(game: Any, battle: Battle) -> None:
    """Queue, Baddies, Ini Meter, Gearlocs."""
    game.push(Setup(battle.queue[:]))


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
    game.tell(events.RoundBegan, world.round)
    game.push(Round())
    return None


def clean_up(game: Any, battle: Battle) -> None:
    """Active slots, Bones and Buff HP go; Locked dice stay after a success, and otherwise as the difficulty or the rule
    option says (R28); exhausted dice come back; undefeated Baddies go to the bottom of their stacks.
    """
    world = game.world
    battle.fighting = False
    game.tell(events.BattleEnded, world.result)
    keep = world.result == "won" or keeps_locked(game)
    chips = game.rules.tables["chips"]
    for unit in list(world.units.values()):
        if isinstance(unit, Gearloc):
            changes.strip(game, unit, locked=not keep)
            changes.recover(game, unit)
        else:
            del world.units[unit.id]
            game.bearers_changed(unit.id)
            world.stacks[str(chips[unit.kind].points)].put_under(unit.kind)
    for chip in world.queue.all():
        world.stacks[str(chips[chip].points)].put_under(chip)
    world.queue.refill([], ordered=True)
    world.seen = []
    changes.set_meter(game, [])


def keeps_locked(game: Any) -> bool:
    """Whether Locked dice stay after an unsuccessful battle."""
    how = game.option(options.LOCKED_DICE)
    if how == "by-difficulty":
        return bool(game.rules.tables["difficulties"][game.world.difficulty].keeps_locked)
    return bool(how == "kept")


BATTLE = flow(
    Battle,
    begin_battle,
    opens("battle.before", cite="Undertow rulebook, Battle Set-up Sequence 1"),
    set_up,
    to_arms,
    opens("battle.start", cite="Undertow rulebook, Battle Set-up Sequence 7"),
    next_round,
    clean_up,
    opens("battle.end"),
    cite="Undertow rulebook, Battle Set-up, In Battle, Battle Results",
)
