"""Journals: what they hold, how they are read, where a replay that differs is caught, what the disk keeps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.session.play import Sampler, finish, new, rules
from tmb.core.rng import stream
from tmb.errors import InputError
from tmb.session import Session
from tmb.session.journal import JournalFile
from tmb.session.replay import Diverged, read_journal, replay, resume


def whole_game(**more: Any) -> Session:
    """A finished game with some undone answers."""
    session, sampler = new("9", **more), Sampler("9")
    finish(session, sampler, 20)
    session.undo(6)
    session.redo(2)
    finish(session, sampler, 3)
    session.undo()
    session.redo()
    return finish(session, sampler)


def text(lines: list[bytes]) -> bytes:
    """Lines as a file."""
    return b"".join(line + b"\n" for line in lines)


def objects(lines: list[bytes]) -> list[dict[str, Any]]:
    """Lines as data."""
    return [msgspec.json.decode(line) for line in lines]


@pytest.mark.parametrize(
    "more", [{}, {"dice": "hand"}, {"dice": "hand", "cards": "hand"}, {"auto": ["Turn.gear_up"]}], ids=str
)
def test_a_journal_plays_the_same_game(more: dict[str, Any]) -> None:
    session = whole_game(**more)
    twin = replay(rules(), read_journal(text(session.journal.lines)))
    assert twin.journal.lines == session.journal.lines
    assert (twin.hash(True), twin.over(), twin.events(0, True)) == (
        session.hash(True),
        session.over(),
        session.events(0, True),
    )
    assert twin.undoable == session.undoable


def test_the_tables_copy_of_a_finished_game_can_be_verified() -> None:
    session = whole_game()
    twin = replay(rules(), read_journal(text(session.journal.copy(False))))
    assert twin.hash(True) == session.hash(True)


def test_the_tables_copy_of_an_unfinished_game_has_no_seed() -> None:
    session = finish(new("9"), Sampler("9"), 5)
    with pytest.raises(InputError, match="has not ended"):
        replay(rules(), read_journal(text(session.journal.copy(False))))


def test_the_table_is_told_the_script_when_the_game_is_over() -> None:
    """It tells what is to come, and in which order the cards lie."""
    seeded, sampler = finish(new("9"), Sampler("9")), Sampler("9")
    rolls = [c for line in objects(seeded.journal.lines) for c in line.get("chance", ()) if isinstance(c, list)]
    script = [f"d6: {' '.join(faces)}" for faces in rolls]
    session = finish(new("9", dice="script", cards="seeded", script=script), sampler, 5)
    assert b"script" not in b"".join(session.journal.copy(False, 0)).replace(b'"dice":"script"', b"")
    with pytest.raises(InputError, match="has not ended; it has no script"):
        replay(rules(), read_journal(text(session.journal.copy(False))))
    assert script[-1].encode() in session.journal.copy(True)[0]
    finish(session, sampler)
    twin = replay(rules(), read_journal(text(session.journal.copy(False))))
    assert (twin.hash(True), twin.setup.script) == (session.hash(True), script)


def test_what_the_lines_hold() -> None:
    session = whole_game()
    header, *lines, end = objects(session.journal.lines)
    assert header["format"] == "tmb-journal-1"
    assert header["options"]["rounds"] == 12
    assert header["packs"][0]["id"] == "demo"
    assert {"undo": 6} in lines
    assert {"redo": 2} in lines
    assert set(end["end"]) == {"outcome", "decisions", "seed", "hash"}
    assert end["end"]["hash"] == session.hash(True)
    hashed = [line["ask"] for line in lines if "hash" in line]
    assert hashed
    assert all(n % 16 == 0 for n in hashed)
    rolls = [r for line in lines for r in line.get("chance", ())]
    assert rolls
    assert all(isinstance(r, list) for r in rolls)


def changed(lines: list[bytes], pick: str, change: Any) -> tuple[int, list[bytes]]:
    """The lines with the first that has the field `pick` changed; its number from 1."""
    data = objects(lines)
    at = next(i for i, d in enumerate(data) if d.get(pick) not in (None, []) and i > 3)
    change(data[at])
    return at + 1, [*lines[:at], msgspec.json.encode(data[at]), *lines[at + 1 :]]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pick", ["nothing"]),
        ("hash", "0" * 32),
        ("chance", [["1"]]),
        ("seat", "nobody"),
        ("key", "Turn.dance"),
        ("ask", 999),
        ("undo", 1000),
        ("redo", 0),
        ("end", {"outcome": {}}),
    ],
)
def test_the_first_line_that_differs_is_told(field: str, value: Any) -> None:
    lines = whole_game().journal.lines
    number, bad = changed(lines, field, lambda d: d.__setitem__(field, value))
    with pytest.raises(Diverged) as e:
        replay(rules(), read_journal(text(bad)))
    assert e.value.line == number
    assert e.value.code == "diverged"


@pytest.mark.parametrize(
    "junk",
    [
        b"[]",
        b"7",
        b"null",
        b"{}",
        b'{"pick":["x"]}',
        b'{"undo":"x"}',
        b'{"undo":1.5}',
        b'{"redo":true}',
        b'{"ask":{}}',
        b"nonsense",
        b'{"pick":7,"ask":3}',
    ],
)
def test_junk_within_a_journal_is_told(junk: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    lines = whole_game().journal.lines
    with pytest.raises(Diverged) as e:
        replay(rules(), read_journal(text([*lines[:4], junk, *lines[4:]])))
    assert e.value.line == 5
    assert capsys.readouterr().err == ""  # it is no bug in the rules


@pytest.mark.parametrize("data", [b"", b"{", b"\n", b"[]\n", b'{"format":"other"}\n', b"\xff\n"])
def test_what_is_no_journal(data: bytes) -> None:
    with pytest.raises(InputError) as e:
        read_journal(data)
    assert e.value.code == "save_incompatible"


def test_other_packs_are_told() -> None:
    lines = whole_game().journal.lines
    with pytest.raises(InputError, match=r"demo 1\.0\.0") as e:
        replay(rules(more=True), read_journal(text([lines[0].replace(b'"digest":"', b'"digest":"0'), *lines[1:]])))
    assert (e.value.code, e.value.where) == ("save_incompatible", "/packs")


# -- on the disk ----------------------------------------------------------------------------------------------------


Kept = tuple[Session, Path]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    """A session with a file, eight answers on."""
    session, path = new("5"), tmp_path / "g1.jsonl"
    session.journal.attach(JournalFile(path, new=True))
    yield finish(session, Sampler("5"), 8), path
    session.journal.close()


def test_every_answer_is_on_the_disk_before_it_is_told(kept: Kept) -> None:
    session, path = kept
    assert path.read_bytes() == text(session.journal.lines)
    session.undo(2)
    assert path.read_bytes() == text(session.journal.lines)
    with pytest.raises(InputError):
        session.act_many([[], ["nothing"]])
    assert path.read_bytes() == text(session.journal.lines)


def test_a_game_goes_on_in_its_own_journal(kept: Kept) -> None:
    session, path = kept
    with pytest.raises(InputError) as e:
        resume(lambda packs: rules(), path)
    assert e.value.code == "game_in_use"
    session.journal.close()
    again, torn = resume(lambda packs: rules(), path)
    assert torn == ""
    assert again.hash(True) == session.hash(True)
    assert again.undoable == session.undoable
    finish(again, Sampler("6"))
    again.journal.close()
    assert replay(rules(), read_journal(path.read_bytes())).over() == again.over()


def test_a_torn_last_line_is_dropped_and_told_wherever_it_is_torn(kept: Kept) -> None:
    session, path = kept
    session.journal.close()
    data = path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(data) if byte == ord("\n")]
    words, spots = stream("torn", "bot"), {len(data) - 1, ends[0] + 1, *ends}
    spots |= {ends[0] + words.below(len(data) - ends[0], i) for i in range(25)}
    for size in sorted(spots):
        path.write_bytes(data[:size])
        again, torn = resume(lambda packs: rules(), path)
        whole = data[:size].count(b"\n")
        assert len(again.journal.lines) == whole
        assert bool(torn) == (size not in ends)
        again.act([] if again.open_ask and again.open_ask.lo == 0 else [again.open_ask.options[0].id])  # type: ignore[union-attr]
        again.journal.close()
        assert path.read_bytes().startswith(data[: ends[whole - 1]])
        assert path.read_bytes() == text(again.journal.lines)


def test_a_disk_that_takes_nothing_refuses_the_answer(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    session, path = kept
    before = session.hash(True), text(session.journal.lines), session.undoable
    assert session.open_ask is not None
    pick = Sampler("1")(session.open_ask)

    def full(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as m:
        m.setattr("os.fsync", full)
        for attempt in (lambda: session.act(pick), lambda: session.act_many([pick]), session.undo):
            with pytest.raises(InputError, match="No space left") as e:
                attempt()
            assert e.value.code == "save_failed"
            assert (session.hash(True), text(session.journal.lines), session.undoable) == before
            assert path.read_bytes() == before[1]
    session.act(pick)
    assert path.read_bytes() == text(session.journal.lines)


@pytest.mark.parametrize("junk", [b"", b"\xff\x00", b"[" * 100_000, b"null"], ids=["empty", "bytes", "deep", "null"])
@pytest.mark.parametrize("at", [4, -1])
def test_junk_instead_of_a_line_is_told(junk: bytes, at: int) -> None:
    lines = whole_game().journal.lines[:]
    lines[at] = junk
    with pytest.raises(Diverged) as e:
        replay(rules(), read_journal(text(lines)))
    assert e.value.line == at % len(lines) + 1


@pytest.mark.parametrize("copy_of_the_table", [False, True])
@pytest.mark.parametrize("end", [b"[]", b"7", b'{"end":7}', b'{"end":{"seed":7}}', b"[" * 100_000, b"nonsense"])
def test_an_end_that_is_none_is_told(end: bytes, copy_of_the_table: bool) -> None:
    lines = [*whole_game().journal.copy(not copy_of_the_table)[:-1], end]
    with pytest.raises(InputError) as e:
        replay(rules(), read_journal(text(lines)))
    assert e.value.code == ("save_incompatible" if copy_of_the_table else "diverged")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("mode", "nowhere"),
        ("options", {"nothing": 1}),
        ("options", {"foxes": ["nobody"]}),
        ("seed", None),
    ],
)
def test_a_header_that_makes_no_game_is_told(field: str, value: Any) -> None:
    lines = whole_game().journal.lines
    first = msgspec.json.encode(msgspec.json.decode(lines[0]) | {field: value})
    with pytest.raises(InputError) as e:
        replay(rules(), read_journal(text([first, *lines[1:]])))
    assert e.value.code == "save_incompatible"


def test_a_header_that_is_too_deep_is_told() -> None:
    with pytest.raises(InputError) as e:
        read_journal(b"[" * 100_000 + b"\n")
    assert e.value.code == "save_incompatible"
