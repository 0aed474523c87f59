"""`tmb sim`: the same seed gives the same bytes, whoever plays."""

from __future__ import annotations

import json
import signal

import pytest

from tmb.cli.whole import whole_steps

SIM = ["sim", "--mode", "demo", "--games", "60", "--seed", "s"]


def test_the_same_bytes_for_any_number_of_processes_and_any_hash_seed(tmb):
    first = tmb(*SIM, "--json", "--jobs", "1", PYTHONHASHSEED="1")
    assert first.returncode == 0
    assert first.stdout == tmb(*SIM, "--json", "--jobs", "2", PYTHONHASHSEED="2").stdout
    assert first.stdout == tmb(*SIM, "--json", "--jobs", "3", PYTHONHASHSEED="random").stdout
    assert first.stdout != tmb(*SIM[:-1], "t", "--json").stdout


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_an_expansion_gives_the_same_bytes_too(tmb, bot):
    words = [
        "sim",
        "--mode",
        "adventure",
        "--packs",
        "base,undertow",
        "--party",
        "duster,stanza",
        "--tyrant",
        "barnacle",
    ]
    words += ["--difficulty", "heroic", "--games", "3", "--seed", "s", "--bot", bot, "--json"]
    first = tmb(*words, "--jobs", "1", PYTHONHASHSEED="1")
    assert first.returncode == 0, first.stderr
    assert len(first.stdout.splitlines()) == 5
    assert first.stdout == tmb(*words, "--jobs", "2", PYTHONHASHSEED="4711").stdout


def test_json_lines_are_set_up_games_and_summary(tmb):
    done = tmb(*SIM, "--json", "--rounds", "4", "--foxes", "kit, vixen")
    setup, *games, summary = map(json.loads, done.stdout.splitlines())
    assert setup["kind"] == "setup"
    assert setup["options"] == {"foxes": ["kit", "vixen"], "owls": ["owlet", "elder"], "rounds": 4}
    assert (setup["bot"], setup["seed"], setup["games"]) == ("random", "s", 60)
    assert [g["game"] for g in games] == list(range(60))
    assert len({g["seed"] for g in games}) == 60
    assert (summary["kind"], summary["complete"], summary["games"], summary["faults"]) == ("summary", True, 60, 0)
    assert sum(summary["outcome"]["winner"].values()) == 60
    assert summary["decisions"]["max"] == max(g["decisions"] for g in games)
    assert all(g["outcome"]["round"] <= 4 for g in games)


def test_the_table_says_the_effective_set_up_and_the_results(tmb):
    done = tmb(*SIM, "--out", "games.jsonl")
    assert "options  foxes=kit,vixen owls=owlet,elder rounds=12" in done.stdout
    assert "packs    demo 1.0.0" in done.stdout
    assert "decisions a game" in done.stdout
    lines = (tmb.folder / "games.jsonl").read_text().splitlines()
    assert [json.loads(line)["game"] for line in lines] == list(range(60))


def test_the_help_shows_the_options_of_the_mode(tmb):
    done = tmb("sim", "--mode", "demo", "-h")
    assert "--rounds INTEGER" in done.stdout
    assert "[default: kit,vixen]" in done.stdout
    assert tmb("sim", "--mode", "nothing-such", "-h").returncode == 0


def test_a_bot_of_the_plugin_plays_and_a_cheating_one_is_4(tmb):
    assert tmb(*SIM, "--bot", "last").returncode == 0
    for jobs in ("1", "2"):
        done = tmb(*SIM, "--bot", "cheat", "--games", "8", "--jobs", jobs)
        assert done.returncode == 4
        assert "game 0 (seed " in done.stderr
        assert "unknown_option" in done.stderr
        assert "and 3 more games with faults" in done.stderr
        assert "faults            8" in done.stdout


def test_options_that_do_not_fit_together_are_2(tmb):
    done = tmb(*SIM, "--foxes", "kit,wolf")
    assert (done.returncode, done.stdout) == (2, "")
    assert "wolf" in done.stderr


def test_a_file_that_cannot_be_written_is_1(tmb):
    done = tmb(*SIM, "--out", "no/such/folder/x")
    assert done.returncode == 1
    assert done.stderr.startswith("tmb: no/such/folder/x: ")


def test_a_file_that_is_full_is_named(tmb):
    done = tmb(*SIM, "--out", "/dev/full")
    assert (done.returncode, done.stderr) == (1, "tmb: /dev/full: No space left on device\n")


def test_the_demo_draws_the_board_at_the_start_each_round_and_the_end(tmb):
    done = tmb("demo", "--mode", "demo", "--bot", "random", "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "")
    boards = [line for line in done.stdout.splitlines() if line.startswith("round ")]
    assert [b.split()[1] for b in boards[:2]] == ["1", "2"]
    assert "rounds=3" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("after ")
    assert "Turn.gear_up: " in done.stdout
    assert done.stdout == tmb("demo", "--mode", "demo", "--bot", "random", "--seed", "3").stdout
    often = tmb("demo", "--mode", "demo", "--bot", "random", "--seed", "3", "--every", "1")
    assert often.stdout.count("\nround ") > len(boards)


def test_a_worker_that_dies_is_told(tmb):
    done = tmb(*SIM, "--bot", "dies", "--jobs", "2")
    assert done.returncode == 1
    assert done.stderr.startswith("tmb: a worker process ended after game 0")
    assert "Traceback" not in done.stderr


def test_the_docstring_of_options_is_their_help():
    from tmb.cli.modeopts import descriptions

    doc = """a: the first
    (b: no); b_c: the second: with a colon; d: the last."""
    assert descriptions(doc, ["a", "b_c", "d", "e"]) == {
        "a": "the first (b: no).",
        "b_c": "the second: with a colon.",
        "d": "the last.",
    }
    assert descriptions("", ["a"]) == {}


def test_workers_are_gone_before_the_verb_ends(tmb):
    """An executor that is let go too early complains while the interpreter ends (seen on Python 3.11.2)."""
    for seed in ("1", "2", "3"):
        done = tmb("sim", "--mode", "demo", "--games", "40", "--jobs", "2", "--seed", seed)
        assert done.returncode == 0
        assert "Exception" not in done.stderr


@pytest.mark.parametrize("within", ["add", "game", "write"])
def test_ctrl_c_while_a_game_is_noted_comes_after_it(within):
    """The table, the lines and the file tell of the same games, wherever Ctrl-C came; then it is as before."""
    noted = {"add": 0, "game": 0, "write": 0}

    def games():
        with whole_steps() as whole:
            for _ in range(9):
                with whole.step():
                    for what in noted:
                        if what == within and noted[what] == 3:
                            signal.raise_signal(signal.SIGINT)
                        noted[what] += 1

    with pytest.raises(KeyboardInterrupt):
        games()
    assert noted == {"add": 4, "game": 4, "write": 4}
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
