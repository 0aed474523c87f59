"""The golden transcripts are what the server says, and every reply is of its method's type."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.protocol.golden import FOLDER, main, transcript
from tmb.protocol.messages import ErrorBody
from tmb.protocol.methods import METHODS

FILES = sorted(FOLDER.glob("*.requests"))


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_a_transcript_has_not_changed(file: Path) -> None:
    made = transcript(file.read_text(encoding="utf-8"))
    kept = file.with_suffix(".transcript").read_text(encoding="utf-8")
    assert made.splitlines() == kept.splitlines(), "if this is meant: scripts/regold"
    assert main(["--check"]) == 0


def test_every_method_occurs_but_those_that_need_a_referee_or_tell_versions() -> None:
    told = [json.loads(line) for f in FILES for line in f.read_text(encoding="utf-8").splitlines() if line[:1] == "{"]
    used = {request.get("method") for request in told}
    assert set(METHODS) - used == {"hello", "schema"}


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_reply_is_of_its_type(file: Path) -> None:
    from tests.session.play import rules
    from tmb.protocol.server import Server
    from tmb.protocol.shelf import Shelf

    server = Server(Shelf())
    server.shelf.table = lambda mode, packs: (rules(), "demo")  # type: ignore[method-assign]
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("{"):
            continue
        reply: dict[str, Any] = json.loads(server.handle(line.encode()))
        if "error" in reply:
            msgspec.convert(reply["error"], ErrorBody)
            continue
        kind = METHODS[json.loads(line)["method"]].result
        read = msgspec.json.decode(msgspec.json.encode(reply["result"]), type=kind)
        assert set(reply["result"]) <= set(kind.__struct_encode_fields__)
        assert read is not None
