"""`tmb replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tmb.cli.exits import DIVERGED, INCOMPATIBLE, Failure
from tmb.cli.verb import verb


@verb(
    examples=["tmb replay games/g1.jsonl", "tmb replay games/g1.jsonl --verify --json | jq .hash"],
    exits=[INCOMPATIBLE, DIVERGED],
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--verify", is_flag=True, help="Only tell whether every line comes out the same.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
@click.option("--packs", default="", help="Folders of further packs, with commas.")
def command(file: Path, verify: bool, as_json: bool, packs: str) -> None:
    """Play a journal again and verify it.

    FILE is what `tmb serve --save` has written, or the lines that the method `journal` gave. Every answer is given
    again; every line, with its dice and hashes, must come out the same. The first that does not is told.
    """
    from tmb.errors import InputError
    from tmb.session.replay import Diverged

    try:
        report = replayed(file, packs)
    except Diverged as e:
        _diverged(file, e, as_json)
    except InputError as e:
        code = INCOMPATIBLE if e.code in ("save_incompatible", "pack_missing", "pack_version") else 0
        if not code:
            raise
        raise Failure(f"{file}: {e.message}", code, e.hint) from e
    else:
        _tell(report, verify, as_json)


def replayed(file: Path, packs: str = "") -> dict[str, Any]:
    """Play a journal's game again: what came of it. Raises Diverged and InputError as `tmb.session.replay`."""
    from tmb.cli.hand import rules_of, split_packs
    from tmb.cli.savefile import must_be_file
    from tmb.session.replay import read_journal, replay

    must_be_file(file, pipe=True)
    recorded = read_journal(file.read_bytes())
    _, extra = split_packs(packs)
    session = replay(rules_of([p.id for p in recorded.first.packs], extra), recorded)
    return {
        "schema": "tmb.replay/1",
        "file": file.name,
        "verified": True,
        "mode": session.setup.mode,
        "lines": len(recorded.lines),
        "decisions": session.game.decisions,
        "torn": len(recorded.torn),
        "hash": session.hash(True),
        "over": session.over(),
    }


def _tell(report: dict[str, Any], verify: bool, as_json: bool) -> None:
    from tmb.cli.telling import decisions
    from tmb.cli.text import json_line

    if as_json:
        click.echo(json_line(report))
        return
    click.echo(f"{report['file']}: {report['lines']} lines, {decisions(report['decisions'])}: the same")
    if report["torn"]:
        click.echo(f"a torn last line of {report['torn']} bytes was left out")
    if not verify:
        over = report["over"]
        click.echo(f"mode {report['mode']}, hash {report['hash']}")
        click.echo(f"over: {json_line(over)}" if over else "the game goes on")


def _diverged(file: Path, e: Any, as_json: bool) -> None:
    """Tell the first line that is not the same, and end with the code for it."""
    from tmb.cli.text import json_line

    if as_json:
        data = {"schema": "tmb.replay/1", "file": file.name, "verified": False, "line": e.line, "ask": e.ask}
        click.echo(json_line({**data, "message": e.message, "expected": e.want, "got": e.got}))
    expected = f"expected {_short(e.want)}, got {_short(e.got)}"
    raise Failure(f"{file}: {e.message}", DIVERGED, expected, told=as_json)


def _short(value: Any) -> str:
    from tmb.cli.text import json_line

    text = json_line(value)
    return text if len(text) <= 300 else text[:300] + " …"
