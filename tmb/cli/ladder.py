"""`--ladder FILE`: what games leave behind for the next one, where somebody wants that."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tmb.cli.exits import FAILED, Failure

if TYPE_CHECKING:
    from tmb.session import Session

SCHEMA = "tmb.ladder/1"


class Ladder:
    """A file with a row a mode: `set-up`, the options with which its next game begins; `games`; `won`.

    Raises Failure where the file cannot be read or is none of ours. A file that is not there is an empty ladder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[str, dict[str, Any]] = {}
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            told: Any = json.loads(text) if text else {"schema": SCHEMA, "modes": {}}
            if told["schema"] != SCHEMA:
                raise ValueError(f"its schema is {told['schema']!r}")
            self.rows = {str(mode): dict(row) for mode, row in told["modes"].items()}
        except OSError as e:
            raise Failure(f"{path}: {e.strerror}", FAILED) from None
        except (ValueError, KeyError, TypeError, AttributeError) as e:
            raise Failure(f"{path} is no ladder: {e}", FAILED, "name another file; a new one is made") from None

    def setup(self, mode: str) -> dict[str, Any]:
        """The options that the next game of a mode begins with."""
        return dict(self.rows.get(mode, {}).get("set-up", {}))

    def record(self, session: Session) -> str:
        """Note a finished game, and write the file, whole or not at all; a line that tells what comes next.

        Raises Failure where the file cannot be written.
        """
        mode, outcome = session.game.mode, (session.over() or {}).get("outcome", {})
        row = self.rows.setdefault(mode.name, {"set-up": {}, "games": 0, "won": 0})
        row["games"], row["won"] = row["games"] + 1, row["won"] + bool(outcome.get("won"))
        row["set-up"] = row["set-up"] | mode.climb(session.setup.options, outcome)
        made = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            made.write_text(json.dumps({"schema": SCHEMA, "modes": self.rows}, indent=1) + "\n", encoding="utf-8")
            made.replace(self.path)
        except OSError as e:
            raise Failure(f"{self.path}: {e.strerror}", FAILED) from None
        told = ", ".join(f"{name} {value}" for name, value in row["set-up"].items())
        return f"{self.path}: {row['won']} of {row['games']} games won; next: {told or 'as before'}"
