"""Every way to end: the exit code, the message on stderr, no trace."""

from __future__ import annotations

import json
import os
import shutil
import sys

import pytest

from tests.demo.plugin import PACK


def test_help_and_version(tmb):
    for flag in ("-h", "--help"):
        done = tmb(flag)
        assert (done.returncode, done.stderr) == (0, "")
        assert "Examples:" in done.stdout
        assert "130  interrupted" in done.stdout
    assert tmb().stdout == tmb("-h").stdout
    assert tmb("--version").stdout.startswith("tmb ")


def test_every_verb_says_its_purpose_examples_and_exit_codes(tmb):
    from click import Context, Group

    from tmb.cli.app import VERBS, app

    def leaves(command, words):
        if isinstance(command, Group):
            for name in command.list_commands(Context(command)):
                yield from leaves(command.get_command(Context(command), name), [*words, name])
        yield words, command

    ours = VERBS.keys() - {"serve", "replay", "schema"}
    for name in sorted(ours):
        command = app.get_command(Context(app), name)
        purpose = command.help.strip().partition("\n")[0]
        assert VERBS[name][1].rstrip(".").startswith(purpose.rstrip(".").partition(":")[0])
        for words, leaf in leaves(command, [name]):
            assert len(leaf.examples) >= 2, words
            assert all("tmb " + words[0] in line for line in leaf.examples), words
            assert leaf.help.strip(), words


