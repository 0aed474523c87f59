"""The parts of the benchmarks do what they say. Nothing here looks at a clock."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import msgspec
import pytest

from benchmarks import __main__ as bench
from benchmarks import cases, floor, games, measure, peers, pipes, targets

RATES = {
    "share": [0.5, 0.97, 0.99],
    "random": [30_000.0, 20_000.0, 10_000.0],
    "floor": [200_000.0, 200_000.0, 200_000.0],
    "inert": [27_000.0, 20_000.0, 8_000.0],
    "engine": [100.0, 100.0, 100.0],
    "session": [50.0, 59.0, 70.0],
    "clone": [4.0, 4.0, 4.0],
    "round-trip": [2.0, 3.0, 3.5],
}


@pytest.fixture(scope="module")
def subject() -> games.Subject:
    return games.Subject(games.DEMO)


# -- the floor


def test_the_floor_plays_the_same_fight_twice_and_another_with_another_seed():
    fights = [floor.play(f"s{i}") for i in range(20)]
    assert fights == [floor.play(f"s{i}") for i in range(20)]
    assert len({f.decisions for f in fights}) > 10


def test_a_fight_of_the_floor_ends_with_one_side_and_has_the_size_of_a_game():
    fights = [floor.play(f"s{i}") for i in range(200)]
    assert all(len({u.side for u in f.units.values()}) == 1 for f in fights)
    assert all(u.hp > 0 for f in fights for u in f.units.values())
    assert 35 <= sum(f.decisions for f in fights) / len(fights) <= 65


# -- measuring


def test_a_slice_works_until_its_time_is_over_and_tells_both():
    ticks = itertools.count(0, 0.25)
    asked = []

    def do(i: int) -> int:
        asked.append(i)
        return 3

    run = measure.timed(do, clock=lambda: next(ticks))
    assert run(2, 1.0) == (12.0, 1.0)
    assert asked == [2000, 2001, 2002, 2003]


def test_every_round_runs_all_contenders_once_in_changing_order():
    ran: list[tuple[str, int]] = []

    def contender(name: str) -> measure.Slice:
        def run(round_: int, seconds: float) -> tuple[float, float]:
            ran.append((name, round_))
            return 10.0 * (round_ + 1), 2.0

        return run

    told: list[int] = []
    rates = measure.interleave({n: contender(n) for n in "abc"}, 8, 1.0, told.append)
    assert rates == {n: [5.0 * (r + 1) for r in range(8)] for n in "abc"}
    rounds = [ran[i : i + 3] for i in range(3, len(ran), 3)]
    assert [sorted(some) for some in rounds] == [[("a", r), ("b", r), ("c", r)] for r in range(8)]
    assert len({tuple(n for n, _ in some) for some in rounds}) > 1
    assert told == list(range(1, 9))


def test_a_ratio_is_the_median_of_the_rounds_and_not_the_ratio_of_medians():
    rates = {"a": [1.0, 20.0, 300.0], "b": [1.0, 10.0, 1000.0]}
    assert measure.ratio(rates, "a", "b").median == 1.0
    assert measure.spread([4.0]) == (4.0, 4.0, 4.0)
    assert measure.spread([1.0, 2.0, 3.0, 4.0, 5.0]) == (3.0, 2.0, 4.0)


# -- targets


def test_targets_are_told_where_all_they_need_was_measured():
    found = {r.what: r for r in targets.rows(RATES)}
    assert [r.ok for r in found.values()] == [True, True, True, False, True]
    session = found["session (JSON, journal, undo) against the engine"]
    assert (session.measured, session.limit, session.sign) == (0.59, 0.6, "at least")
    clone = found["clone against the state's msgpack round trip"]
    assert (clone.measured, clone.sign) == (0.75, "at most")


def test_the_table_names_what_is_missed():
    lines = targets.table(list(targets.rows(RATES))).splitlines()
    assert lines[0].split() == ["what", "measured", "quartiles", "target"]
    assert [line.split()[-1] for line in lines[1:]] == ["ok", "ok", "ok", "MISSED", "ok"]
    assert ">= 20,000 decisions/s" in lines[1]


@pytest.mark.parametrize(
    ("n", "text"), [(20_000, "20,000 x"), (21_949, "21,900 x"), (144, "144 x"), (5.789, "5.79 x"), (0.08, "0.08 x")]
)
def test_figures(n: float, text: str):
    assert targets.figure(n, "x") == text


def test_every_target_needs_what_is_there_to_be_measured():
    known = {*cases.CASES, "serve", "serve-batch", "imports", "version", "first-ask", "catanatron"}
    assert {name for t in targets.TARGETS for name in t.needs} <= known


# -- what is played


@pytest.mark.parametrize("name", cases.CASES)
def test_every_case_does_some_work(subject: games.Subject, name: str):
    work, spent = cases.CASES[name](subject)(0, 0.0)
    assert work > 0
    assert spent > 0


def test_a_record_is_played_again_by_places_to_the_same_end(subject: games.Subject):
    for record in subject.records[:5]:
        assert 0 < games.replay(subject, record) <= len(record.picks)


def test_the_middle_of_a_game_is_there(subject: games.Subject):
    game = subject.middle("m")
    assert game.ask is not None
    assert game.decisions == subject.play("m") // 2


def test_skills_that_nobody_bears_are_installed_and_change_no_game(subject: games.Subject, tmp_path: Path):
    rules = subject.with_inert(300)
    assert len(rules.sheets) == len(subject.rules.sheets) + 300
    heard = {t.window for s in rules.sheets.values() for t in s.triggers}
    assert heard == set(rules.registry.windows)
    assert [subject.play(f"s{i}", rules) for i in range(10)] == [subject.play(f"s{i}") for i in range(10)]


# -- outside


def test_processes_are_started_and_their_failures_told(subject: games.Subject, tmp_path: Path):
    env = games.environment(subject, tmp_path)
    assert pipes.starts([pipes.sys.executable, "-c", pipes.MODULES], env)(0, 0.0)[0] == 1
    with pytest.raises(pipes.Failed, match="ended with 3: out of order"):
        pipes.starts(
            [pipes.sys.executable, "-c", "import sys; print('out of order', file=sys.stderr); sys.exit(3)"], env
        )(0, 0.0)


def test_a_game_is_cut_into_requests():
    record = games.Record("1", [["a"], ["b", "c"], []], [[0], [1, 2], []])
    assert list(pipes.ServeSlice.requests(record, 1)) == [
        (1, '"pick":["a"]'),
        (1, '"pick":["b","c"]'),
        (1, '"pick":[]'),
    ]
    assert list(pipes.ServeSlice.requests(record, 2)) == [(2, '"picks":[["a"],["b","c"]]'), (1, '"picks":[[]]')]


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processes cannot be kept on a processor here")
def test_client_and_server_share_a_processor_for_a_slice(subject: games.Subject, tmp_path: Path):
    before, seen = os.sched_getaffinity(0), []

    class Watched(pipes.ServeSlice):
        def _play(self, round_: int, seconds: float) -> tuple[float, float]:
            seen.append((os.sched_getaffinity(0), os.sched_getaffinity(self.server.child.pid)))
            raise pipes.Failed("seen enough")

    server = pipes.Server(games.environment(subject, tmp_path))
    try:
        for round_ in range(len(before) + 1):
            with pytest.raises(pipes.Failed, match="seen enough"):
                Watched(subject, server, 1)(round_, 0.0)
            assert os.sched_getaffinity(0) == before
    finally:
        server.close()
    assert all(mine == its and len(mine) == 1 for mine, its in seen)
    assert {core for mine, _ in seen for core in mine} == before


def test_where_processes_cannot_be_kept_on_a_processor_they_run_as_they_are(monkeypatch):
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    with pipes.on_one_core(os.getpid(), 0):
        pass


def test_a_peer_that_cannot_be_installed_is_left_out_in_one_line(monkeypatch, capsys, tmp_path: Path):
    monkeypatch.setattr(peers, "install", lambda folder: None)
    with peers.peer(tmp_path) as slices:
        assert slices == {}
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "catanatron==3.2.1 could not be installed" in said.err


# -- the command line


@pytest.fixture
def measured(monkeypatch):
    monkeypatch.setattr(bench, "run", lambda *args: RATES)


def test_a_missed_target_is_no_failure_unless_strict(measured, capsys):
    assert bench.main(["--mode", "demo"]) == 0
    assert "MISSED" in capsys.readouterr().out
    assert bench.main(["--mode", "demo", "--strict"]) == 1


def test_a_busy_machine_and_a_slow_one_are_told():
    quick = RATES | {"floor": [300_000.0]}
    assert bench.machine(quick) == "the floor loop makes 300,000 decisions/s"
    assert "got 50% of a core" in bench.machine(quick | {"share": [0.5, 0.4, 0.9]})
    assert "whose floor loop makes 250,000 a second" in bench.machine(RATES)


def test_json_has_the_rows_and_the_rates(measured, capsys):
    assert bench.main(["--mode", "demo", "--json", "--quick"]) == 0
    out = msgspec.json.decode(capsys.readouterr().out)
    assert out["rates"] == RATES
    assert [r["ok"] for r in out["rows"]] == [True, True, True, False, True]


def test_a_case_can_be_profiled(monkeypatch, capsys):
    monkeypatch.setitem(cases.CASES, "floor", lambda subject: lambda round_, seconds: (floor.play("p").decisions, 1.0))
    assert bench.main(["--mode", "demo", "--profile", "floor"]) == 0
    assert "list_acts" in capsys.readouterr().out


def test_an_unknown_case_is_refused(capsys):
    with pytest.raises(SystemExit) as end:
        bench.main(["--profile", "flor"])
    assert end.value.code == 2
    assert "'flor'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--mode", "demmo"], "demmo"),
        (["--mode", "demo", "--options", '{"roundz": 3}'], "rounds"),
    ],
)
def test_what_cannot_be_played_is_refused(args: list[str], said: str, capsys):
    assert bench.main(args) == 2
    assert said in capsys.readouterr().err


def test_options_of_the_mode_can_be_given(measured, capsys):
    with pytest.raises(SystemExit):
        bench.main(["--options", "[1]"])
    assert "not a JSON object" in capsys.readouterr().err
    assert bench.main(["--mode", "demo", "--options", '{"rounds": 1}']) == 0


def test_a_server_plays_recorded_games(subject: games.Subject, tmp_path: Path):
    with pipes.outside(subject, tmp_path) as slices:
        one, _ = slices["serve"](0, 0.0)
        many, _ = slices["serve-batch"](0, 0.0)
        assert one == many == len(subject.records[0].picks)
        assert slices["first-ask"](0, 0.0)[0] == 1
        assert slices["version"](0, 0.0)[0] == 1


def test_an_error_of_the_server_ends_the_measuring(subject: games.Subject, tmp_path: Path):
    server = pipes.Server(games.environment(subject, tmp_path))
    try:
        with pytest.raises(pipes.Failed, match="unknown_game"):
            server.ask(pipes.line("act", game="nobody", pick=["a"]))
    finally:
        server.close()
