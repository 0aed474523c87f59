"""Chance as a seat: a seed, a person and a script answer the same questions; the counters do not tell them apart."""

from __future__ import annotations

import pytest

from tests.core.tiny import Main, Tiny, ids, log, note, pick, play, tiny
from tmb.core import asking
from tmb.core.chance import Asked, Chance, Seeded
from tmb.core.events import CardDrawn, DiceRolled, PileShuffled
from tmb.core.flow import draws, flow, roll, shuffles
from tmb.core.rng import Stream, stream
from tmb.core.script import Script
from tmb.core.things import Pile
from tmb.errors import ChanceError, InternalError

VECTORS = {
    ("1", "main"): [531065179213110714, 1168450409101821370, 10367008836505416320],
    ("1", "setup"): [9916278327392394205, 2446243296688676533, 596124432250393621],
    ("", "main"): [9615929603634013826, 16835782604165808344, 15237407670269407460],
    ("été", "bot"): [2571626341050711843, 4845473584297154187, 13885512873405468375],
}


def test_the_generator_s_words_are_pinned() -> None:
    assert {key: [stream(*key).word(c) for c in (0, 7, 8)] for key in VECTORS} == VECTORS


def test_a_word_is_a_pure_function_of_its_counter() -> None:
    s = Stream("1", "main")
    there = [s.word(c) for c in range(40)]
    assert [s.word(c) for c in reversed(range(40))] == there[::-1]
    assert len(set(there)) == 40
    assert all(0 <= w < 1 << 64 for w in there)


def test_numbers_below_n_are_spread_evenly() -> None:
    s = stream("even", "main")
    seen = [s.below(6, c) for c in range(6000)]
    assert [850 < seen.count(n) < 1150 for n in range(7)] == [True] * 6 + [False]


def test_a_stream_s_name_is_bounded() -> None:
    with pytest.raises(ValueError, match="'a-very-long-name!' is longer than 16 bytes"):
        Stream("1", "a-very-long-name!")


def rolls(*kinds, name="main"):
    @roll(name)
    def rolling(game, frame):
        return list(kinds)

    @rolling.taken
    def rolled(game, frame, faces):
        game.world.log += faces

    return rolling


@shuffles("setup")
def mixing(game, frame):
    return ("pile", game.world.pile)


@draws("main", repeat=True)
def drawing(game, frame):
    return ("pile", game.world.pile) if game.world.pile.size() else None


@drawing.taken
def drawn(game, frame, card):
    game.world.log.append(card)


WHOLE = flow(Main, mixing, rolls("d6", "d6", "d6", "loaded", "coin", "coin"), drawing, note("after"))


def packed(game):
    return game.rules.codec("tiny").pack(game.state)


def by_hand(rules, faces, cards=None):
    """Play with asked dice (and cards), giving these results."""
    hand = Asked()
    game = play(rules, Chance(hand, Seeded("1") if cards is None else hand))
    left = list(cards or ())
    while game.ask is not None:
        pick(game, *(faces if game.ask.several.groups else [left.pop(0)]))
    return game


def test_faces_given_back_by_hand_lead_to_the_same_state_byte_for_byte() -> None:
    rules = tiny(WHOLE, pile="pqrs")
    seeded = play(rules)
    d6, loaded, coins = seeded.world.log[:3], seeded.world.log[3], seeded.world.log[4:6]
    answer = [*(f"coin/{f}" for f in reversed(coins)), *(f"d6/{f}" for f in reversed(d6)), f"loaded/{loaded}"]
    hand = by_hand(rules, answer)
    assert log(hand) == log(seeded)
    hand.state.asks = 0
    assert packed(hand) == packed(seeded)


def test_cards_given_back_by_hand_lead_to_the_same_state_once_all_are_known() -> None:
    rules = tiny(flow(Main, mixing, drawing, note("after")), pile="pqrs")
    seeded = play(rules)
    hand = by_hand(rules, [], [f"draw/{c}" for c in seeded.world.log[:4]])
    assert hand.state.asks == 4
    hand.state.asks = 0
    assert packed(hand) == packed(seeded)


def test_a_seed_rolls_like_dice_sorted_and_each_kind_by_itself() -> None:
    rules = tiny(flow(Main, rolls(*["d6"] * 5, "coin", *["loaded"] * 4)))
    for seed in map(str, range(20)):
        faces = play(rules, Chance(Seeded(seed), Seeded(seed))).world.log
        assert faces == [*sorted(faces[:5]), faces[5], *sorted(faces[6:])]
        assert faces[5] in ("heads", "tails")


