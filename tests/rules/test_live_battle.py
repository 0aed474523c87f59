"""The sample days of the Undertow rulebook (Live Battle), from set-up to clean-up: every roll and decision as printed,
by hand, and every value that the text names after it. What it does not print is marked.

The figure with the Gearlocs' positions is not in the text. Those here are deduced: with them the Kobold has exactly two
ends of its way, both two steps away from Duster's side, and all that is said of who stands beside whom holds. They are
data of this file, and nothing else rests on them.
"""

from __future__ import annotations

from typing import Any

import pytest

from tmb.plugins import rules_for
from tmb.session import Session

RULES = rules_for(["base", "undertow"])
DUSTER_STARTS, STANZA_STARTS = "r3c1", "r4c1"  # not printed
# The end of the Kobold's way -> its first step, the steps of Stanza and of Duster to it. Not printed.
ENDS = {
    "r2c2": ("r2c3", ("r4c2", "r3c2"), "r2c1"),
    "r3c3": ("r3c4", ("r4c2", "r4c3"), "r3c2"),
}


class Table:
    """The game by hand: each answer names the ask that it is for, and what was open there."""

    def __init__(self) -> None:
        options = {"party": ["duster", "stanza"], "tyrant": "barnacle", "difficulty": "adventurer", "leader": "g1"}
        self.session = Session.new(RULES, "adventure", options, dice="hand", cards="hand", seed="1")

    @property
    def open(self) -> Any:
        """The open ask."""
        ask = self.session.ask()
        assert ask is not None
        return ask

    def options(self) -> list[str]:
        """What can be answered now."""
        return [o.id for o in self.open.options]

    def answer(self, key: str, *picks: str) -> None:
        """Answer the ask of that key."""
        assert self.open.key == key, f"{self.open.key} is open: {self.options()}"
        self.session.act(list(picks))

    def see(self, **facts: Any) -> None:
        """The facts of scenarios, with `_` for the dot: `duster_hp = 5`."""
        for name, value in facts.items():
            got = self.session.game.mode.facts(self.session.game, name.replace("__", "-").replace("_", ".", 1))
            assert got == value, name

    def told(self, kind: str) -> dict[str, Any]:
        """The last event of that kind."""
        event = next(e for e in reversed(self.session.events()) if type(e).__name__ == kind)
        return {f: getattr(event, f) for f in event.__struct_fields__}

    def beside(self, one: str, other: str) -> bool:
        """Whether two units, by kind, stand side by side."""
        world = self.session.game.world
        pos = {u.kind: u.pos for u in world.units.values()}
        return pos[other] in RULES.tables["mats"][world.mat].near[pos[one]]


def set_up(t: Table) -> None:
    """Game Set-up and the free Training Point of the easiest difficulty."""
    world = t.session.game.world
    assert (world.needed, world.days, world.leader) == (5, 8, "g1")
    assert world.deck.cards == ["opener-1", "opener-2"]
    assert sorted(world.deck.loose) == ["barnacle-1", "barnacle-2", *["common"] * 6]
    assert sorted(RULES.tables["tyrants"]["barnacle"].types) == ["beast", "goblin", "scale"]
    assert world.stacks["krelln"].size() == world.stacks["mech"].size() == 5
    t.see(duster_hp=5, duster_most=5, duster_dex=3, duster_def=1, duster_skills=["nightshade"])
    t.see(stanza_hp=7, stanza_most=7, stanza_dex=3, stanza_atk=1, stanza_def=1, stanza_skills=["luitar"])
    assert world.units["g1"].atk >= 2
    t.answer("Training.choose_training", "train/dusters-dagger")
    t.answer("Training.choose_training", "train/under-the-old-zelfey")


