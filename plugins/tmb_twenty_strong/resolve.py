"""The Resolve phase and Cleanup of an Engagement, in the rulebook's order (rulebook, Flow of a Day)."""

from __future__ import annotations

from typing import Any

from tmb.core.bearers import Bearer
from tmb.core.decisions import Pick, Several
from tmb.core.flow import DONE, choice, menu, opens, repeats, stage
from tmb.core.permits import refusal
from tmb.core.queries import number
from tmb.effects.env import Env
from tmb_twenty_strong import cards, changes, needs
from tmb_twenty_strong import events as e
from tmb_twenty_strong import ruleoptions as options
from tmb_twenty_strong.battle import undefeated
from tmb_twenty_strong.frames import BY_CARDS, Engagement
from tmb_twenty_strong.plans import plan_in
from tmb_twenty_strong.world import COLOURS, HERO, TABLE


def judge(game: Any, frame: Engagement) -> None:
    """Which cards are defeated; an Engagement without a die may be the end, by rule option (R73)."""
    for foe in undefeated(game):
        if needs.met(game, foe):
            cards.defeat(game, foe)
    if game.option(options.EMPTY_POOL) == "lost" and undefeated(game) and not _dice_here(game):
        changes.end(game, "lost")


def _dice_here(game: Any) -> bool:
    """Whether any die lies in the pool or the active area."""
    world = game.world
    return bool(world.pool or world.open or world.ready or any(foe.dice for foe in world.foes.values()))


def rewards_come_with_items(game: Any, frame: Engagement) -> str | None:
    """Whether rewards wait for the items (R76)."""
    return "together with the items" if game.option(options.REWARDS) == "with-items" else None


def rewards_came_at_once(game: Any, frame: Engagement) -> str | None:
    """Whether rewards were gained when cards were found defeated (R76)."""
    return None if rewards_come_with_items(game, frame) else "gained already"


def _unpaid(game: Any) -> list[Any] | None:
    rewards = game.rules.tables["rewards"]
    return [f for f in game.world.foes.values() if f.defeated and not f.paid and rewards[f.kind].ops] or None


def _pay(game: Any, frame: Engagement, foe: Any) -> None:
    foe.paid = True
    code = game.rules.tables["rewards"][foe.kind]
    code.run(game, Env(Bearer(f"{TABLE}/{foe.kind}", TABLE, f"card/{foe.kind}"), frame))


@choice("reward", seat="player", when=rewards_come_with_items, repeat=True, cite="R76")
def rewards_at_once(game: Any, frame: Engagement) -> list[Any] | None:
    """What defeats bring besides items, in the player's order."""
    return _unpaid(game)


rewards_at_once.taken(_pay)
rewards_at_once.begins = BY_CARDS


@choice("reward", seat="player", when=rewards_came_at_once, repeat=True, cite="R76")
def rewards_with_items(game: Any, frame: Engagement) -> list[Any] | None:
    """The same, where rewards are gained together with the items."""
    return _unpaid(game)


rewards_with_items.taken(_pay)

before_damage = menu(
    "before_damage",
    plan_in("damage"),
    moment="damage",
    seat="player",
    cite="rulebook, Backup Plans",
    doc="Backup plans and items before damage is suffered. Falls: dice in the plan + uses of items.",
)


def damage_of(game: Any, foe: Any, frame: Any) -> int:
    """What a card deals now."""
    printed = game.rules.tables["damage"][foe.kind]
    if "damage" in game.index.modifiers:
        return max(0, number(game, "damage", foe.id, printed, frame))
    return int(printed)


@choice("damage", seat="player", cite="rulebook, Flow of a Day (Suffer Damage); R74")
def who_strikes(game: Any, frame: Engagement) -> list[Any] | None:
    """Undefeated cards deal their damage, each once; the player orders them where their order matters."""
    waiting = [foe for foe in undefeated(game) if not foe.struck]
    if not waiting:
        return None
    if game.option(options.DAMAGE) == "greatest":
        for foe in waiting:
            foe.struck = True
        return [max(waiting, key=lambda foe: damage_of(game, foe, frame))]
    return waiting if "damage.dealt" in game.index.windows else waiting[:1]