@pytest.mark.parametrize(
    ("args", "close"),
    [
        (["pakcs"], '"packs"'),
        (["pack", "chekc"], '"check"'),
        (["rules", "querys"], '"queries"'),
        (["packs", "--jsn"], "'--json'"),
        (["sim", "--mode", "demo", "--roundz", "3"], "'--rounds'"),
        (["sim", "--mode", "dmeo"], '"demo"'),
        (["sim", "--mode", "demo", "--bot", "randm"], '"random"'),
        (["sim", "--packs", "demo", "--mode", "demo", "--games", "many"], "'many'"),
        (["rules", "flow", "Tunr", "--packs", "demo"], '"Turn"'),
        (["completion", "tcsh"], "'tcsh'"),
        (["sim", "--mode", "demo", "--rounds", "x"], "'x'"),
        (["scenario", "run"], "PATH"),
        (["pack", "check", "nowhere"], "nowhere"),
    ],
)
def test_a_wrong_command_line_is_2_and_tells_the_way_out(tmb, args, close):
    done = tmb(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tmb: ")
    assert close in done.stderr
    assert "Traceback" not in done.stderr


def test_a_pack_that_is_not_there_is_3(tmb):
    done = tmb("sim", "--packs", "dmeo")
    assert done.returncode == 3
    assert 'did you mean "demo"?' in done.stderr


def test_a_sound_pack_is_one_line(tmb):
    done = tmb("pack", "check", str(PACK))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "no problems: demo 1.0.0, 17 entries\n"


def test_a_broken_pack_is_3_with_every_problem_and_its_place(tmb):
    shutil.copytree(PACK, tmb.folder / "mine")
    file = tmb.folder / "mine" / "pawns" / "pawns.toml"
    file.write_text(file.read_text().replace("power", "pwoer"))
    done = tmb("pack", "check", "mine")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (3, "")
    assert lines[0] == 'mine/pawns/pawns.toml:4:1: unknown key "pwoer"; did you mean "power"?'
    assert lines[-1] == "4 problems"
    assert len(lines) == 5
    data = json.loads(tmb("pack", "check", "./mine", "--json").stdout)
    assert [p["line"] for p in data["problems"]] == [4, 11, 18, 25]
    assert {p["code"] for p in data["problems"]} == {"unknown-key"}


def test_a_broken_manifest_is_3(tmb):
    shutil.copytree(PACK, tmb.folder / "mine")
    manifest = tmb.folder / "mine" / "pack.toml"
    manifest.write_text(manifest.read_text().replace('version = "1.0.0"', 'version = "one"'))
    done = tmb("pack", "check", "mine")
    assert done.returncode == 3
    assert "mine/pack.toml:2:11: " in done.stdout


def test_a_given_folder_comes_before_an_installed_pack_of_that_name(tmb):
    shutil.copytree(PACK, tmb.folder / "mine")
    manifest = tmb.folder / "mine" / "pack.toml"
    manifest.write_text(manifest.read_text().replace('version = "1.0.0"', 'version = "7.0.0"'))
    for packs, version in [("./mine", "7.0.0"), ("demo", "1.0.0")]:
        done = tmb("sim", "--packs", packs, "--games", "1", "--json")
        assert json.loads(done.stdout.splitlines()[0])["packs"]["demo"].split()[0] == version


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("class Odd(BaseException): pass\nraise Odd('no')", "Odd: no"),
        ("def tmb_packs(): yield 7", "TypeError"),
        ("def tmb_packs(): return ['nowhere']", ""),
    ],
)
def test_a_plugin_of_any_oddity_takes_nothing_down(tmb, source, why):
    (tmb.folder / "site" / "odd.py").write_text(source)
    tmb.install("odd", "odd")
    broken = json.loads(tmb("packs", "--json").stdout)["broken"]
    assert why in broken["odd"] if why else "pack.toml" in broken["nowhere"]
    assert tmb("sim", "--mode", "demo", "--games", "2").returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_folder_whose_name_is_no_text_is_listed(tmb):
    folder = os.fsencode(tmb.folder) + b"/\xff"
    os.mkdir(folder)
    done = tmb("packs", "--json", TMB_PACKS=os.fsdecode(folder))
    assert "pack.toml" in json.loads(done.stdout)["broken"]["\\udcff"]
    assert tmb("packs", TMB_PACKS=os.fsdecode(folder)).returncode == 0
    hello = tmb("serve", stdin='{"method":"hello"}', TMB_PACKS=os.fsdecode(folder))
    assert "\\udcff" in json.loads(hello.stdout)["result"]["broken"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("odd", ["folder", "file"])
def test_a_pack_with_a_name_that_is_no_text_is_played_and_checked(tmb, odd):
    folder = tmb.folder / ("\udcff" if odd == "folder" else "mine")
    (folder / "pawns").mkdir(parents=True)
    (folder / "pack.toml").write_text('id = "mine"\nversion = "1"\nname = "Mine"\nrequires = { demo = "" }\n')
    file = folder / "pawns" / ("\udcff.toml" if odd == "file" else "more.toml")
    file.write_text("")
    args = {"TMB_PACKS": str(folder)}
    for verb in (["packs"], ["pack", "check", str(folder)], ["sim", "--packs", "demo,mine", "--games", "1"]):
        done = tmb(*verb, **args)
        assert done.returncode == 0, done.stderr
    lines = ['{"method":"hello"}', '{"method":"new","params":{"packs":["demo","mine"]}}']
    replies = tmb("serve", stdin="\n".join(lines), **args).stdout.splitlines()
    assert all("result" in json.loads(reply) for reply in replies), replies
    file.write_text("[[pawn]]\nlegs = 3\n")
    done = tmb("pack", "check", str(folder))
    assert done.returncode == 3
    assert "\\udcff" in done.stdout


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 3000], ids=["one name", "a path"])
def test_a_name_that_is_too_long_for_a_folder_is_the_name_of_none(tmb, name):
    for packs in (name, f"./{name}", f"{name}/"):
        done = tmb("sim", "--packs", packs, "--games", "1")
        assert done.returncode == 3, done.stderr
        assert "there is no pack" in done.stderr or "is no sound pack" in done.stderr
    done = tmb("packs", TMB_PACKS=name)
    assert done.returncode == 0
    assert "is left out: there is no such folder" in done.stderr
    (tmb.folder / "long.toml").write_text(f'packs = ["demo", "{name}"]\n[[scenario]]\nname = "x"\n')
    assert "a plugin failed" not in tmb("scenario", "run", "long.toml").stderr