def day_1(t: Table) -> None:
    """Special 001, peaceful; its rewards; both scout."""
    specials = {o.removeprefix("draw/") for o in t.options()}
    assert {RULES.tables["encounters"][c].day for c in specials} == {1}
    t.answer("Day.draw_common", "draw/eat-or-retreat")
    t.see(day=1, progress=0, card="eat-or-retreat")
    t.answer("Encounter.choose", "choice/eat")
    t.answer("DrawLoot.draw_card", "draw/kelp-powder")
    t.answer("DrawLoot.draw_card", "draw/jungle-spear")
    t.see(duster_dex=4, stanza_dex=4, duster_loot=["kelp-powder"], stanza_loot=["jungle-spear"])
    assert [card.uses for u in ("g1", "g2") for card in t.session.game.world.units[u].loot] == [2, 1]
    assert "train/promise-of-prey" in t.options()
    t.answer("Training.choose_training", "train/promise-of-prey")
    t.answer("Training.choose_training", "train/dissonant-dissidence")
    t.see(progress=1)
    t.answer("Recovery.recover", "scout/g1")
    t.answer("Scout.roll_scout", "d6/4")
    assert t.options() == ["stack/1", "stack/5"]
    t.answer("Scout.which_stack", "stack/5")
    t.answer("Scout.turn_up", "draw/primate-trapsmith")
    t.answer("Scout.leave_or_cycle", "scouted/bottom")
    t.answer("Recovery.recover", "scout/g2")
    t.answer("Scout.roll_scout", "d6/2")
    t.answer("Scout.turn_up", "draw/kobold-collector")
    t.answer("Scout.leave_or_cycle", "scouted/leave")
    world = t.session.game.world
    assert world.stacks["5"].under == ["primate-trapsmith"]
    assert (world.stacks["1"].cards, world.face_up["1"]) == (["kobold-collector"], 1)
    t.answer("Recovery.recover", "done")
    t.see(day=2, progress=1)


def battle_set_up(t: Table) -> None:
    """Special 005, to the raft: 4 Baddie Pts, a Krelln included, which is injured."""
    t.answer("Day.draw_common", "draw/fish-and-gearlocs-stink-after-two-days")
    t.see(card="fish-and-gearlocs-stink-after-two-days")
    t.answer("Encounter.choose", "choice/raft")
    assert t.session.game.world.mat == "water"
    t.answer("Program.throw", "luitar/4")
    t.see(stanza_luitar=4)
    t.answer("Calling.draw_chip", "draw/krelln-lurer")
    assert t.told("QueueBuilt")["points"] == [3, 1]
    t.answer("Landing.roll_position", "d6/2")
    t.see(krelln__lurer_pos="k2", krelln__lurer_hp=2, krelln__lurer_lane=1)
    t.answer("Program.throw", "d6/5")
    t.see(kobold__collector_pos="r2c4", kobold__collector_hp=3, kobold__collector_lane=2, queue=[])
    lane = next(p for p in RULES.tables["mats"]["water"].entry.positions if p.id == "r2c4")
    assert (lane.side, lane.form, lane.lane) == ("baddies", "melee", 2)
    t.answer("Setup.roll_ini", "ini-duster/3")
    t.answer("Setup.roll_ini", "ini-stanza/2")
    t.answer("Setup.place_gearlocs", f"start/{DUSTER_STARTS}")
    t.answer("Setup.place_gearlocs", f"start/{STANZA_STARTS}")
    t.see(round=1, meter=["kobold-collector", "krelln-lurer", "duster", "stanza"], tokens=[])
    t.see(duster_hp=5, duster_active=[], duster_locked=[], duster_bones=[], stanza_hp=7, stanza_buff=0)


def kobold_comes(t: Table, end: str) -> None:
    """Round 1: the Kobold goes towards Duster; it ends beside nobody, and rolls its Def die only."""
    first, _, _ = ENDS[end]
    ways = t.options()
    t.answer("BaddieTurn.walk", f"move/{first}")
    if t.open.key == "BaddieTurn.walk":
        t.answer("BaddieTurn.walk", f"move/{end}")
    assert f"move/{first}" in ways
    t.see(kobold__collector_pos=end)
    assert not t.beside("kobold-collector", "duster")
    assert not t.beside("kobold-collector", "stanza")
    assert [o for o in t.options() if not o.startswith("def/")] == []
    t.answer("BaddieTurn.roll_dice", "def/1")
    t.see(kobold__collector_hp=3, kobold__collector_dice=[1])


def krelln_attacks(t: Table) -> None:
    """The Krelln has nobody beside it, swims from 2 to 3, and has Duster there: no attack on the raft."""
    assert t.told("UnitMoved")["pos"] == "k3"
    t.see(krelln__lurer_pos="k3", tokens=[])
    assert t.beside("krelln-lurer", "duster")
    assert "exhaust/nightshade" in t.options()
    t.answer("Exhausting.which_die", "exhaust/nightshade")
    t.answer("BaddieTurn.roll_dice", "atk/1", "atk/1")
    t.see(duster_hp=3, duster_exhausted=["nightshade"], krelln__lurer_dice=[])