@who_strikes.taken
def strikes(game: Any, frame: Engagement, foe: Any) -> None:
    """Its damage, less what is prevented."""
    foe.struck = True
    frame.unit, frame.damage = foe.id, damage_of(game, foe, frame)


def suffer(game: Any, frame: Engagement) -> None:
    """Health falls; what guards against damage is used up first."""
    if not frame.unit:
        return
    guard = min(game.world.hero.marks.get("guard", 0), frame.damage)
    if guard:
        game.mark(game.world.hero, "guard", game.world.hero.marks["guard"] - guard)
        frame.damage -= guard
        game.tell(e.DamagePrevented, frame.unit, guard)
    changes.lose_health(game, frame.damage, frame.unit)


def next_strike(game: Any, frame: Engagement) -> None:
    """The next card."""
    if frame.unit:
        frame.unit, frame.damage, frame.at = "", 0, "who_strikes"


def exhaust(game: Any, frame: Engagement) -> None:
    """Every die in the active area is exhausted; those on locks stay (rulebook, Encounters)."""
    changes.exhaust_active(game)


before_recover = menu(
    "before_recover",
    plan_in("recover"),
    moment="recover",
    seat="player",
    cite="rulebook, Backup Plans",
    doc="Backup plans and items before dice are recovered. Falls: dice in the plan + uses of items.",
)


@choice("recover", seat="player", cite="rulebook, Flow of a Day (Recover Dice); R75")
def recover(game: Any, frame: Engagement) -> Several | None:
    """As many exhausted dice as Recovery says, of the player's choice."""
    world = game.world
    most = max(0, number(game, "recovery", HERO, world.hero.recovery, frame))
    stale = {} if game.option(options.FRESH) else world.fresh
    picks = [
        Pick(c, times=world.exhausted[c] - stale.get(c, 0))
        for c in COLOURS
        if world.exhausted.get(c, 0) > stale.get(c, 0) and _may_recover(game, c)
    ]
    n = min(most, sum([p.times for p in picks]))
    return Several(picks, n, n) if n else None


def _may_recover(game: Any, colour: str) -> bool:
    return "recover" not in game.index.forbids or refusal(game, "recover", HERO, "", colour) is None


@recover.taken
def recovered(game: Any, frame: Engagement, dice: list[str]) -> None:
    """They are back in the pool."""
    changes.move(game, "recover", "exhausted", "pool", {c: dice.count(c) for c in dict.fromkeys(dice)})


@repeats
def gain_items(game: Any, frame: Engagement) -> Any:
    """Defeated cards that are items go to the inventory."""
    for foe in list(game.world.foes.values()):
        if foe.defeated and foe.kind in game.rules.tables["keeps"]:
            cards.leave(game, foe, keep=True)
            cards.gain_item(game, foe.kind)
            return None
    return DONE


@stage(cite="rulebook, Encounters (Lockpicking)", begins=BY_CARDS)
def open_locks(game: Any, frame: Engagement) -> None:
    """A lock with its hits is open: its dice return, its reward is gained; without a lasting one the card is done."""
    for item in game.world.items:
        if item.locked and needs.met(game, item):
            cards.open_lock(game, item)
            if item.kind not in game.rules.tables["keeps"]:
                cards.discard_item(game, item)
            code = game.rules.tables["rewards"][item.kind]
            code.run(game, Env(Bearer(f"{HERO}/{item.kind}", HERO, f"card/{item.kind}"), frame))
            frame.at = "open_locks"
            return


def clean_up(game: Any, frame: Engagement) -> None:
    """Only defeated Baddies are discarded."""
    for foe in list(game.world.foes.values()):
        if foe.defeated:
            cards.leave(game, foe)
    changes.clear(game, "engagement")


STAGES = (
    judge,
    rewards_at_once,
    before_damage,
    who_strikes,
    opens("damage.before"),
    suffer,
    opens("damage.dealt"),
    next_strike,
    opens("after", cite="rulebook, Flow of a Day (After Effects)"),
    exhaust,
    before_recover,
    recover,
    opens("recovered"),
    rewards_with_items,
    gain_items,
    open_locks,
    clean_up,
)
