"""`tmb play`: a person types, the game tells."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import time

import pytest

from tests.cli import inside
from tests.plugins.battles import RULES
from tmb.cli.play import explaining, reading, rolling, showing
from tmb.cli.play.plain import plainly
from tmb.cli.play.table import AtTable
from tmb.core.decisions import Ask, Group, Option, check_answer
from tmb.errors import InputError
from tmb.session import Session
from tmb.sim import modes

pty = pytest.importorskip("pty")
here = inside.here
BATTLE = ["--mode", "battle", "--party", "picket", "--queue", "1,1", "--seed", "7"]
PROMPT = b"\n > "


class Terminal:
    """`tmb play` on a terminal of its own; what it writes is read until it asks or ends."""

    def __init__(self, tmb, *args: str, **env: str) -> None:
        self.ours, theirs = pty.openpty()
        self.child = subprocess.Popen(
            tmb.argv("play", *args), stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmb.folder,
            env=tmb.env(**{"TERM": "dumb"} | env), start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.screen = b""

    def read(self) -> str:
        """What was written since the last line that was typed."""
        out, until = b"", time.monotonic() + 60
        while not out.replace(b"\r", b"").endswith(PROMPT) and time.monotonic() < until:
            if not select.select([self.ours], [], [], 1)[0]:
                continue
            try:
                block = os.read(self.ours, 65536)
            except OSError:
                break
            if not block:
                break
            out += block
        self.screen += out
        return out.replace(b"\r", b"").decode()

    def type(self, line: str) -> str:
        """Type a line; what comes then."""
        os.write(self.ours, line.encode() + b"\n")
        return self.read()

    def interrupt(self) -> str:
        """Ctrl-C, once more if it came in the moment before the terminal was waited for; what comes then."""
        for _ in range(20):
            os.killpg(self.child.pid, signal.SIGINT)
            if select.select([self.ours], [], [], 3)[0]:
                break
        return self.read()

    def end(self) -> int:
        """The exit code."""
        code = self.child.wait(60)
        os.close(self.ours)
        return code


def test_a_person_plays_a_whole_battle_on_a_terminal(tmb):
    screen = Terminal(tmb, *BATTLE, "--save", "g.tmb")
    told = screen.read()
    assert "lane 1" in told
    assert "  1  start at lane 1 (Gearloc melee)" in told
    asked = 0
    while told.endswith("\n > "):
        asked += 1
        assert asked < 500
        told = screen.type("1")
    assert screen.end() == 0
    assert "The game is over after " in told
    assert "the seed was 7" in told
    assert "`tmb log g.tmb` tells it again." in told
    lines = [json.loads(line) for line in (tmb.folder / "g.tmb").read_text().splitlines()]
    assert lines[-1]["end"]["outcome"]["result"] in ("won", "lost")
    assert sum("pick" in line for line in lines) == asked
    assert "the same" in tmb("replay", "g.tmb").stdout


def test_a_person_plays_to_the_end_of_a_day_on_a_terminal(tmb):
    """The first day and the one with the first battle, always the first choice; the game goes on where it was left."""
    adventure = ["--mode", "adventure", "--party", "picket,boomer", "--tyrant", "nom", "--seed", "7", "--save", "g.tmb"]
    screen = Terminal(tmb, *adventure)
    told, days = screen.read(), []
    for _ in range(300):
        days += re.findall(r"^ ?Day (\d+)$", told, re.MULTILINE)
        if "3" in days or not told.endswith("\n > "):
            break
        told = screen.type("1")
    assert days[:3] == ["1", "2", "3"]
    assert "What does Picket train?" in screen.screen.decode()
    assert "lane 1" in screen.screen.decode()
    assert "Saved in g.tmb" in screen.type("q")
    assert screen.end() == 0
    assert "Day 3 of 8" in tmb("show", "g.tmb").stdout


def test_ctrl_c_on_a_terminal_is_130_and_says_how_to_go_on(tmb):
    screen = Terminal(tmb, *BATTLE)
    screen.read()
    screen.type("2")
    told = screen.interrupt()
    assert screen.end() == 130
    assert "Saved in battle-1.tmb. To go on:  tmb play --save battle-1.tmb" in told
    assert "Traceback" not in told
    assert "at lane 2 (Gearloc melee)" in tmb("log", "battle-1.tmb").stdout


def test_ctrl_d_on_a_terminal_ends_politely(tmb):
    screen = Terminal(tmb, *BATTLE, "--save", "games/")
    screen.read()
    os.write(screen.ours, b"\x04")
    told = screen.read()
    assert screen.end() == 0
    assert "To go on:  tmb play --save games/battle-1.tmb" in told


# -- in this process ---------------------------------------------------------------------------------------------------


def play(here, *args: str, typed: str = "", code: int = 0) -> str:
    """Play with these lines typed; what was told. The input then ends, as if Ctrl-D was typed."""
    done = here("play", *args, stdin=typed.replace("; ", "\n"))
    assert (done.returncode, done.stderr) == (code, ""), done
    return done.stdout


def test_resume_goes_on_where_it_was_left(here):
    told = play(here, *BATTLE, typed="3; q")
    resume = re.search(r"To go on:  tmb (.+)\n", told)[1].split()
    assert resume == ["play", "--save", "battle-1.tmb"]
    again = play(here, *resume[1:], typed="q")
    assert "Picket ♥6" in again
    assert again.rstrip().endswith("tmb play --save battle-1.tmb")
    assert "enters at lane 3 (Gearloc melee)" not in again  # it was told before
    assert play(here, *BATTLE, typed="1; q").rstrip().endswith("--save battle-2.tmb")
    done = here("play", "--save", "battle-1.tmb", "--party", "picket")
    assert (done.returncode, "it goes on without --party" in done.stderr) == (1, True)


def test_a_saved_game_that_is_over_is_shown(here):
    play(here, "--mode", "battle", "--queue", "1", "--round-limit", "1", "--save", "g.tmb", typed="1\n" * 60)
    told = play(here, "--save", "g.tmb")
    assert "The game is over after" in told
    assert "To go on" not in told


def test_undo_takes_a_decision_back(here):
    told = play(here, *BATTLE, "--save", "g.tmb", typed="u; 4; u; 1; q")
    assert "there is no decision to take back" in told
    assert told.count("The last decision is taken back.") == 1
    lines = [json.loads(line) for line in (here.folder / "g.tmb").read_text().splitlines()[1:4]]
    assert [line.get("pick") or line for line in lines] == [["start/r3c4"], {"undo": 1}, ["start/r3c1"]]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("9", "there is no number 9; the list goes from 1 to 4"),
        ("0", "there is no number 0"),
        ("1 2", "2 picked; 1 wanted"),
        ("1,2", "2 picked; 1 wanted"),
        ("start at lane", "may mean start at lane 1 (Gearloc melee), start at lane 2 (Gearloc melee)"),
        ("start at lane 9", 'did you mean "start at lane'),
        ("jump", "there are: start at lane 1 (Gearloc melee), start at lane 2 (Gearloc melee)"),
        ("", "Type a number, or h for help."),
        ("?9", "there is no number 9"),
        ("?kobld", 'did you mean "kobold"'),
        ("h", "quit; the game is saved"),
        ("b", "lane 1"),
    ],
)
def test_a_wrong_line_says_what_is_wrong_and_asks_again(here, typed, said):
    told = play(here, *BATTLE, "--save", "g.tmb", typed=f"{typed}\n2\nq")
    assert said in told
    picks = [json.loads(line) for line in (here.folder / "g.tmb").read_text().splitlines()[1:]]
    assert picks[0]["pick"] == ["start/r3c2"]


def test_redo_gives_the_decision_again(here):
    told = play(here, *BATTLE, typed="r; 3; u; r; q")
    assert "there is no decision to give again" in told
    assert told.count("enters at lane 3 (Gearloc melee)") == 2
    assert "there is no decision to give again" in play(here, *BATTLE, typed="3; u; 2; r; q")


def test_the_first_die_that_was_typed_can_be_typed_again(here):
    told = play(here, *BATTLE, "--dice", "hand", "--save", "g.tmb", typed="4; u; 3; 1; u; u; 2; q")
    assert [line for line in told.splitlines() if "rolls Picket's Ini die" in line] == [
        " rolls Picket's Ini die: 4", " rolls Picket's Ini die: 3", " rolls Picket's Ini die: 2",
    ]  # fmt: skip
    assert here("replay", "g.tmb").returncode == 0


def test_real_cards_are_drawn_at_the_table(here):
    told = play(here, *BATTLE, "--cards", "hand", typed="kobold; bog l; 1; q")
    assert "Which chip is drawn" in told
    assert "Kobold (b1) enters" in told
    assert "Bog Lurk (b2) enters" in told


def test_a_very_long_line_is_cut(here):
    told = play(here, *BATTLE, "--save", "g.tmb", typed="x" * 1_000_000 + "; q")
    assert "is no choice" in told
    assert len(told) < 4000
    told = play(here, *BATTLE, "--dice", "hand", typed="4 " + "y" * 100_000 + "; q")
    assert "one face too many" in told
    assert len(told) < 4000


def test_lines_are_as_wide_as_columns_says(here, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    told = play(here, *BATTLE, typed="?bones; ?R17; q")
    explained = told[told.index("Bones: ") : told.index("?R17")]
    assert max(map(len, explained.splitlines())) <= 40


def test_words_do_as_well_as_numbers(here):
    play(here, *BATTLE, "--save", "g.tmb", typed="START AT LANE 3; q")
    play(here, *BATTLE, "--save", "h.tmb", typed="start/r3c3; q")
    for name in ("g.tmb", "h.tmb"):
        assert json.loads((here.folder / name).read_text().splitlines()[1])["pick"] == ["start/r3c3"]


def test_plain_is_readable_without_signs(here):
    told = play(here, *BATTLE, "--plain", typed="1; 1; ?; ?1; 1; b; q")
    assert told.isascii(), [c for c in told if not c.isascii()]
    assert "HP 2" in told
    assert "0 of 5" in told
    assert told.rstrip().endswith("--plain")


def test_real_dice_are_typed(here):
    told = play(here, *BATTLE, "--dice", "hand", "--save", "g.tmb", typed="5; 4 4; ini-picket: 4; 1; u; 2; q")
    assert "'5' is no face of the die ini-picket; there are: 1, 2, 3, 4" in told
    assert "'4' is one face too many" in told
    picks = [json.loads(line) for line in (here.folder / "g.tmb").read_text().splitlines()[1:]]
    assert [p.get("pick") or p for p in picks[:2]] == [["ini-picket/4"], ["start/r3c1"]]
    assert {"undo": 1} in picks


def test_questions_are_answered(here):
    session = Session.new(RULES, "battle", {"party": ["picket"], "queue": ["kobold"]}, seed="3")
    while session.open_ask.key != "GearlocTurn.choose_dice":
        ids = [o.id for o in session.open_ask.options]
        session.act([next((i for i in ids if i == "target/b1"), "done" if "done" in ids else ids[0])])
    ask = session.ask(labels=True)
    die = next(str(n) for n, o in enumerate(ask.options, 1) if o.id == "die/shield-form")
    told = explaining.told(session, ask, die)
    assert "Shield Form" in told
    assert "shield-1: Active: prevents 1 Dmg." in told
    assert "Vigil: it is a counter and not rolled (Undertow rulebook, Consumables)" in explaining.told(session, ask, "")
    assert "lashback 1: After an attack that cost it HP" in explaining.told(session, ask, "kobold")
    assert "to target a unit" in explaining.told(session, ask, "target")
    with pytest.raises(InputError, match="unknown topic"):
        explaining.told(session, ask, "no such thing")
    session.act([])
    assert "Nothing" in explaining.NOTHING


def test_what_a_target_is_is_told(here):
    session = Session.new(RULES, "battle", {"party": ["picket"], "queue": ["orc-brawler", "1"]}, seed="3")
    while not any(o.id == "target/b1" for o in session.open_ask.options):
        ids = [o.id for o in session.open_ask.options]
        session.act(["done" if "done" in ids else ids[0]])
    told = explaining.told(session, session.ask(labels=True), "target/b1")
    assert "Orc Brawler (baddie)" in told
    assert "hp 3" in told
    assert "counter 1: " in told


# -- the parts ---------------------------------------------------------------------------------------------------------

DICE = Ask(
    4, "roll", "chance",
    [Option(f"{d}/{f}", f, d, times=2) for d in ("atk", "def") for f in ("1", "2", "bones", "2-bones")],
    3, 3, [Group("atk", 2, 2), Group("def", 1, 1)],
)  # fmt: skip


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("2 bones 1", ["atk/2", "atk/bones", "def/1"]),
        ("b,B,2-", ["atk/bones", "atk/bones", "def/2-bones"]),
        ("def: 1, atk: 2 2", ["def/1", "atk/2", "atk/2"]),
        ("atk 1 1 def bones", ["atk/1", "atk/1", "def/bones"]),
        ("def:1 2 2", ["def/1", "atk/2", "atk/2"]),
    ],
)
def test_faces_are_read_in_the_order_of_the_dice_or_after_their_kind(line, ids):
    assert rolling.faces(DICE, line) == ids


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("2 bones", "2 atk and 1 def were rolled; faces are missing: 1 def"),
        ("1 1 1 1", "'1' is one face too many"),
        ("7 1 1", "'7' is no face of the die atk; there are: 1, 2, bones, 2-bones"),
        ("1 1 bnoes", 'did you mean "bones"'),
    ],
)
def test_faces_that_do_not_fit_are_told(line, said):
    with pytest.raises(InputError, match=re.escape(said)):
        rolling.faces(DICE, line)


def test_several_picks_on_one_line():
    ask = Ask(1, "k", "g1", [Option("die/atk", times=2, label="Atk die"), Option("die/def", label="Def die")], 0, 3)
    assert reading.picks(ask, "1 2") == reading.picks(ask, "1,2") == ["die/atk", "die/def"]
    assert reading.picks(ask, "1 1, 2") == ["die/atk", "die/atk", "die/def"]
    assert reading.picks(ask, "0") == []
    assert reading.picks(ask, "atk def") == ["die/atk", "die/def"]
    assert reading.picks(ask, "def die") == ["die/def"]
    shown = "\n".join(showing.asked(ask))
    assert "up to 3" in shown
    assert "1  Atk die (up to 2)" in shown
    assert "0  nothing" in shown


def test_many_options_stand_in_two_columns(monkeypatch):
    ask = Ask(1, "k", "g1", [Option(f"o/{i}") for i in range(5)])
    monkeypatch.setenv("COLUMNS", "80")
    assert showing.asked(ask)[1].split() == ["1", "o/0", "4", "o/3"]
    assert len(showing.asked(ask, plain=True)) == 6
    monkeypatch.setenv("COLUMNS", "12")
    assert len(showing.asked(ask)) == 6


def test_plain_words_keep_their_columns():
    line = " melee  ▶Kobold ♥2 ▣1      ·      Wolf ♥2"
    assert plainly(line) == " melee  >Kobold HP 2 shields 1  .  Wolf HP 2"
    assert plainly("Bones ●●○○○  ♥3     x") == "Bones 2 of 5   HP 3  x".replace("   HP", "   HP")
    assert plainly("a ☃ b") == "a ☃ b"


def test_numbers_of_any_length_are_answered(here):
    done = here("play", *BATTLE, "--save", "g.tmb", stdin=f"{'1' * 5000}\n?{'9' * 5000}\nq\n")
    assert done.returncode == 0
    assert done.stdout.count("there is no number") == 2


def test_words_of_the_rules_are_known_however_they_are_written(here):
    done = here("play", *BATTLE, "--save", "g.tmb", stdin="?DEX\nq\n")
    assert "Dex for a turn" in done.stdout


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_game_is_saved_when_the_process_is_ended(tmb, name):
    terminal = Terminal(tmb, *BATTLE)
    terminal.read()
    terminal.type("1")
    number = getattr(signal, name)
    time.sleep(0.3)  # until it waits for a line
    terminal.child.send_signal(number)
    terminal.read()
    assert terminal.child.wait(30) == 128 + number
    assert [p.name for p in tmb.folder.glob("*.tmb")] == ["battle-1.tmb"]


@pytest.mark.parametrize("named", [[], ["--tyrant", "nom"]])
def test_options_that_are_not_named_are_the_modes_whichever_are(here, named):
    """`play`, `new` and `sim` begin alike and say so; the demo alone has a set-up of its own, which its help tells."""
    told = play(here, "--seed", "7", "--save", "g.tmb", *named, typed="q")
    first = json.loads((here.folder / "g.tmb").read_text().partition("\n")[0])
    mode = modes.find("adventure")[1]
    assert first["mode"] == modes.usual() == mode.name
    made = mode.options()
    assert first["options"] == {f: getattr(made, f) for f in made.__struct_fields__} | (
        {"tyrant": "nom"} if named else {}
    )
    line = told.partition("\n")[0]
    assert here("new", "--seed", "7", "--save", "h.tmb", *named).stdout.partition("\n")[0] == line
    assert f"difficulty={made.difficulty}" in line
    assert line.removeprefix("adventure  ").replace("-", "_") in here("sim", *named, "--games", "1").stdout
    for verb, level in (("play", made.difficulty), ("demo", mode.demo["difficulty"])):
        assert f"A level's name.  [default: {level}]" in here(verb, "-h").stdout


@pytest.mark.parametrize("named", [[], ["--every", "9"]])
def test_the_demo_says_its_own_set_up(here, named):
    line = here("demo", "--mode", "battle", "--round-limit", "1", *named).stdout.partition("\n")[0]
    assert (
        line
        == "battle  party=picket,picket queue=1,1,1,1,1,1 mat=base difficulty=casual round-limit=1  seed 7  bot greedy"
    )


def test_packs_leave_the_usual_mode_and_an_option_of_another_mode_is_told(here):
    first = ("sim", "--packs", "base", "--games", "1")
    assert here(*first, "--tyrant", "nom").stdout.split()[:2] == ["mode", "adventure"]
    assert here(*first).stdout.split()[:2] == ["mode", "adventure"]
    assert here(*first, "--queue", "1").stdout.split()[:2] == ["mode", "battle"]
    done = here(*first, "--mode", "battle", "--tyrant", "nom")
    assert done.returncode == 2
    assert "mode adventure has it: --mode adventure" in done.stderr


def test_the_board_comes_again_in_another_round_whatever_is_asked(here):
    """The same question of the same seat is asked at the beginning of two rounds, or of two Engagements."""
    session = Session.new(RULES, "battle", {"party": ["picket"], "queue": ["1", "1"]}, seed="7")
    table = AtTable(session, plain=False)
    drawn = []
    table.board = lambda: drawn.append(session.game.world.round)
    ask = session.ask(labels=True)
    for number in (1, 1, 2, 2):
        session.game.world.round = number
        table.board_if_due(ask)
    assert drawn == [1, 2]


def test_a_game_without_a_decision_leaves_no_file(here):
    told = play(here, *BATTLE)
    assert told.endswith("Nothing was decided, so nothing is saved.\n")
    assert list(here.folder.iterdir()) == []
    assert "Saved in battle-1.tmb" in play(here, *BATTLE, typed="1; u; q")


def test_what_is_asked_of_chance_is_not_explained_by_the_ask_before(here):
    """A roll lists every face: nothing of the last decision is missing from it. The help says how dice are typed."""
    told = play(here, *BATTLE, "--dice", "hand", "--cards", "hand", typed="?; kobold; 1; ?; h; q")
    answers = told.split(" > ?")[1:]
    assert len(answers) == 2
    assert all(explaining.NOTHING.strip() in answer.partition(" > ")[0] for answer in answers)
    assert rolling.HOW[0] not in answers[0].partition(" > ")[0]
    assert all(told.count(line) == 2 for line in rolling.HOW)


def test_a_choice_many_times_and_all_of_them():
    options = [Option("die/atk", times=4, label="Atk die", group="a"), Option("die/def", label="Def die", cost=1)]
    ask = Ask(1, "k", "g1", options, 0, 4, [Group("a", 0, 3)], budget=1)
    assert reading.picks(ask, "1x3") == reading.picks(ask, "atk×3") == ["die/atk"] * 3
    assert reading.picks(ask, "2, 1x2") == ["die/def", "die/atk", "die/atk"]
    assert reading.picks(ask, "all") == ["die/atk"] * 3 + ["die/def"]
    assert reading.picks(Ask(1, "k", "g1", [Option("die/def", cost=2)], 0, 2, budget=1), "all") == []
    assert reading.picks(Ask(1, "k", "g1", [Option("a", label="All at once"), Option("b")], 0, 2), "all") == ["a"]
    with pytest.raises(InputError, match="there is no number 3"):
        reading.picks(ask, "3x2")
    with pytest.raises(InputError, match="'all' is no choice: only one can be picked here"):
        reading.picks(Ask(1, "k", "g1", [Option("b")], 1, 1), "all")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (Ask(1, "k", "g1", [Option("a", times=2), Option("b", times=2)], 3, 3), "1x2 2"),
        (Ask(1, "k", "g1", [Option("a", times=5)], 3, 3), "1x3"),
        (Ask(1, "k", "g1", [Option("a"), Option("b"), Option("c")], 0, 3), "1 2"),
        (Ask(1, "k", "g1", [Option("a"), Option("b")], 1, 1), ""),
    ],
)
def test_how_several_are_written_is_an_answer_of_that_ask(ask, said):
    """And it is the hint where somebody picks too few."""
    assert reading.example(ask).endswith(f"for example {said}" if said else "")
    if said:
        check_answer(ask, reading.picks(ask, said), "/pick")


def test_too_few_picks_are_told_with_how_several_are_written(here):
    session = Session.new(RULES, "battle", {"party": ["picket"], "queue": ["1"]}, seed="7")
    ask = Ask(session.open_ask.id, "k", "party", [Option("a", times=2), Option("b")], 3, 3)

    def refuses(pick, _):
        check_answer(ask, pick, "/pick")

    session.act = refuses
    with pytest.raises(InputError) as e:
        AtTable(session, plain=True).obeys(ask, "1")
    assert e.value.hint == "several are written in one line, for example 1x2 2"


def test_an_illegal_answer_is_told_in_the_words_of_the_list(here):
    session = Session.new(RULES, "battle", {"party": ["picket"], "queue": ["1"]}, seed="7")
    while session.open_ask.hi < 2:
        ids = [o.id for o in session.open_ask.options]
        session.act([next((i for i in ids if i.startswith("target")), "done" if "done" in ids else ids[0])])
    ask = session.ask(labels=True)
    number, option = next((n, o) for n, o in enumerate(ask.options, 1) if o.times < ask.hi)
    with pytest.raises(InputError) as e:
        AtTable(session, plain=True).obeys(ask, f"{number}x{option.times + 1}")
    assert option.label in e.value.message
    assert option.id not in e.value.message