def test_a_broken_plugin_is_listed_and_is_7_only_where_it_is_needed(tmb):
    (tmb.folder / "site" / "quits.py").write_text("raise SystemExit(0)\n")
    (tmb.folder / "site" / "chatty.py").write_text("print('noise')\n")
    tmb.install("lost", "no_such_module_of_ours")
    tmb.install("quits", "quits")
    tmb.install("chatty", "chatty")
    done = tmb("packs", "--json")
    assert done.returncode == 0
    data = json.loads(done.stdout)
    assert "ModuleNotFoundError" in data["broken"]["lost"]
    assert "SystemExit" in data["broken"]["quits"]
    assert "lost: ModuleNotFoundError" in tmb("packs").stdout
    assert tmb("sim", "--mode", "demo", "--games", "2").returncode == 0

    mine = tmb.folder / "mine"
    shutil.copytree(PACK, mine)
    (mine / "pack.toml").write_text((mine / "pack.toml").read_text().replace('"demo"', '"lost"'))
    for args in (["pack", "check", "mine"], ["sim", "--packs", "./mine"]):
        done = tmb(*args)
        assert done.returncode == 7, args
        assert "ModuleNotFoundError" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_plugin_that_fails_while_its_rules_are_built_is_7(tmb):
    (tmb.folder / "site" / "fails.py").write_text(
        "from tmb.hookspecs import hookimpl\n\n@hookimpl\ndef tmb_words(register):\n    raise KeyError('oh')\n"
    )
    tmb.install("fails", "fails")
    mine = tmb.folder / "mine"
    mine.mkdir()
    (mine / "pack.toml").write_text('id = "mine"\nversion = "1"\nname = "Mine"\nplugin = "fails"\n')
    done = tmb("pack", "check", "mine")
    assert done.returncode == 7
    assert "KeyError" in done.stderr
    listed = tmb("packs", TMB_PACKS=str(mine))
    assert listed.returncode == 0
    assert "KeyError" in listed.stdout


def test_packs_are_counted_by_kind_and_status_and_name_no_path(tmb):
    done = tmb("packs", "--json")
    demo = next(p for p in json.loads(done.stdout)["packs"] if p["id"] == "demo")
    assert demo["entries"] == {"pawn": {"standin": 4}, "skill": {"standin": 13}}
    assert (demo["version"], demo["origin"], demo["plugin"]) == ("1.0.0", "test", "demo")
    assert len(demo["digest"]) == 32
    assert str(PACK) not in done.stdout


def test_versions_are_told(tmb):
    data = json.loads(tmb("version", "--json").stdout)
    assert data["plugins"]["demo"] == "1.5"
    assert data["packs"]["demo"]["version"] == "1.0.0"
    assert data["libraries"]["click"]
    assert f"tmb {data['tmb']}" in tmb("version").stdout


def test_a_bug_is_70_and_shows_its_trace_only_when_asked(tmb):
    code = (
        "import click, tmb.cli.version as v\n"
        "def boom(): raise ZeroDivisionError('boom')\n"
        "v.versions = boom\n"
        "from tmb.cli.app import run\nraise SystemExit(run(['version']))\n"
    )
    import subprocess
    import sys

    for debug, traced in (("", False), ("1", True)):
        env = tmb.env(TMB_DEBUG=debug)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
        assert done.returncode == 70
        assert "ZeroDivisionError: boom" in done.stderr
        assert ("Traceback" in done.stderr) is traced


@pytest.mark.parametrize(
    ("code", "exit_code"),
    [
        ("stale_ask", 4),
        ("over_budget", 4),
        ("save_incompatible", 5),
        ("diverged", 6),
        ("plugin_missing", 7),
        ("pack_missing", 3),
        ("unknown_mode", 2),
        ("internal", 70),
        ("save_failed", 1),
    ],
)
def test_codes_of_errors_have_their_exit_codes(code, exit_code):
    from tmb.cli.exits import explain
    from tmb.errors import InputError

    assert explain(InputError(code, "message", hint="way out")) == (exit_code, "message", ["way out"])


def test_completion_scripts_and_completions(tmb):
    for shell in ("zsh", "fish", "bash"):
        done = tmb("completion", shell)
        assert done.returncode == 0
        assert "_TMB_COMPLETE" in done.stdout
    done = tmb(_TMB_COMPLETE="bash_complete", COMP_WORDS="tmb pa", COMP_CWORD="1")
    assert done.stdout.split() == ["plain,packs", "plain,pack"]
    done = tmb(_TMB_COMPLETE="bash_complete", COMP_WORDS="tmb sim --mode demo --ro", COMP_CWORD="4")
    assert done.stdout.split() == ["plain,--rounds"]


def test_a_verb_without_its_verb_prints_its_help_as_it_is(tmb):
    done = tmb("pack")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == tmb("pack", "-h").stdout
    assert done.stderr.startswith("Usage: tmb pack")
