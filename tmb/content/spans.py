"""Where in a TOML text every key, value and table stands. Imported only when a place must be shown."""

from typing import NamedTuple

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

Path = tuple[str | int, ...]
Place = tuple[int, int]

KEYS = ("bare_key", "quoted_key", "dotted_key")


class Duplicate(NamedTuple):
    """A key that is written a second time, and where the first one is."""

    path: Path
    place: Place
    first: Place


class Spans:
    """Places (line, column; from 1, in characters) by path; a list of tables counts its tables from 0."""

    def __init__(self, text: str) -> None:
        self.lines = text.encode().split(b"\n")
        self.values: dict[Path, Place] = {}
        self.keys: dict[Path, Place] = {}
        self.tables: dict[Path, Place] = {}
        self.duplicates: list[Duplicate] = []
        self._counts: dict[Path, int] = {}
        self._written: set[Path] = set()
        self._document(Parser(Language(tree_sitter_toml.language())).parse(text.encode()).root_node)

    def place(self, path: Path, at: str = "value") -> Place | None:
        """Return where the value (or the "key", or the "table") of `path` is, else of the nearest one around it."""
        first = {"key": self.keys, "table": self.tables}.get(at, self.values)
        for length in range(len(path), 0, -1):
            for known in (first, self.values):
                if path[:length] in known:
                    return known[path[:length]]
            first = self.values
        return None

    def _document(self, root: Node) -> None:
        """Index the top of the file and all its tables."""
        for node in root.named_children:
            if node.type == "pair":
                self._pair(node, ())
            elif node.type in ("table", "table_array_element"):
                self._table(node)

    def _table(self, node: Node) -> None:
        """Index a `[table]` or an element of a `[[list of tables]]`, and what is in it."""
        header = next((child for child in node.named_children if child.type in KEYS), None)
        if header is None:
            return
        base: Path = ()
        parts = key_parts(header)
        for depth, (name, part) in enumerate(parts, start=1):
            listed = node.type == "table_array_element" and depth == len(parts)
            base = self._entered((*base, name), node, part, listed, depth == len(parts))
        for child in node.named_children:
            if child.type == "pair":
                self._pair(child, base)

    def _entered(self, path: Path, node: Node, part: Node, listed: bool, last: bool) -> Path:
        """Note one part of a header and return the path of the table that it leads to."""
        if last:
            self._once(path, part, listed)
        self.keys.setdefault(path, self._at(part))
        self.values.setdefault(path, self._at(node))
        if last and listed:
            self._counts[path] = self._counts.get(path, 0) + 1
        if path in self._counts:
            path = (*path, self._counts[path] - 1)
        if last:
            self.tables[path] = self._at(node)
            self.values.setdefault(path, self._at(node))
            self.keys.setdefault(path, self._at(part))
        return path

    def _once(self, path: Path, part: Node, listed: bool) -> None:
        """Note that a key is written here; only the header of a list may come again."""
        if path in self._written:
            self.duplicates.append(Duplicate(path, self._at(part), self.keys[path]))
        elif not listed:
            self._written.add(path)

    def _pair(self, node: Node, base: Path) -> None:
        """Index `key = value`; a dotted key opens the tables that it names."""
        children = [child for child in node.named_children if child.type != "comment"]
        if len(children) < 2:
            return
        parts = key_parts(children[0])
        for depth, (name, part) in enumerate(parts, start=1):
            base = (*base, name)
            if depth < len(parts):
                self.tables.setdefault(base, self._at(part))
                self.values.setdefault(base, self._at(part))
            else:
                self._once(base, part, listed=False)
            self.keys.setdefault(base, self._at(part))
        self._value(children[1], base)

    def _value(self, node: Node, path: Path) -> None:
        """Index a value and what is inside it."""
        self.values.setdefault(path, self._at(node))
        if node.type == "inline_table":
            self.tables.setdefault(path, self._at(node))
            for child in node.named_children:
                if child.type == "pair":
                    self._pair(child, path)
        elif node.type == "array":
            items = [child for child in node.named_children if child.type != "comment"]
            for at, child in enumerate(items):
                self._value(child, (*path, at))

    def _at(self, node: Node) -> Place:
        """Return a node's place; the parser counts bytes, people count characters."""
        row, column = node.start_point
        return row + 1, len(self.lines[row][:column].decode(errors="replace")) + 1


def key_parts(node: Node) -> list[tuple[str, Node]]:
    """Return the names of a key, outermost first, each with its node."""
    if node.type == "dotted_key":
        return [part for child in node.named_children for part in key_parts(child)]
    return [(unquoted((node.text or b"").decode(errors="replace")), node)] if node.type in KEYS else []


def unquoted(written: str) -> str:
    """Return the name that a bare or quoted key stands for."""
    if not written.startswith(('"', "'")):
        return written
    import tomli

    try:
        return next(iter(tomli.loads(f"{written} = 0")))
    except (tomli.TOMLDecodeError, StopIteration):
        return written[1:-1]
