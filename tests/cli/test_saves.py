"""Games in files: the verbs for shell scripts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import inside
from tmb.cli.naming import ids_of, one_of
from tmb.cli.savefile import create, free_name, opened, read
from tmb.core.decisions import Ask, Option
from tmb.errors import InputError

here = inside.here
BATTLE = ["--mode", "battle", "--party", "picket", "--queue", "1", "--round-limit", "4"]
LOOP = """
set -eu
tmb new --save "$1" --seed "$2" --mode battle --party picket --queue 1 > /dev/null
pick=$(tmb ask "$1" --first)
while [ -n "$pick" ]; do
  pick=$(tmb do "$1" $pick --first)
done
tmb log "$1" | tail -n 1
"""


def text(done) -> str:
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


def refused(done, code: int, *words: str) -> None:
    assert (done.returncode, done.stdout) == (code, ""), done
    assert done.stderr.startswith("tmb: ")
    assert "Traceback" not in done.stderr
    assert all(word in done.stderr for word in words), done.stderr


def lines_of(tmb, name="g.tmb") -> list[dict]:
    return [json.loads(line) for line in (tmb.folder / name).read_text().splitlines()]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_a_shell_loop_plays_a_whole_battle(tmb):
    bin_ = tmb.folder / "bin"
    bin_.mkdir()
    (bin_ / "tmb").write_text(f'#!/bin/sh\nexec {sys.executable} -m tmb "$@"\n')
    (bin_ / "tmb").chmod(0o755)
    env = tmb.env() | {"PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", LOOP, "loop", "g.tmb", "7"], cwd=tmb.folder, env=env, capture_output=True, text=True, timeout=120
    )
    last = text(done)
    assert last.startswith("The game is over after ")
    assert "the seed was 7" in last
    end = lines_of(tmb)[-1]["end"]
    assert end["outcome"]["result"] in ("won", "lost")
    assert f"after {end['decisions']} decisions" in last
    assert "the same" in text(tmb("replay", "g.tmb", "--verify"))
    assert text(tmb("log", "g.tmb")).splitlines()[-1] + "\n" == last
    assert text(tmb("ask", "g.tmb", "--ids")) == ""
    refused(tmb("do", "g.tmb", "done"), 4, "the game is over")


def test_new_ask_do_show_undo_log(here):
    assert "start/r3c1" in text(here("new", "--save", "g.tmb", "--seed", "7", *BATTLE))
    header = lines_of(here)[0]
    assert (header["format"], header["seed"], header["options"]["party"]) == ("tmb-journal-1", "7", ["picket"])
    assert text(here("ask", "g.tmb", "--ids")).split() == ["start/r3c1", "start/r3c2", "start/r3c3", "start/r3c4"]
    asked = json.loads(text(here("ask", "g.tmb", "--json")))
    assert (asked["schema"], asked["ask"]["key"], asked["ask"]["id"]) == ("tmb.ask/1", "Setup.place_gearlocs", 0)
    assert text(here("ask", "g.tmb", "--first")) == "start/r3c1\n"
    done = json.loads(text(here("do", "g.tmb", "start/r3c4", "--ask", "0", "--json")))
    assert done["events"][0]["kind"] == "unit.entered"
    assert done["ask"]["id"] >= 1
    assert "lane 4 (Gearloc melee)" in text(here("log", "g.tmb")).splitlines()[2]
    events = [json.loads(line) for line in text(here("log", "g.tmb", "--json")).splitlines()]
    assert [e["n"] for e in events] == list(range(events[0]["n"], events[0]["n"] + len(events)))
    assert done["events"][0] in events
    view = json.loads(text(here("show", "g.tmb", "--json")))
    assert view["view"]["units"]["g1"]["pos"] == "r3c4"
    assert "♥" in text(here("show", "g.tmb"))
    assert text(here("show", "g.tmb", "--plain")).isascii()
    back = json.loads(text(here("undo", "g.tmb", "--json")))
    assert (back["ask"]["id"], back["undoable"]) == (0, 0)
    assert lines_of(here)[-1] == {"undo": 1}
    refused(here("undo", "g.tmb"), 4, "there is no decision to take back")
    assert "lane 4 (Gearloc melee)" not in text(here("log", "g.tmb"))


def test_a_choice_that_is_not_legal_is_4_and_changes_nothing(here):
    text(here("new", "--save", "g.tmb", "--seed", "7", *BATTLE))
    before = (here.folder / "g.tmb").read_bytes()
    refused(here("do", "g.tmb", "start"), 4, "may mean start/r3c1, start/r3c2")
    refused(here("do", "g.tmb", "start/r3c9"), 4, 'did you mean "start/r3c')
    refused(here("do", "g.tmb", "move/up"), 4, "there are: start/r3c1")
    refused(here("do", "g.tmb"), 4, "0 picked; 1 wanted")
    refused(here("do", "g.tmb", "start/r3c1", "start/r3c2"), 4, "2 picked; 1 wanted")
    refused(here("do", "g.tmb", "start/r3c1", "--ask", "5"), 4, "ask 5 is not there yet; ask 0 is open")
    assert (here.folder / "g.tmb").read_bytes() == before
    text(here("do", "g.tmb", "start/r3c1", "--ask", "0"))
    refused(here("do", "g.tmb", "start/r3c1", "--ask", "0"), 4, "ask 0 was answered")


def test_dice_by_hand_are_options_too(here):
    text(here("new", "--save", "g.tmb", "--dice", "hand", "--seed", "7", *BATTLE))
    assert text(here("ask", "g.tmb", "--ids")).split() == [f"ini-picket/{n}" for n in (1, 2, 3, 4)]
    told = text(here("do", "g.tmb", "ini-picket/4"))
    assert told.startswith("rolls ")
    assert "4" in told.splitlines()[0]


def test_a_file_is_made_whole_or_not_at_all(here):
    text(here("new", "--save", "g.tmb", *BATTLE))
    before = (here.folder / "g.tmb").read_bytes()
    refused(here("new", "--save", "g.tmb", *BATTLE), 1, "g.tmb is there already")
    assert (here.folder / "g.tmb").read_bytes() == before
    refused(here("new", "--save", "nowhere/g.tmb", *BATTLE), 1, "nowhere/g.tmb: there is no folder nowhere", "mkdir")
    refused(here("new", "--save", "h.tmb", "--mode", "battle", "--party", "pickte"), 2, "picket")
    assert sorted(p.name for p in here.folder.iterdir()) == ["g.tmb"]


@pytest.mark.parametrize(
    ("spoil", "code", "words"),
    [
        (lambda data: b"", 5, "no whole line"),
        (lambda data: b"[1, 2]\n", 5, "no header"),
        (lambda data: data.replace(b'"id":"base","version":"', b'"id":"base","version":"9'), 5, "packs"),
        (lambda data: data.replace(b'"id":"base"', b'"id":"bsae"'), 5, "bsae"),
        (lambda data: data.replace(b'"pick":["start/r3c1"]', b'"pick":["start/r3c7"]'), 6, "line 2"),
        (lambda data: data + b"what is this\n", 6, "no line of a journal"),
    ],
)
def test_a_spoiled_file_is_told_by_every_verb(here, spoil, code, words):
    text(here("new", "--save", "g.tmb", "--seed", "7", *BATTLE))
    text(here("do", "g.tmb", "start/r3c1"))
    path = here.folder / "g.tmb"
    whole = path.read_bytes()
    path.write_bytes(spoil(whole))
    assert path.read_bytes() != whole
    for verb in (["ask", "g.tmb"], ["do", "g.tmb", "done"]):
        refused(here(*verb), code, "g.tmb: ", words)
    assert path.read_bytes() == spoil(whole)
    folder = here.folder / "games"
    folder.mkdir()
    path.rename(folder / "g.tmb")
    done = here("ask", "games/g.tmb")
    assert done.stderr.startswith("tmb: games/g.tmb: ")
    assert len(done.stderr.splitlines()) >= 2, "there is a way out"


def test_redo_gives_again_what_was_undone(here):
    text(here("new", "--save", "g.tmb", "--seed", "7", *BATTLE))
    refused(here("redo", "g.tmb"), 4, "there is no decision to give again")
    text(here("do", "g.tmb", "start/r3c4"))
    after = text(here("show", "g.tmb", "--json"))
    text(here("undo", "g.tmb"))
    refused(here("redo", "g.tmb", "--steps", "2"), 4, "there is only 1 decision to give again")
    told = json.loads(text(here("redo", "g.tmb", "--json")))
    assert (told["redoable"], told["events"][0]["kind"]) == (0, "unit.entered")
    assert json.loads(text(here("show", "g.tmb", "--json"))) == json.loads(after)
    assert lines_of(here)[-1] == {"redo": 1}
    text(here("undo", "g.tmb"))
    assert "enters at lane 4 (Gearloc melee)" in text(here("redo", "g.tmb"))
    text(here("undo", "g.tmb"))
    text(here("do", "g.tmb", "start/r3c1"))
    refused(here("redo", "g.tmb"), 4, "there is no decision to give again")
    assert "the same" in text(here("replay", "g.tmb"))


def test_real_cards_are_options_too(here):
    text(here("new", "--save", "g.tmb", "--cards", "hand", "--dice", "hand", *BATTLE))
    assert "seed" not in lines_of(here)[0]
    assert "draw" in json.loads(text(here("ask", "g.tmb", "--json")))["ask"]["key"]
    card = text(here("ask", "g.tmb", "--ids")).split()[-1]
    text(here("do", "g.tmb", card))
    assert lines_of(here)[1]["chance"][0] == {"card": card.rpartition("/")[2]}
    assert "ini-picket/1" in text(here("ask", "g.tmb", "--ids"))


def test_packs_that_are_not_the_games_are_refused(here):
    text(here("new", "--save", "g.tmb", *BATTLE))
    mine = here.folder / "mine"
    mine.mkdir()
    (mine / "pack.toml").write_text('id = "mine"\nversion = "1"\nname = "Mine"\nrequires = { base = "" }\n')
    for packs in ("wrong", "./mine", "base,wrong"):
        for verb in (["ask"], ["show"], ["log"], ["do", "start/r3c1"], ["undo"], ["redo"]):
            done = here(verb[0], "g.tmb", *verb[1:], "--packs", packs)
            refused(done, 5, "g.tmb: it is a game of base, not of ", packs.rpartition(",")[2].strip("./"))
    assert text(here("ask", "g.tmb", "--packs", "base"))


def test_a_file_that_was_deleted_or_changed_while_it_was_open_is_noticed(here):
    for spoil in (
        lambda path: path.unlink(),
        lambda path: path.write_bytes(path.read_bytes()[:-30]),
        lambda path: path.write_bytes(path.read_bytes() + b"{}\n"),
    ):
        text(here("new", "--save", "g.tmb", "--seed", "7", *BATTLE))
        path = here.folder / "g.tmb"
        with opened(path) as session:
            before = session.hash(True)
            spoil(path)
            with pytest.raises(InputError, match="while the game was open; nothing was changed") as e:
                session.act(["start/r3c1"])
            assert (e.value.code, session.hash(True)) == ("save_failed", before)
            with pytest.raises(InputError, match="while the game was open"):
                session.act(["start/r3c1"])
        path.unlink(missing_ok=True)


def test_a_person_whose_file_is_gone_gets_a_new_one(tmb):
    text(tmb("new", "--save", "g.tmb", "--seed", "7", *BATTLE))
    player = tmb.start("play", "--save", "g.tmb", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert player.stdout.readline().startswith("battle  party=picket")
    (tmb.folder / "g.tmb").unlink()
    out, err = player.communicate("1\nq\n", timeout=60)
    assert "it was deleted while the game was open; nothing was changed" in out
    assert "To go on:  tmb play --save battle-1.tmb" in out
    assert err == "tmb: g.tmb: it was deleted while the game was open\n"
    assert text(tmb("ask", "battle-1.tmb", "--ids")).startswith("start/r3c1")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_with_a_closed_output_nothing_else_is_written_into_the_file(tmb):
    """A plugin that writes to number 1 would write into whatever is opened with that number."""
    (tmb.folder / "site" / "loud.py").write_text(
        "import os\ntry:\n    os.write(1, b'noise')\nexcept OSError:\n    pass\n"
    )
    tmb.install("loud", "loud")
    assert tmb("new", "--save", "g.tmb", "--seed", "7", *BATTLE).returncode == 0
    argv = [*tmb.argv("do", "g.tmb", "start/r3c1")]
    done = subprocess.run(["bash", "-c", '"$@" >&-', "bash", *argv], cwd=tmb.folder, env=tmb.env(), timeout=60)
    assert done.returncode == 0
    assert b"noise" not in (tmb.folder / "g.tmb").read_bytes()
    assert lines_of(tmb)[1]["pick"] == ["start/r3c1"]


def test_a_torn_last_line_is_dropped_and_told(here):
    text(here("new", "--save", "g.tmb", "--seed", "7", *BATTLE))
    path = here.folder / "g.tmb"
    path.write_bytes(path.read_bytes() + b'{"ask":0,"key":"Set')
    for verb in ("ask", "show", "log"):
        done = here(verb, "g.tmb")
        assert (done.returncode, done.stderr) == (0, "tmb: g.tmb: a torn last line of 19 bytes is left out\n")
    assert here("ask", "g.tmb", "--ids").stdout.startswith("start/r3c1")
    done = here("do", "g.tmb", "start/r3c2")
    assert done.returncode == 0
    assert "torn last line" in done.stderr
    assert lines_of(here)[1]["pick"] == ["start/r3c2"]


def test_a_file_that_is_in_use_is_locked_for_writers_only(tmb):
    pytest.importorskip("fcntl")
    text(tmb("new", "--save", "g.tmb", "--seed", "7", *BATTLE))
    player = tmb.start("play", "--save", "g.tmb", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert player.stdout.readline().startswith("battle  party=picket")  # it has the file by now
    refused(tmb("do", "g.tmb", "start/r3c1"), 1, "another tmb has it open")
    refused(tmb("undo", "g.tmb"), 1, "another tmb has it open")
    assert text(tmb("ask", "g.tmb", "--ids")).startswith("start/r3c1")
    out, _ = player.communicate("1\n", timeout=60)
    assert "To go on:  tmb play --save g.tmb" in out
    text(tmb("undo", "g.tmb"))


def test_many_writers_at_once_lose_nothing(tmb):
    """Ten processes answer one ask: one does, the others are told; the file stays a journal."""
    pytest.importorskip("fcntl")
    text(tmb("new", "--save", "g.tmb", "--seed", "7", *BATTLE))
    argv = ("do", "g.tmb", "start/r3c1", "--ask", "0")
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    children = [tmb.start(*argv, **streams) for _ in range(6)]
    codes = []
    for child in children:
        child.communicate(timeout=60)
        codes.append(child.returncode)
    assert codes.count(0) == 1
    assert set(codes) <= {0, 1, 4}
    assert "the same" in text(tmb("replay", "g.tmb"))


def test_without_hard_links_a_file_is_still_not_written_over(here, monkeypatch):
    text(here("new", "--save", "g.tmb", "--seed", "7", *BATTLE))

    def none(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    copy = here.folder / "h.tmb"
    session = read(here.folder / "g.tmb")
    create(copy, session)
    session.journal.close()
    assert copy.read_bytes() == (here.folder / "g.tmb").read_bytes()
    from tmb.cli.exits import Failure

    with pytest.raises(Failure, match="is there already"):
        create(copy, read(here.folder / "g.tmb"))
    assert sorted(p.name for p in here.folder.iterdir()) == ["g.tmb", "h.tmb"]
    with opened(copy) as again:
        again.act(["start/r3c1"])
    assert copy.read_bytes() != (here.folder / "g.tmb").read_bytes()


def test_names_of_options():
    ask = Ask(3, "k", "g1", [Option(i) for i in ("die/atk", "die/def", "done", "Do")])
    assert ids_of(ask, ["done", "die/a", "DIE/D", "do"]) == ["done", "die/atk", "die/def", "Do"]
    for word, said in (
        ("d", "may mean die/atk, die/def, done, Do"),
        ("", "is no option of ask 3"),
        ("die/tka", "die/atk"),
    ):
        with pytest.raises(InputError, match=said) as e:
            ids_of(ask, [word])
        assert e.value.code == "unknown_option"
    with pytest.raises(InputError, match="there are: one, two"):
        one_of({"1": "1", "2": "2"}, "x", "choice", {"1": "one", "2": "two"})
    assert one_of({"hit/1": "a", "hit it": "a", "do": "b"}, "hit", "choice") == "a"


def test_free_names(tmp_path: Path):
    assert free_name(tmp_path, "demo").name == "demo-1.tmb"
    (tmp_path / "demo-1.tmb").touch()
    assert free_name(tmp_path, "demo").name == "demo-2.tmb"


def test_wrong_command_lines(here):
    refused(here("ask", "nothing.tmb"), 2, "nothing.tmb")
    refused(here("new"), 2, "--save")
    text(here("new", "--save", "g.tmb", *BATTLE))
    for args in (["ask", "g.tmb"], ["do", "g.tmb", "x"]):
        refused(here(*args, "--ids", "--first"), 2, "do not go together")
        assert here(*args, "--ids", "--json").returncode == 2


@pytest.mark.parametrize("verb", ["play", "new", "show", "ask", "do", "undo", "log"])
def test_the_help_has_examples_and_exit_codes(here, verb):
    told = text(here(verb, "-h"))
    examples = told.partition("Examples:")[2].partition("Exit codes:")[0]
    assert sum(f"tmb {verb}" in line for line in examples.splitlines()) >= 2
    assert "Exit codes:" in told


def test_a_refused_choice_leaves_a_file_with_a_torn_line_as_it_was(here):
    text(here("new", "--save", "g.tmb", "--seed", "7", *BATTLE))
    text(here("do", "g.tmb", *text(here("ask", "g.tmb", "--first")).split()))
    file = here.folder / "g.tmb"
    file.write_bytes(torn := file.read_bytes()[:-1])
    done = here("do", "g.tmb", "zz")
    assert done.returncode == 4
    assert "torn last line" in done.stderr
    assert file.read_bytes() == torn
    assert here("do", "g.tmb", *here("ask", "g.tmb", "--first").stdout.split()).returncode == 0
    assert file.read_bytes().endswith(b"\n")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--save", ""], "--save wants the name of a file"),
        (["--save", "n.tmb", "--seed", "\udcff"], "is not UTF-8"),
        (["--save", "n.tmb", "--party", "\udcff"], "is not UTF-8"),
    ],
)
def test_what_the_command_line_cannot_mean_is_told_before_anything_is_made(here, args, words):
    refused(here("new", *args), 2, words)
    assert not list(here.folder.iterdir())


WRITE, READ = ("do", "undo", "redo"), ("ask", "show", "log", "replay")
ENDLESS = [(verb, device) for verb in (*WRITE, *READ) for device in ("/dev/zero", "/dev/null")]


@pytest.mark.parametrize(("verb", "device"), [*ENDLESS, *((verb, "pipe") for verb in WRITE)])
def test_what_never_ends_is_no_game(tmb, verb, device):
    os.mkfifo(tmb.folder / "pipe")
    refused(tmb(verb, device), 1, "it is no file that a game can be kept in")


@pytest.mark.parametrize("verb", READ)
def test_a_pipe_that_ends_is_read_like_a_file(tmb, verb):
    text(tmb("new", "--save", "g.tmb", "--seed", "7", *BATTLE))
    os.mkfifo(tmb.folder / "pipe")
    child = tmb.start(verb, "pipe", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    (tmb.folder / "pipe").write_bytes((tmb.folder / "g.tmb").read_bytes())
    told, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (0, "")
    assert told


def test_a_game_with_a_further_pack_says_how_it_goes_on(here):
    (here.folder / "mine").mkdir()
    manifest = 'id = "mine"\nversion = "0.1"\nname = "Mine"\nrequires = { base = ">=0.1" }\n'
    (here.folder / "mine" / "pack.toml").write_text(manifest)
    played = here("play", "--packs", "./mine", "--save", "g.tmb", *BATTLE, stdin="1\nq\n")
    assert played.stdout.rstrip().endswith("tmb play --save g.tmb --packs ./mine")
    for verb in (["play", "--save"], ["show"], ["do"]):
        refused(here(*verb, "g.tmb"), 5, "mine", "--packs DIR")
    assert here("show", "g.tmb", "--packs", "./mine").returncode == 0
