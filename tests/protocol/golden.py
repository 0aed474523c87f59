"""Golden transcripts: requests and replies, one fact a line, so that a change of the protocol is read line by line.
With them go what the packages ship and other files say: the JSON Schema, and the rulings of docs/rulings.md.

    python -m tests.protocol.golden           writes all anew (scripts/regold)
    python -m tests.protocol.golden --check   tells which would change

Digests of packs and the engine's version are left out: they change with every edit of the demo.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = Path(__file__).with_name("golden")
SHIPPED = Path(__file__).resolve().parents[2] / "tmb" / "protocol" / "schema.json"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "rulings.md"
PLUGINS = Path(__file__).resolve().parents[2] / "plugins"
TWENTY = "20 Strong"
"""The section of the page that is another game's."""
RULINGS = PLUGINS / "tmb_base" / "rulings.json"
RULINGS_OF_TWENTY = PLUGINS / "tmb_twenty_strong" / "rulings.json"
LEFT_OUT = ("digest", "engine")


def facts(data: Any, path: str = "") -> Iterator[str]:
    """`/a/0/b = value` for every value of plain data; lists of plain values in one line."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            if key not in LEFT_OUT:
                yield from facts(value, f"{path}/{key}")
    elif isinstance(data, list) and any(isinstance(v, dict | list) for v in data):
        for i, value in enumerate(data):
            yield from facts(value, f"{path}/{i}")
    else:
        yield f"{path} = {json.dumps(data, ensure_ascii=False)}"


def transcript(requests: str) -> str:
    """The requests, each followed by the facts of its reply, as a server gives them: with the demo, or with what is
    installed where the first line says `# installed`; one that keeps journals where it says `# installed, journaled`.
    """
    with TemporaryDirectory() as folder:
        return _transcript(requests, Path(folder) if requests.startswith("# installed, journaled") else None)


def _transcript(requests: str, folder: Path | None) -> str:
    from tests.session.play import rules
    from tmb.protocol.server import Server
    from tmb.protocol.shelf import Shelf

    server = Server(Shelf(), folder=folder)
    if not requests.startswith("# installed"):
        server.shelf.table = lambda mode, packs: (rules(), "demo")  # type: ignore[method-assign]
    out: list[str] = []
    for line in requests.splitlines():
        if not line.startswith("{"):
            out.append(line)
            continue
        reply = json.loads(server.handle(line.encode()))
        out += [f"> {line}", *(f"< {fact}" for fact in facts(reply))]
    for table in list(server.games.open.values()):
        server.games.close(table)
    return "\n".join(out) + "\n"


def shipped() -> str:
    """The schema of the engine's own messages and events."""
    from tmb.protocol.schema import pretty, whole

    return pretty(whole()) + "\n"


def rulings(page: str, twenty: bool = False) -> str:
    """The rulings of the page, or those of 20 Strong, as JSON, a line each: number, the page's section, text."""
    section, out = "", []
    for line in page.splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif (found := re.fullmatch(r"\| (R\d+) \| (.+) \|", line)) and (section == TWENTY) == twenty:
            told = {"section": section, "doc": found[2].replace("*", "").replace("`", "")}
            out.append(f"{json.dumps(found[1])}: {json.dumps(told, ensure_ascii=False)}")
    return "{\n" + ",\n".join(out) + "\n}\n"


def main(args: list[str]) -> int:
    """Write or check; the exit code."""
    page = PAGE.read_text(encoding="utf-8")
    stale, wanted = [], {SHIPPED: shipped(), RULINGS: rulings(page), RULINGS_OF_TWENTY: rulings(page, True)}
    for requests in sorted(FOLDER.glob("*.requests")):
        wanted[requests.with_suffix(".transcript")] = transcript(requests.read_text(encoding="utf-8"))
    for file, made in wanted.items():
        if not file.exists() or file.read_text(encoding="utf-8") != made:
            stale.append(file.name)
            if "--check" not in args:
                file.write_text(made, encoding="utf-8")
    print(f"{'would change' if '--check' in args else 'changed'}: {', '.join(stale) or 'nothing'}")
    return 1 if stale and "--check" in args else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
