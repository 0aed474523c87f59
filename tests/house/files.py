"""Which files the house rules speak of, and how their problems are written: `path:line: what is wrong; the way out`."""

import ast
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_BY_TOOLS = {".git", "__pycache__", "node_modules", "build", "dist"}


def name(path: Path) -> str:
    """The path as seen from the project's folder, with `/` on every system."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()


def below(*folders: str) -> Iterator[Path]:
    """All files below these folders of the project, in a fixed order, without what tools leave behind."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and LEFT_BY_TOOLS.isdisjoint(path.parts) and path.suffix != ".pyc":
                yield path


def is_python(path: Path) -> bool:
    """By its suffix or, without one, by its first line."""
    if path.suffix:
        return path.suffix == ".py"
    with path.open("rb") as file:
        first = file.readline()
    return first.startswith(b"#!") and b"python" in first


def python_below(*folders: str) -> list[Path]:
    """The Python files among them."""
    return [path for path in below(*folders) if is_python(path)]


def tracked() -> list[Path]:
    """Every file of the project: what git tracks; in an unpacked source distribution, without git, what is there."""
    if not (ROOT / ".git").exists():
        folders = [path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")]
        return [*(path for path in ROOT.iterdir() if path.is_file()), *below(*folders)]
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for path in (ROOT / line for line in listed.split("\0") if line) if path.is_file()]


def text_of(path: Path) -> str:
    """The file's text; bytes that are no text become a sign that no rule looks for."""
    return path.read_text(encoding="utf-8", errors="replace")


def parsed(path: Path) -> ast.Module:
    """The file's syntax tree."""
    return ast.parse(text_of(path), filename=str(path))


def report(problems: Iterable[str]) -> None:
    """Fails with all problems at once, one a line."""
    found = list(problems)
    assert not found, "\n" + "\n".join(found)