def duster_1(t: Table) -> None:
    """She stays, and rolls four dice at the Krelln. (For "1 Hit" of the Atk die read a Bone, R63.)"""
    t.answer("GearlocTurn.before_roll", "done")
    t.answer("GearlocTurn.choose_target", "target/b4")
    assert t.open.hi == 4
    t.answer("GearlocTurn.choose_dice", "die/atk", "die/def", "die/dusters-dagger", "die/promise-of-prey")
    t.answer("GearlocTurn.roll_dice", "atk/bones", "def/1", "dusters-dagger/bleed-1", "promise-of-prey/promise")
    t.answer("GearlocTurn.resolve", "use/dusters-dagger:bleed-1")
    t.see(krelln__lurer_hp=1, krelln__lurer_bleed=1, duster_exhausted=["nightshade", "dusters-dagger"])
    t.answer("GearlocTurn.resolve", "place/locked/promise-of-prey:promise")
    t.answer("GearlocTurn.resolve", "place/active/def:1")
    t.answer("GearlocTurn.resolve", "keep/atk:bones")
    t.see(duster_locked=["promise-of-prey:promise"], duster_active=[1], duster_bones=["atk:1"])
    t.answer("GearlocTurn.resolve", "done")


def stanza_1(t: Table, end: str) -> None:
    """She plays a song for 1 Dex, goes to the Kobold, and rolls Dissonant Dissidence: the Loot Die."""
    _, steps, _ = ENDS[end]
    t.answer("window.turn.start", "g2/under-the-old-zelfey")
    t.see(stanza_buff=1)
    assert t.session.game.mode.facts(t.session.game, "stanza.active")[0].startswith("under-the-old-zelfey:")
    t.answer("window.turn.start", "done")
    assert t.session.view()["turn"]["dex"] == 3
    for step in steps:
        t.answer("GearlocTurn.before_roll", f"move/{step}")
    assert t.beside("stanza", "kobold-collector")
    assert t.session.view()["turn"]["dex"] == 1
    t.answer("GearlocTurn.before_roll", "done")
    t.answer("GearlocTurn.choose_target", "target/b5")
    t.answer("GearlocTurn.choose_dice", "die/dissonant-dissidence")
    t.answer("GearlocTurn.roll_dice", "dissonant-dissidence/epic-drop")
    t.answer("GearlocTurn.resolve", "use/dissonant-dissidence:epic-drop")
    t.answer("LootDie.roll_it", "loot-die/heal-consumable")
    t.see(stanza_hp=7)
    assert "gain/luitar-strings" in t.options()
    t.answer("LootDie.which_consumable", "gain/luitar-strings")
    t.see(stanza_consumables=["luitar-strings"], stanza_exhausted=["dissonant-dissidence"])
    if t.open.key == "GearlocTurn.resolve":
        t.answer("GearlocTurn.resolve", "done")


def round_2(t: Table) -> None:
    """The order is that of round 1; the Kobold attacks Stanza, and its Def die is not rolled again."""
    t.see(round=2, meter=["kobold-collector", "krelln-lurer", "duster", "stanza"])
    t.see(duster_hp=3, duster_active=[1], duster_locked=["promise-of-prey:promise"], duster_bones=["atk:1"])
    t.see(stanza_hp=7, stanza_buff=1, kobold__collector_hp=3, kobold__collector_dice=[1], krelln__lurer_hp=1)
    pos = t.session.game.mode.facts(t.session.game, "kobold-collector.pos")
    assert t.open.key == "BaddieTurn.roll_dice"
    assert {o.partition("/")[0] for o in t.options()} == {"atk"}
    t.answer("BaddieTurn.roll_dice", "atk/1")
    t.see(kobold__collector_pos=pos, stanza_buff=0, stanza_hp=7)


def krelln_bleeds(t: Table) -> None:
    """Bleed takes its last HP at the start of its turn."""
    t.see(krelln__lurer_here=False, meter=["kobold-collector", "duster", "stanza"], defeated=["krelln-lurer"])
    assert t.session.game.world.meter[0].unit == "b5"
    assert {u.lane for u in t.session.game.world.units.values() if u.id == "b5"} == {2}


