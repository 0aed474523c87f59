"""Pipes, terminals and signals."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time

import pytest

pty = pytest.importorskip("pty")
ESC = "\x1b["


def on_a_terminal(tmb, *args, **env):
    """What the command line writes where stdout and stderr are a terminal."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        tmb.argv(*args), stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, cwd=tmb.folder,
        env=tmb.env(**{"TERM": "xterm"} | env),
    )  # fmt: skip
    os.close(theirs)
    out = b""
    while True:
        try:
            block = os.read(ours, 4096)
        except OSError:
            break
        if not block:
            break
        out += block
    os.close(ours)
    return child.wait(60), out.decode()


@pytest.mark.parametrize(
    ("args", "env", "coloured"),
    [
        ([], {}, True),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ([], {"TERM": "dumb"}, False),
        (["--color", "never"], {}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "auto"], {"NO_COLOR": "1"}, False),
    ],
)
def test_colour_on_a_terminal(tmb, args, env, coloured):
    code, out = on_a_terminal(tmb, *args, "packs", **env)
    assert code == 0
    assert "demo" in out
    assert (ESC in out) is coloured
    code, out = on_a_terminal(tmb, *args, "pakcs", **env)
    assert code == 2
    assert (ESC in out) is coloured


@pytest.mark.parametrize(
    ("args", "env", "coloured"),
    [
        (["packs"], {}, False),
        (["packs"], {"FORCE_COLOR": "1"}, True),
        (["packs"], {"FORCE_COLOR": "0"}, False),
        (["packs"], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["packs", "--color", "always"], {}, True),
        (["--color", "always", "packs"], {}, True),
    ],
)
def test_colour_on_a_pipe(tmb, args, env, coloured):
    assert (ESC in tmb(*args, **env).stdout) is coloured


def test_progress_is_for_terminals_and_goes_to_stderr(tmb):
    code, out = on_a_terminal(tmb, "sim", "--mode", "demo", "--games", "5")
    assert code == 0
    assert "100%" in out
    piped = tmb("sim", "--mode", "demo", "--games", "5")
    assert "%" not in piped.stderr
    assert "\r" not in piped.stdout + piped.stderr


@pytest.mark.parametrize(
    "args",
    [["packs"], ["rules", "flow", "--packs", "demo"], ["sim", "--mode", "demo", "--games", "3000", "--json"], ["-h"]],
)
def test_a_closed_pipe_is_141_and_quiet(tmb, args):
    reader, writer = os.pipe()
    child = tmb.start(*args, stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    os.close(reader)
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (141, "")


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-8:strict"])
@pytest.mark.parametrize(
    "args", [["rules", "flow", "--packs", "demo"], ["demo", "--mode", "demo", "--seed", "\udcff☃"]], ids=str
)
def test_what_the_output_has_no_letter_for_is_written_some_other_way(tmb, args, encoding):
    done = tmb(*args, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("args", [["packs"], ["packs", "--json"], ["sim", "--mode", "demo", "--games", "2"]], ids=str)
def test_a_full_disk_is_a_failure_not_a_bug(tmb, args, unbuffered):
    if not os.path.exists("/dev/full"):
        pytest.skip("no device that is always full")
    env = {**tmb.env(), "PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "w") as full:
        done = subprocess.run(tmb.argv(*args), stdout=full, stderr=subprocess.PIPE, text=True, env=env)
    assert done.returncode == 1
    assert done.stderr.startswith("tmb: output: No space left on device")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_simulation_with_the_table_so_far(tmb, jobs):
    out = tmb.folder / "games.jsonl"
    args = ["sim", "--mode", "demo", "--games", "1000000", "--jobs", jobs, "--out", str(out)]
    child = tmb.start(*args, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while not (out.exists() and out.stat().st_size) and time.monotonic() < until:
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    text, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "interrupted; " in text
    assert "winner: " in text
    assert "Traceback" not in err
    lines = out.read_text().splitlines()
    assert f"interrupted; {len(lines)} of 1000000 games" in text
    assert all(f'"game":{i},' in line for i, line in enumerate(lines))


@pytest.mark.parametrize("ended", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_the_workers_of_a_simulation_end_with_it(tmb, ended):
    """As long as one is there it holds the pipe open, and who reads it waits."""
    args = ["sim", "--mode", "demo", "--games", "1000000", "--jobs", "2", "--json"]
    child = tmb.start(*args, stdout=subprocess.PIPE, start_new_session=True)
    try:
        assert any('"kind":"game"' in line for line in child.stdout)
        child.send_signal(getattr(signal, ended))
        child.communicate(timeout=60)
        assert child.returncode == -getattr(signal, ended)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)


def test_ctrl_c_elsewhere_is_130_and_quiet(tmb):
    child = tmb.start("scenario", "run", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    child.wait(timeout=60)
    assert child.returncode == 130
    assert (child.stdout.read(), child.stderr.read()) == ("", "")
    for stream in (child.stdin, child.stdout, child.stderr):
        stream.close()


def test_nothing_heavy_is_imported_for_the_version_and_the_help(tmb):
    code = (
        "import sys, tmb.cli.app as a\n"
        "code = a.run(sys.argv[1:])\n"
        "heavy = {'msgspec', 'pluggy', 'tomli', 'structlog', 'rich', 'tmb.ruleset'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    import sys

    for flag in ("--version", "-h"):
        done = subprocess.run([sys.executable, "-c", code, flag], capture_output=True, text=True, env=tmb.env())
        assert done.stderr == "[]\n"


INTERRUPTED = """
import os, signal, sys

left, ours = int(sys.argv.pop(1)), False

def count(frame, event, arg):
    global left, ours
    ours = ours or (frame.f_code.co_name, frame.f_globals.get("__name__")) == ("main", "tmb.__main__")
    left -= ours and frame.f_code.co_name != "cb"  # a callback of the imports, where Python ignores what is raised
    if left == 0:
        os.kill(os.getpid(), signal.SIGINT)

sys.setprofile(count)
from tmb.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize("calls", [3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000])
def test_ctrl_c_ends_quietly_after_any_number_of_calls(tmb, calls):
    args = [str(calls), "sim", "--mode", "demo", "--games", "100000"]
    done = subprocess.run(
        [tmb.argv()[0], "-c", INTERRUPTED, *args], capture_output=True, text=True, cwd=tmb.folder, env=tmb.env(),
        timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (130, "")


def test_nothing_of_ours_is_imported_before_ctrl_c_is_quiet(tmb):
    code = "import sys, tmb.__main__; print(*sorted(name for name in sys.modules if name.startswith('tmb')))"
    done = subprocess.run([tmb.argv()[0], "-c", code], capture_output=True, text=True, env=tmb.env())
    assert done.stdout.split() == ["tmb", "tmb.__main__"]
