"""A public project names nobody's machine and leaves no mark of unfinished work."""

import re
from collections.abc import Iterator

# Written in parts, so that this file passes its own check.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:" + "|".join(("work", "tmp", "root", "home")) + r")(?![\w-])")
UNFINISHED = re.compile(r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX")) + r")\b")
PLACE_OF_CHOICE = "TMPDIR"  # a line that asks the system where temporary files go may say where they go otherwise


def leftovers(where: str, text: str) -> Iterator[str]:
    """A problem for each line of the text with a path of one machine, or with a mark of unfinished work."""
    for number, line in enumerate(text.splitlines(), 1):
        if (path := MACHINE_PATH.search(line)) and PLACE_OF_CHOICE not in line:
            yield f"{where}:{number}: {path.group()} is a path of one machine; find the place at run time"
        if mark := UNFINISHED.search(line):
            yield f"{where}:{number}: {mark.group()}; finish it, or say it in an issue"