def test_dice_are_asked_as_one_group_a_kind_with_the_weight_of_each_face() -> None:
    game = play(tiny(flow(Main, rolls("d6", "d6", "loaded"))), Chance(Asked(), Seeded("1")))
    shown = asking.public(game.ask)
    assert (shown.seat, shown.lo, shown.hi) == ("chance", 3, 3)
    assert [(g.id, g.lo, g.hi) for g in shown.groups] == [("d6", 2, 2), ("loaded", 1, 1)]
    assert [(o.id, o.times, o.weight) for o in shown.options][5:] == [
        ("d6/6", 2, 1),
        ("loaded/no", 1, 2),
        ("loaded/yes", 1, 1),
    ]
    assert log(pick(game, "loaded/no", "d6/5", "d6/2")) == "2 5 no"
    assert game.decisions == 0


def test_a_search_may_answer_with_faces_in_any_order() -> None:
    game = play(tiny(flow(Main, rolls("d6", "d6", "coin"))), Chance(Asked(), Seeded("1")))
    game.answer([("coin", "tails"), ("d6", "5"), ("d6", "2")])
    assert log(game) == "2 5 tails"


def test_dice_of_one_kind_that_are_named_apart_are_a_bug_that_is_told() -> None:
    with pytest.raises(InternalError, match=r"a roll names like dice apart: d6 coin d6; open frames: Main\.first"):
        play(tiny(flow(Main, rolls("d6", "coin", "d6"))), Chance(Asked(), Seeded("1")))


def test_a_draw_is_asked_with_the_cards_that_may_lie_on_top() -> None:
    game = play(tiny(flow(Main, mixing, drawing), pile="qppr"), Chance(Asked(), Asked()))
    assert [(o.id, o.weight) for o in asking.public(game.ask).options] == [("draw/p", 2), ("draw/q", 1), ("draw/r", 1)]
    assert ids(pick(game, "draw/p")) == ["draw/p", "draw/q", "draw/r"]
    assert ids(pick(game, "draw/q")) == ["draw/p", "draw/r"]


def test_a_pile_is_drawn_from_the_top_then_the_loose_then_from_under() -> None:
    def lay(game, frame):
        game.world.pile = Pile(["top"], ["x", "y"], ["under"])

    game = play(tiny(flow(Main, note("lay", lay), drawing)), Chance(Asked(), Asked()))
    assert (log(game), ids(game)) == ("lay top", ["draw/x", "draw/y"])
    assert log(pick(pick(game, "draw/y"), "draw/x")) == "lay top y x under"
    assert game.state.chance == {"main": 4}


def test_cards_put_on_and_under_a_pile_keep_their_places() -> None:
    pile = Pile(["b"])
    pile.put_on_top("a")
    pile.put_under("c")
    assert (pile, pile.size(), pile.all()) == (Pile(["a", "b", "c"]), 3, ["a", "b", "c"])
    loose = Pile([], ["x"], [])
    loose.put_on_top("a")
    loose.put_under("z")
    assert (loose, loose.size(), loose.all()) == (Pile(["a"], ["x"], ["z"]), 3, ["a", "x", "z"])
    loose.refill(["k", "j"], ordered=True)
    assert loose == Pile(["k", "j"])
    loose.refill(["k", "j"], ordered=False)
    assert loose == Pile([], ["k", "j"])


@pytest.mark.parametrize(("cards", "swaps"), [("", 0), ("p", 0), ("pq", 1), ("pqrst", 4)])
def test_the_counter_of_a_shuffle_goes_up_by_its_swaps_whoever_answered(cards, swaps) -> None:
    rules = tiny(flow(Main, mixing), pile=cards)
    script = Script([f"shuffle: {' '.join(cards)}"] if cards else [])
    for chance in (Chance(Seeded("1"), Seeded("1")), Chance(Asked(), Asked()), Chance(script, script)):
        assert play(rules, chance).state.chance == {"setup": swaps}


def test_every_order_of_a_shuffle_is_as_likely_and_one_is_pinned() -> None:
    rules = tiny(flow(Main, mixing), pile="pqr")
    orders = ["".join(play(rules, Chance(Seeded(s), Seeded(s))).world.pile.cards) for s in map(str, range(600))]
    assert sorted({*orders}) == ["pqr", "prq", "qpr", "qrp", "rpq", "rqp"]
    assert all(70 < orders.count(o) < 130 for o in orders)
    assert play(tiny(flow(Main, mixing), pile="abcdefgh")).world.pile.cards == list("facbgdhe")


def test_streams_do_not_disturb_each_other_and_a_nameless_one_is_the_mode_s() -> None:
    def game(*stages):
        return play(tiny(flow(Main, *stages)))

    two = game(rolls("d6", name="red"), note("x"))
    alone = log(two).split()[0]
    other = rolls("d6", "d6", name="blue")
    other.name = "other"
    both = game(other, rolls("d6", name="red"))
    assert log(both).split()[-1] == alone
    assert both.state.chance == {"blue": 2, "red": 1}
    assert game(rolls("d6", name="")).state.chance == {Tiny.stream: 1}


