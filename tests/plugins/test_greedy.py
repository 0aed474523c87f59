"""The bot `greedy`: legal for any ask, blind to what is hidden, and good at battles."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.plugins.battles import RULES, TABLES
from tmb.core import asking
from tmb.core.chance import Chance, Seeded, seeded
from tmb.core.decisions import Ask, Group, Option, check_answer
from tmb.sim import bots
from tmb.sim.filling import filled
from tmb.sim.run import finish
from tmb_base.bots import dice, greedy, targets
from tmb_base.bots.look import Look
from tmb_base.bots.sheets import Sheets, sheets_of

SHEETS = sheets_of(RULES)


@st.composite
def any_ask(draw: Any) -> Ask:
    """An ask that can be answered: groups with bounds, `times`, and a budget or an `lo`."""
    groups, options = [], []
    for g in range(draw(st.integers(0, 3))):
        times = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
        lo = draw(st.integers(0, sum(times)))
        groups.append(Group(f"g{g}", lo, draw(st.integers(lo, sum(times)))))
        options += [Option(f"o{g}/{i}", group=f"g{g}", times=n) for i, n in enumerate(times)]
    options += [Option(f"free/{i}", times=n) for i, n in enumerate(draw(st.lists(st.integers(1, 2), max_size=3)))]
    least, most = sum(g.lo for g in groups), sum(o.times for o in options if not o.group) + sum(g.hi for g in groups)
    lo = draw(st.integers(0, most))
    return Ask(0, "Nobody.knows", "g1", options, lo, draw(st.integers(max(lo, least), most)), groups)


@given(any_ask(), st.lists(st.integers(0, 12)))
def test_wishes_become_a_legal_answer(ask, wishes):
    check_answer(ask, greedy.think(ask, {}), "/pick")
    wished = [ask.options[w % len(ask.options)].id if w and ask.options else "no such option" for w in wishes]
    picked = filled(ask, wished)
    check_answer(ask, picked, "/pick")
    if wished and not any(g.lo for g in ask.groups) and ask.hi and wished[0] != "no such option":
        bounds = {g.id: g.hi for g in ask.groups}
        first = next(o for o in ask.options if o.id == wished[0])
        assert wished[0] in picked or bounds.get(first.group) == 0


@given(st.lists(st.integers(0, 4), min_size=1, max_size=5), st.integers(0, 8))
def test_wishes_keep_to_a_budget(costs, budget):
    ask = Ask(0, "Nobody.knows", "g1", [Option(f"o{i}", cost=c) for i, c in enumerate(costs)], 0, 9, budget=budget)
    check_answer(ask, filled(ask, [o.id for o in ask.options]), "/pick")


@pytest.mark.parametrize("seed", [str(i) for i in range(6)])
def test_it_plays_the_same_whatever_is_hidden(seed):
    """At each ask all hidden things are dealt again, twice; view, ask and pick stay the same."""
    table = TABLES[int(seed) % len(TABLES)]
    game = RULES.start("battle", RULES.options("battle", table | {"round_limit": 12}), seeded(seed))
    bot, other, dealt = bots.make(RULES, "greedy", "1"), greedy.make("2", RULES), 0
    while game.ask is not None:
        shown = asking.public(game.ask)
        pick = greedy.think(shown, game.mode.view(game, False), SHEETS)
        for again in "ab":
            twin = game.clone()
            twin.mode.redeal(twin, Chance(*[Seeded(again + seed)] * 2))
            twin.run()
            dealt += twin.world.queue.all() != game.world.queue.all()
            assert other(asking.public(twin.ask), twin.mode.view(twin, False)) == pick
        refs = bot.choose(game)
        assert refs == asking.chosen(game.ask, shown, pick)
        game.answer(refs)
    assert dealt


def won(games: int, **options: Any) -> int:
    """How many of so many battles it wins."""
    made, total = RULES.options("battle", options), 0
    for i in range(games):
        game = RULES.start("battle", made, seeded(f"greedy {i}"))
        finish(game, bots.make(RULES, "greedy", ""))
        total += game.mode.outcome(game)["won"]
    return total


def test_two_gearlocs_win_most_small_battles():
    assert won(40, party=["picket", "picket"], queue=["1", "1", "1"]) >= 36
    assert won(40, party=["picket", "picket"], queue=["1"] * 4) >= 34


def test_the_demo_of_the_mode_is_usually_won():
    assert won(20, **RULES.get_mode("battle").demo) >= 15


# -- what it is told, and what it does ---------------------------------------------------------------------------------


def gearloc(pos: str, **more: Any) -> dict[str, Any]:
    mat = {"dex": 3, "atk": 2, "def": 2, "buff": 0, "active": [], "locked": [], "bones": [], "skills": []}
    mat |= {"exhausted": [], "consumables": []}
    return {"side": "gearlocs", "kind": "picket", "hp": 6, "most": 6, "pos": pos, "marks": {}} | mat | more


def baddie(pos: str, hp: int, *skills: str, **more: Any) -> dict[str, Any]:
    chip = {"atk": 1, "def": 0, "points": 1, "form": "melee", "skills": list(skills), "def_dice": []}
    return {"side": "baddies", "kind": "kobold", "hp": hp, "most": hp, "pos": pos, "marks": {}} | chip | more


def answer(
    key: str, units: dict[str, Any], *ids: str, hi: int = 1, lo: int = 1, seat: str = "g1", **turn: Any
) -> list[str]:
    options = [
        Option(i.partition("*")[0], i.partition("*")[0].partition("/")[2], times=int(i[-1]) if "*" in i else 1)
        for i in ids
    ]
    return greedy.think(
        Ask(0, key, seat, options, lo, hi),
        {"round": 1, "mat": "base", "units": units, "turn": {"unit": seat, "target": "b1", "open": []} | turn},
        SHEETS,
    )


def test_it_attacks_what_it_can_finish():
    units = {"g1": gearloc("r3c2"), "b1": baddie("r2c2", 4), "b2": baddie("r3c1", 1), "b3": baddie("r3c3", 2)}
    ask = ("GearlocTurn.choose_target", units, "target/b1", "target/b2", "target/b3", "target/nobody")
    assert answer(*ask) == ["target/b2"]
    units["b1"]["marks"]["taunt"] = 1
    assert answer(*ask) == ["target/b1"]


def test_it_does_not_blow_itself_up():
    units = {"g1": gearloc("r3c2", hp=2), "b1": baddie("r2c2", 1, "detonate 2"), "b2": baddie("r3c1", 4)}
    both = ("target/b1", "target/b2", "target/nobody")
    assert answer("GearlocTurn.choose_target", units, *both) == ["target/b2"]
    assert answer("GearlocTurn.choose_target", units, "target/b1", "target/nobody") == ["target/nobody"]
    units["g1"]["active"] = [{"die": "def", "face": "2"}]
    assert answer("GearlocTurn.choose_target", units, "target/b1", "target/nobody") == ["target/b1"]


def test_it_walks_to_a_foe_and_stays_where_one_is():
    units = {"g1": gearloc("r3c1"), "b1": baddie("r2c3", 2)}
    ways = ("move/r2c1", "move/r3c2", "move/r4c1", "done")
    assert answer("GearlocTurn.before_roll", units, *ways)[0] in ("move/r2c1", "move/r3c2")
    units["b2"] = baddie("r2c1", 2)
    assert answer("GearlocTurn.before_roll", units, *ways) == ["done"]
    assert answer("GearlocTurn.before_roll", {k: units[k] for k in ("g1", "b1")}, *ways, dex=3)[0].startswith("move")
    assert answer("GearlocTurn.before_roll", {k: units[k] for k in ("g1", "b1")}, *ways, dex=2) == ["done"]
    far = {"g1": gearloc("r4c1"), "b1": baddie("r1c4", 2)}
    assert answer("GearlocTurn.before_roll", far, *ways) == ["done"]


def test_it_rolls_attack_first_and_food_when_hurt():
    units = {"g1": gearloc("r3c1"), "b1": baddie("r2c1", 2)}
    ask = ("die/def*2", "die/ration", "die/atk*2")
    picked = answer("GearlocTurn.choose_dice", units, *ask, lo=0, hi=3)
    assert sorted(picked) == ["die/atk", "die/atk", "die/def"]
    units["g1"]["hp"] = 2
    picked = answer("GearlocTurn.choose_dice", units, *ask, lo=0, hi=3)
    assert sorted(picked) == ["die/atk", "die/atk", "die/ration"]
    assert dice.value(Look({"round": 1, "units": units}, "g1", SHEETS), "some new die") > 0


def test_the_worth_of_a_die_is_what_its_faces_do() -> None:
    """No name of a die or face is known to the bot: the same icons under other names are worth the same."""
    units = {"g1": gearloc("r3c1", kind="boomer"), "b1": baddie("r2c1", 2)}

    def worth(die: str, target: str = "b1", sheets: Sheets = SHEETS) -> int:
        look = Look({"round": 1, "units": units, "turn": {"unit": "g1", "target": target}}, "g1", sheets)
        return dice.value(look, die)

    assert worth("pop-bomb") < worth("sling-arm")
    units["g1"]["marks"] = {"boom-counter": 2}
    assert worth("pop-bomb") > worth("atk") > worth("sling-arm") > worth("sling-arm", target="")
    assert worth("element") > 0
    renamed = Sheets(SimpleNamespace(content=Renamed(RULES.content)))
    assert worth("pop-bomb!", sheets=renamed) == worth("pop-bomb")
    assert worth("pop-bomb", sheets=renamed) == 50


class Renamed:
    """The content with other names for dice and faces."""

    def __init__(self, content: Any) -> None:
        self.content = content

    def entries(self, kind: str) -> dict[str, Any]:
        found = self.content.entries(kind)
        if kind != "skill-die":
            return dict(found)
        return {f"{n}!": replace(d, id=d.id + "!", **_faces(d)) for n, d in found.items()}


def _faces(die: Any) -> dict[str, Any]:
    return {"faces": [f + "?" for f in die.faces], "icons": {f + "?": icon for f, icon in die.icons.items()}}


def test_it_makes_bombs_and_keeps_what_is_used_again_and_again() -> None:
    units = {"g1": gearloc("r4c1", kind="boomer", hp=3, most=3), "b1": baddie("r2c1", 3)}
    assert answer("GearlocTurn.before_roll", units, "move/r3c1", "action/g1/boom-counter", "done") == [
        "action/g1/boom-counter"
    ]
    assert answer("GearlocTurn.before_roll", units, "move/r3c1", "done") == ["done"]
    assert answer("GearlocTurn.resolve", units, "keep/element:bones", "done") == ["done"]
    assert answer("GearlocTurn.resolve", units, "keep/duck:bones", "done") == ["keep/duck:bones"]
    assert answer("GearlocTurn.resolve", units, "plan/throw-odds", "done") == ["plan/throw-odds"]
    assert answer("GearlocTurn.resolve", units, "plan/quick-fix", "done") == ["done"]
    units["g1"]["locked"] = [{"die": "element", "face": "2"}]
    assert answer("Program.decide", units, "search/element", "search/fuse") == ["search/fuse"]
    units["b2"] = baddie("r2c4", 1, atk=2)
    assert answer("Program.decide", units, "lob/b1", "lob/b2") == ["lob/b2"]
    units["g2"] = gearloc("r3c4", hp=2)
    assert answer("Program.decide", units, "tend/g1", "tend/g2") == ["tend/g2"]


def test_it_resolves_hits_then_skills_then_bones_then_shields():
    units = {"g1": gearloc("r3c1", hp=3), "b1": baddie("r2c1", 3)}
    left = [
        "done",
        "use/shield-form:step-1",
        "place/active/def:1",
        "keep/def:bones",
        "use/ration:heal-2",
        "hit/1",
        "hit/3",
    ]
    order = []
    while left:
        order += answer("GearlocTurn.resolve", units, *left)
        if order[-1] == "done":
            break
        left = [o for o in left if not o.startswith(order[-1].split("/")[0])] + [o for o in left if "step" in o]
    assert order == ["hit/3", "use/ration:heal-2", "keep/def:bones", "place/active/def:1", "done"]


def test_it_spends_bones_when_it_pays():
    stored = [{"die": "def", "n": 4}]
    plans = ("done", "plan/dig-in", "plan/shield-bash")
    units = {"g1": gearloc("r3c1", bones=stored), "b1": baddie("r2c1", 3)}
    assert answer("GearlocTurn.resolve", units, *plans) == ["done"]
    units["g1"]["hp"] = 4
    assert answer("GearlocTurn.resolve", units, *plans) == ["plan/dig-in"]
    units["g1"] |= {"hp": 6, "active": [{"die": "def", "face": "2"}, {"die": "def", "face": "1"}]}
    assert answer("GearlocTurn.resolve", units, *plans) == ["plan/shield-bash"]
    units["b1"]["hp"] = 5
    assert answer("GearlocTurn.resolve", units, *plans) == ["done"]
    rolled = [{"die": "def", "face": "2"}, {"die": "def", "face": "bones"}, {"die": "atk", "face": "2"}]
    assert answer("GearlocTurn.resolve", units, *plans, open=rolled) == ["plan/shield-bash"]
    full = {"g1": gearloc("r3c1", bones=[{"die": "def", "n": 5}])}
    assert answer("GearlocTurn.resolve", full, "done", "plan/some-new-plan") == ["plan/some-new-plan"]


def test_the_party_lets_the_strong_bear_it_and_keeps_its_shields():
    units = {"g1": gearloc("r3c1", hp=2), "g2": gearloc("r3c2", hp=5)}
    assert answer("BaddieTurn.determine_targets", units, "target/g1", "target/g2", seat="party") == ["target/g2"]
    assert answer("Damage.def_dice", units, "leave/1", "leave/1+1", "leave/2") == ["leave/1+1"]
    assert answer("Damage.def_dice", units, "leave/2", "leave/none", seat="party") == ["leave/none"]


def test_more_danger_is_worth_more_and_more_shields_less():
    look = Look({"round": 1, "units": {"g1": gearloc("r3c1")}}, "g1")
    plain = targets.worth(look, baddie("r2c1", 2))
    assert targets.worth(look, baddie("r2c1", 2, atk=2)) > plain
    assert targets.worth(look, baddie("r2c1", 2, def_dice=[2])) < plain