def duster_2(t: Table, end: str) -> None:
    """One step to the Kobold; the Def die leaves its slot to be rolled again; 3 Dmg against 1 Def."""
    _, _, step = ENDS[end]
    t.answer("GearlocTurn.before_roll", f"move/{step}")
    assert t.beside("duster", "kobold-collector")
    assert t.session.view()["turn"]["dex"] == 3
    t.answer("GearlocTurn.before_roll", "clear/active/def:1")
    t.see(duster_active=[])
    t.answer("GearlocTurn.before_roll", "done")
    t.answer("GearlocTurn.choose_target", "target/b5")
    t.answer("GearlocTurn.choose_dice", "die/atk", "die/atk", "die/def")
    t.answer("GearlocTurn.roll_dice", "atk/1", "atk/2", "def/1")
    t.answer("GearlocTurn.resolve", "place/active/def:1")
    t.answer("GearlocTurn.resolve", "hit/3")
    t.see(kobold__collector_hp=1, kobold__collector_dice=[], duster_active=[1], duster_bones=["atk:1"])
    if t.open.key == "GearlocTurn.resolve":
        t.answer("GearlocTurn.resolve", "done")


def stanza_2(t: Table) -> None:
    """She vamps, which uses 1 of 4 Focus and no Dex, and takes the Kobold's last HP: won at once."""
    t.answer("window.turn.start", "g2/under-the-old-zelfey:intro")
    assert "advance/under-the-old-zelfey:section-2" in t.options()
    t.answer("Program.decide", "vamp/under-the-old-zelfey:vamp")
    t.see(stanza_luitar=4, kobold__collector_hp=1, duster_hp=3)
    if t.open.key == "window.turn.start":
        t.answer("window.turn.start", "done")
    assert t.session.view()["turn"]["dex"] == 4
    t.answer("GearlocTurn.before_roll", "done")
    t.answer("GearlocTurn.choose_target", "target/b5")
    assert {o for o in t.options() if o in ("die/atk", "die/def")} == {"die/atk", "die/def"}
    t.answer("GearlocTurn.choose_dice", "die/atk", "die/def")
    t.answer("GearlocTurn.roll_dice", "atk/1", "def/1")
    t.answer("GearlocTurn.resolve", "place/active/def:1")
    t.see(stanza_active=["under-the-old-zelfey:vamp", 1])
    t.answer("GearlocTurn.resolve", "hit/1")


def clean_up(t: Table) -> None:
    """Active slots, Bones and Buff HP go; Locked dice stay; exhausted dice come back; HP are as they were."""
    t.answer("Tidying.clear_slots", "done")
    assert t.told("BattleEnded")["result"] == "won"
    t.see(duster_hp=3, stanza_hp=7, duster_active=[], duster_bones=[], stanza_active=[], stanza_buff=0)
    t.see(duster_locked=["promise-of-prey:promise"], duster_exhausted=[], stanza_exhausted=[])
    t.see(duster_loot=["kelp-powder"], stanza_loot=["jungle-spear"], stanza_consumables=["luitar-strings"])
    t.see(duster_place="prep", stanza_place="prep", defeated=["kobold-collector", "krelln-lurer"])


def rewards(t: Table) -> None:
    """Not printed in the rulebook: what public card data says this Special pays."""
    t.answer("DrawLoot.draw_card", "draw/fish-dinner")
    t.answer("DrawLoot.draw_card", "draw/huckleberries")
    for _ in range(4):
        t.answer("Training.choose_training", "train/hp")
    t.see(progress=2, duster_loot=["kelp-powder", "fish-dinner"], stanza_loot=["jungle-spear", "huckleberries"])


@pytest.mark.parametrize("end", ENDS)
def test_the_sample_days_of_the_rulebook(end: str) -> None:
    t = Table()
    set_up(t)
    day_1(t)
    battle_set_up(t)
    kobold_comes(t, end)
    krelln_attacks(t)
    duster_1(t)
    stanza_1(t, end)
    round_2(t)
    krelln_bleeds(t)
    duster_2(t, end)
    stanza_2(t)
    clean_up(t)
    rewards(t)


def test_there_are_exactly_two_ends_of_the_kobolds_way() -> None:
    """Each step is the party's choice among those on a shortest way."""
    ends = set()
    t = Table()
    set_up(t)
    day_1(t)
    battle_set_up(t)
    firsts = t.options()
    assert t.open.key == "BaddieTurn.walk"
    for first in firsts:
        fork = t.session.fork(True)
        fork.act([first])
        ask = fork.ask()
        if ask is not None and ask.key == "BaddieTurn.walk":
            for option in [o.id for o in ask.options]:
                again = fork.fork(True)
                again.act([option])
                ends.add(option.removeprefix("move/"))
        else:
            ends.add(next(u.pos for u in fork.game.world.units.values() if u.kind == "kobold-collector"))
    assert ends == {*ENDS}
