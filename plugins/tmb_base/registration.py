"""What the plugin registers, in the order of the hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tmb.content.kinds import Kind
from tmb.core.events import defined_in
from tmb.core.things import Mark
from tmb_base import entries, events, numbers, sets, spots, tables, terrain_events, twice, words
from tmb_base.adventure import day, encounter, pursuit, recovery, reward, setup, tyrant
from tmb_base.adventure import entries as adventure_entries
from tmb_base.adventure import events as adventure_events
from tmb_base.adventure import tables as adventure_tables
from tmb_base.adventure.mode import AdventureMode
from tmb_base.battle.arriving import ARRIVING
from tmb_base.battle.battle import BATTLE
from tmb_base.battle.muster import MIXING, MUSTER
from tmb_base.battle.queue import CALLING, ENTERING, LANDING
from tmb_base.battle.round import CARD_TURN, ROUND
from tmb_base.battle.searching import SEARCHING
from tmb_base.battle.setup import SETUP
from tmb_base.damage import BLAST, DAMAGE
from tmb_base.down import CHECKS, DOWN, FALLING
from tmb_base.gearlocs import learning, picket
from tmb_base.gearlocs import tables as own_tables
from tmb_base.mat import ZONES
from tmb_base.mode import BattleMode
from tmb_base.ruleoptions import RULE_OPTIONS
from tmb_base.turns import called
from tmb_base.turns.baddie import ATTACKED, BADDIE_TURN
from tmb_base.turns.gearloc import GEARLOC_TURN

if TYPE_CHECKING:
    from tmb.registry import Registry
    from tmb_base.bots.greedy import Bot

FLOWS = (
    day.JOURNEY,
    setup.SET_OUT,
    day.DAY,
    encounter.ENCOUNTER,
    tyrant.CHALLENGE,
    reward.REWARDS,
    reward.TRAINING,
    recovery.RECOVERY,
    recovery.SEARCH,
    recovery.SCOUT,
    BATTLE,
    MUSTER,
    MIXING,
    SEARCHING,
    SETUP,
    ENTERING,
    LANDING,
    CALLING,
    ROUND,
    CARD_TURN,
    ARRIVING,
    GEARLOC_TURN,
    BADDIE_TURN,
    ATTACKED,
    DAMAGE,
    BLAST,
    DOWN,
    FALLING,
    *pursuit.FLOWS,
    *words.FLOWS,
)
KINDS = (
    Kind("mat", "mats", entries.Mat),
    Kind("token", "tokens", entries.Token),
    Kind("die", "dice", entries.Die),
    Kind("effect", "effects", entries.Effect, declares=("mark", "kind")),
    Kind("skill", "skills", entries.Skill, tables.skill_id),
    Kind("stack", "stacks", entries.Stack),
    Kind("baddie", "baddies", entries.Baddie),
    Kind("ally", "allies", entries.Ally),
    Kind("follower", "followers", entries.Follower),
    Kind("prop", "props", entries.Prop),
    Kind("gearloc", "gearlocs", entries.Gearloc),
    Kind("skill-die", "skill_dice", entries.SkillDie, declares="mark"),
    Kind("difficulty", "difficulties", entries.Difficulty),
    *(Kind(name, folder, kind) for name, folder, kind in adventure_entries.kinds()),
)
WINDOWS = {
    "day.start": "a day begins",
    "encounter.drawn": "an Encounter lies open, before the party chooses",
    "queue.points": "the Baddie Pts of a battle are counted, before chips are drawn for them",
    "queue.built": "the Battle Queue is complete",
    "encounter.over": "an Encounter is over, before it pays",
    "reward.start": "the Reward Phase begins",
    "training.rolled": "a Training Attempt was rolled",
    "training.failed": "a Training Attempt was judged",
    "ini.rolled": "the Ini dice of the Gearlocs were rolled",
    "effect.before": "an effect die is about to be laid on a unit",
    "recovery.start": "before the Recovery Phase",
    "day.end": "a day ends",
    "battle.before": "before the BQ is built",
    "battle.start": "the units stand ready, before the first turn",
    "battle.end": "after clean-up",
    "unit.enters": "a unit has come onto the mat",
    "round.start": "a round begins, after Fatigue",
    "round.end": "all units took their turn; Baddies have not joined yet",
    "turn.start": "a unit's turn begins",
    "turn.end": "a unit's turn ends",
    "turn.rolled": "all dice of a Baddie's turn were rolled",
    "baddie.skills": "skills of a Baddie that name no time, after its move",
    "attack.done": "a Baddie's Dmg was dealt",
    "bones.skills": "a Baddie's backup plan, after its Def and Atk dice",
    "tyrant.die": "the Tyrant Die is resolved, after the Bones of the turn",
    "attacked": "the other side reacts to an attack",
    "damage.before": "Dmg is about to reach a unit",
    "damage.after": "Dmg was dealt or stopped",
    "unit.down": "a unit has lost its last HP and is about to leave the mat",
}
ROLES = {
    **dict.fromkeys(("unit.enters", "unit.down", "turn.start", "turn.end", "turn.rolled"), ("unit",)),
    **dict.fromkeys(("attack.done", "bones.skills", "training.rolled", "training.failed"), ("unit",)),
    **dict.fromkeys(("baddie.skills", "tyrant.die"), ("unit", "target")),
    "attacked": ("unit", "attacked"),
    **dict.fromkeys(("damage.before", "damage.after", "effect.before"), ("source", "target")),
}
"""Window -> the roles that `who` may name there; of the others none."""

MARKS = (
    Mark("atk-out", "Atk dice exhausted or lost", hi=6, clears="battle"),
    Mark("def-out", "Def dice exhausted or lost", hi=6, clears="battle"),
    Mark("dex-out", "Dex lost", hi=6, clears="battle"),
    Mark("hp-out", "HP stat lost", hi=60, clears="battle"),
    Mark("marked", "a card has an eye on it", hi=9, clears="battle"),
    called.CALLED,
    Mark("edge", "what one of the Tyrant's Encounters was good for, in his battle", hi=1),
    Mark("mired", "it cannot move this turn", hi=1, clears="turn"),
    Mark("lent", "a card that is for this battle", hi=1),
    Mark("stray", "a card brought it onto the mat without a Lane Marker", hi=1),
    Mark("sips", "HP left in a drink", hi=9),
    Mark("signalled", "chips called by Signal", hi=9, clears="battle"),
)


def add_words(register: Registry) -> None:
    """Windows, moments, queries, permits, marks, checks, events."""
    for name, doc in WINDOWS.items():
        register.window(name, doc, roles=ROLES.get(name, ()))
    register.moment("turn", "the menus of a Gearloc's own turn")
    for stat, doc in (
        ("dex", "Dex for a turn"),
        ("atk", "Atk dice that may be rolled"),
        ("def", "Def dice that may be rolled"),
    ):
        register.query(
            stat,
            ("add", "plus"),
            ("less", "minus"),
            ("most", "at_most"),
            ("floor", "at_least"),
            doc=doc,
            cite="Undertow rulebook, Stat Area",
        )
    register.query("attack", ("add", "plus"), ("less", "minus"), doc="Dmg of an attack's Atk dice together")
    register.query("attack.beside", ("add", "plus"), doc="Dmg of an attack to each unit beside its target")
    register.query(
        "roll.again", ("add", "plus"), doc="above 0: if so many Atk dice of a Baddie hit, all are rolled again"
    )
    register.query("damage", ("add", "plus"), ("ignore", "minus"), ("cap", "at_most"), doc="Dmg to a unit", cite="R17")
    register.query(
        "plan.cost", ("add", "plus"), ("less", "minus"), doc="Bones that a backup plan skill costs", cite="R15"
    )
    register.query("bones.worth", ("add", "plus"), doc="what each rolled Bone counts in a backup plan")
    _questions_of_units(register)
    register.permit("target", "source", "target", doc="to target a unit")
    register.permit("move", "source", doc="to move")
    cite = "Undertow rulebook, The Krelln; The Mech"
    register.permit("enter", "source", doc="to go to a part of the mat of its own will", cite=cite, kinds=ZONES)
    register.permit("displace", "source", doc="to be displaced to a part of the mat", cite=cite, kinds=ZONES)
    register.permit("dex.spend", "source", doc="to spend Dex on something else than steps", cite=cite)
    register.permit(
        "die.roll", "source", "target", doc="to roll a die of a kind", kinds=("atk", "def", "skill", "tyrant")
    )
    register.permit("die.use", "source", "target", doc="to use a rolled skill die", kinds=("skill",))
    register.permit("backup_plan", "source", doc="to use a backup plan skill")
    register.permit("turn.act", "source", doc="to do more in a turn than to begin and end it", cite="R32")
    register.permit("turn.early", "source", doc="to take a turn before those to whom nothing forbids it", cite="R36")
    register.permit("battle.win", doc="to win a battle in which no Baddie is left")
    register.permit("fatigue", "source", doc="to suffer Fatigue")
    register.permit("effect", "source", "target", doc="to lay an effect die on a unit", kinds_of="effect")
    for mark in MARKS:
        register.mark(mark)
    for check in (*CHECKS, *encounter.CHECKS, *day.CHECKS):
        register.check(check)
    for module in (events, terrain_events, adventure_events):
        register.event(*defined_in(module))

    for option in RULE_OPTIONS:
        register.rule_option(*option)
    _words_of_days(register)


def _questions_of_units(register: Registry) -> None:
    """What is asked about a unit beside its stats: who opposes it, who decides for it, what it may."""
    register.query(
        "ini",
        ("add", "plus"),
        ("less", "minus"),
        doc="Ini of a unit for the first round",
        cite="Undertow rulebook, Ini Dice Placement",
    )
    register.query("step.cost", ("add", "plus"), ("most", "at_most"), doc="Dex that a step costs a Gearloc")
    register.query("components", ("add", "plus"), doc="more that a rolled component die gains than its face says")
    register.query("def.locked", ("add", "plus"), doc="above 0: Def dice may be laid into Locked slots")
    register.query("target.late", ("add", "plus"), doc="above 0: the target is chosen after the roll", cite="R1")
    register.query("reaches", ("add", "plus"), doc="above 0: a unit that is not ranged can attack that one from afar")
    register.query("moves.diagonally", ("add", "plus"), doc="above 0: it moves diagonally")
    register.query(
        "opposing",
        ("turn", "turns"),
        ("never", "no"),
        ("always", "yes"),
        doc="whether two units oppose one another",
        cite="Undertow rulebook, Units Explained",
        answers="flag",
    )
    register.query(
        "unit.seat",
        ("owner", "becomes"),
        ("card", "becomes"),
        doc="whose player decides for a unit",
        answers="thing",
    )


def _words_of_days(register: Registry) -> None:
    """What an adventure adds to its battles."""
    for span, doc in (("turn", "any unit's turn"), ("round", "a round"), ("battle", "a battle"), ("day", "a day")):
        register.span(span, doc)
    register.moment("day", "the morning, before the party draws an Encounter or challenges the Tyrant")
    register.moment("encounter", "an Encounter lies open, before the party chooses")
    register.moment("recovery", "the Recovery Phase")
    register.moment("lockpicking", "a Lockpicking Attempt, after a roll")
    register.query(
        "baddie.points",
        ("add", "plus"),
        ("less", "minus"),
        doc="Baddie Pts of a battle",
        cite="Undertow rulebook, Baddie Points",
    )
    register.query("gearlocs.most", ("most", "at_most"), doc="Gearlocs that may stand on the mat at once")
    register.query("baddies.most", ("most", "at_most"), doc="Baddies that may stand on the mat at once")
    register.query(
        "training.bones",
        ("add", "plus"),
        ("floor", "at_least"),
        doc="Bones with which an Atk or Def attempt still succeeds",
    )
    register.query("search.cards", ("add", "plus"), doc="cards that are looked at in a search for better Loot")
    register.query("darts.first", ("add", "plus"), doc="above 0: it goes first in Dangerous Darts")
    register.query("lock.number", ("add", "plus"), ("less", "minus"), doc="number of a lock")
    kinds = ("pick", "rest", "search", "scout")
    register.permit("recover", "source", doc="to take an option of the Recovery Phase", kinds=kinds)


def add_effects(register: Registry) -> None:
    """Ops, conditions, values, selectors, scripts."""
    register.words(words.WORDS)
    for scripts in (picket.SCRIPTS, pursuit.SCRIPTS):
        for name, (args, run) in scripts.items():
            register.script(name, args, run)


def add_content(register: Registry) -> None:
    """Kinds of entries, dice, sheets, tables, checks; every effect die is a mark."""
    for kind in KINDS:
        register.kind(kind)
    register.dice(tables.dice)
    register.sheets(tables.sheets)
    register.sheets(adventure_tables.sheets)
    register.sheets(called.sheets)
    register.content_marks(tables.effect_marks)
    register.content_marks(tables.limit_marks)
    for name, make in (tables.TABLES | adventure_tables.TABLES | own_tables.TABLES).items():
        register.table(name, make)
    register.table("hints/base", lambda rules: sets.left_in_the_box)
    register.table("hints/numbers", lambda rules: numbers.unread)
    register.table("hints/spots", lambda rules: spots.elsewhere)
    register.table("hints/twice", lambda rules: twice.on_the_table)
    register.link(tables.check)
    register.link(spots.check)
    register.link(learning.check)
    register.link(adventure_tables.check)


def add_flows(register: Registry) -> None:
    """The procedures of a battle."""
    for flow in FLOWS:
        register.flow(flow)


def add_modes(register: Registry) -> None:
    """The modes, and who plays them well."""
    register.mode(BattleMode())
    register.mode(AdventureMode())
    register.bot("greedy", _greedy)


def _greedy(seed: str, rules: Any) -> Bot:
    from tmb_base.bots.greedy import make  # twenty modules that nobody needs until it plays

    return make(seed, rules)