def test_results_of_chance_are_collected_in_order_for_whoever_wants_them() -> None:
    rules = tiny(WHOLE, pile="pq")
    state, chance = play(rules, strict=True).state, Chance(Seeded("1"), Seeded("1"))
    from tmb.core.game import Game

    game = Game(rules, type(state)("tiny", *rules.modes["tiny"].start(rules, None)[:1], [Main()]), chance)
    game.rolls = []
    game.run()
    order, faces, *drawn = game.rolls
    assert len(faces) == 6
    assert drawn == [{"card": card} for card in order["order"]]


def test_chance_tells_what_it_did() -> None:
    events: list = []
    play(tiny(WHOLE, pile="pq"), lines=["shuffle: q p", "d6: 1 2 3", "loaded: yes", "coin: heads tails"], events=events)
    assert [type(e) for e in events] == [PileShuffled, DiceRolled, CardDrawn, CardDrawn]
    assert events[0].size == 2
    assert events[1].dice == ["d6"] * 3 + ["loaded"] + ["coin"] * 2
    assert events[1].faces == ["1", "2", "3", "yes", "heads", "tails"]
    assert (events[2].card, events[2].for_table().card) == ("q", "")


# -- scripts -----------------------------------------------------------------------------------------------------------

LINES = ["shuffle: s r q p", "d6: 3 1 2", "loaded: y", "coin: tails heads"]


def test_a_script_answers_in_the_order_of_its_lines() -> None:
    assert log(play(tiny(WHOLE, pile="pqrs"), lines=LINES)) == "1 2 3 yes heads tails s r q p after"


def test_lines_left_over_are_told() -> None:
    script = Script([*LINES, "d6: 1", "draw: p"])
    play(tiny(WHOLE, pile="pqrs"), Chance(script, script))
    assert script.left() == ["d6: 1", "draw: p"]


@pytest.mark.parametrize(
    ("i", "line", "message"),
    [
        (1, "coin: heads", "line 2 of the script is 'coin: heads'; the game wants 3 of d6"),
        (1, "d6: 1 2", "line 2 of the script is 'd6: 1 2'; the game wants 3 of d6"),
        (1, "d6: 1 2 7", "die d6 has no face '7'; its faces are 1, 2, 3, 4, 5, 6"),
        (2, "loaded: noo", "die loaded has no face 'noo'; its faces are no, yes; did you mean \"no\"?"),
        (3, None, "the script has no line left; the game wants coin (2)"),
        (
            0,
            "shuffle: p q r r",
            "line 1 of the script shuffles ['p', 'q', 'r', 'r']; the pile holds ['p', 'q', 'r', 's']",
        ),
        (0, "d6 1 2", "'d6 1 2' is no line of a script; write for example 'atk: 1 2' or 'draw: NAME'"),
        (0, "d6:", "'d6:' is no line of a script; write for example 'atk: 1 2' or 'draw: NAME'"),
    ],
)
def test_a_script_that_does_not_match_is_told(i, line, message) -> None:
    lines = [*LINES[:i], line, *LINES[i + 1 :]] if line else LINES[:i]
    with pytest.raises(ChanceError) as caught:
        play(tiny(WHOLE, pile="pqrs"), lines=lines)
    assert str(caught.value) == message


def test_a_scripted_draw_is_of_a_card_that_may_lie_there() -> None:
    script = Script(["draw: p", "draw: z"])
    rules = tiny(flow(Main, note("loose", loosen), drawing), pile="pqr")
    with pytest.raises(ChanceError, match="line 2 of the script draws 'z', which is not in the pile: q, r"):
        play(rules, Chance(script, script))


def loosen(game, frame):
    """Nobody here knows the order of the pile any more."""
    game.world.pile.refill(game.world.pile.all(), ordered=False)


def test_a_seed_draws_from_a_pile_whose_order_nobody_knows() -> None:
    rules = tiny(flow(Main, note("loose", loosen), drawing), pile="pqrstuv")
    first = play(rules)
    assert sorted(first.world.log[1:]) == list("pqrstuv") != first.world.log[1:]
    assert first.world.log == play(rules).world.log != play(rules, Chance(Seeded("2"), Seeded("2"))).world.log
    assert first.state.chance == {"main": 7}


def test_a_draw_from_an_empty_pile_is_a_bug_that_is_told() -> None:
    @draws("main")
    def blind(game, frame):
        return ("pile", game.world.pile)

    blind.taken(lambda game, frame, card: None)
    with pytest.raises(InternalError, match=r"a draw from the empty pile 'pile'; open frames: Main\.first"):
        play(tiny(flow(Main, blind)))
