"""Who may know whom inside the engine, held by the contracts in pyproject.toml."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.house.files import ROOT

CONFIG = ROOT / "pyproject.toml"
RUN = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs import-linter with the folder's pyproject.toml on the packages that lie in the folder."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(folder / "plugins")))}
    return subprocess.run([sys.executable, "-c", RUN], cwd=folder, env=env, capture_output=True, text=True)


def house(folder: Path, modules: Mapping[str, str]) -> Path:
    """A small house under the project's own contracts: each named module with its text, in packages as needed."""
    (folder / "pyproject.toml").write_text(CONFIG.read_text(encoding="utf-8"), encoding="utf-8")
    for module, text in {"tmb": "", "tmb_base": "", "tmb_twenty_strong": "", "tmb_undertow": "", **modules}.items():
        parts = module.split(".")
        package = folder.joinpath("plugins" if parts[0] != "tmb" else "", *parts)
        package.mkdir(parents=True, exist_ok=True)
        (package / "__init__.py").write_text(text, encoding="utf-8")
    return folder


def test_the_directions_of_knowledge_hold() -> None:
    ran = lint(ROOT)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    contracts = len(tomllib.loads(CONFIG.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"])
    assert f"Contracts: {contracts} kept, 0 broken." in ran.stdout


def test_each_direction_is_held(tmp_path: Path) -> None:
    upward = {
        "tmb.errors": "import tmb.core",
        "tmb.core": "import tmb.effects",
        "tmb.effects": "import tmb.ruleset",
        "tmb.content": "import tmb.session",
        "tmb.hookspecs": "import tmb.session",
        "tmb.plugins": "import tmb.session",
        "tmb.registry": "import tmb.session",
        "tmb.ruleset": "import tmb.protocol",
        "tmb.session": "import tmb.sim",
        "tmb.sim": "import tmb.cli",
        "tmb.protocol": "import tmb.cli",
        "tmb.cli": "import tmb.__main__",
        "tmb.__main__": "",
    }
    ran = lint(house(tmp_path, upward))
    assert ran.returncode == 1, ran.stdout + ran.stderr
    for module, text in upward.items():
        if text:
            assert f"{module} -> {text.split()[1]}" in ran.stdout, ran.stdout


@pytest.mark.parametrize(
    ("modules", "contract"),
    [
        ({"tmb.cli": "import tmb_base"}, "the engine knows no plugin"),
        ({"tmb_base": "import tmb.cli", "tmb.cli": ""}, "rules do not know who plays them"),
        ({"tmb_twenty_strong": "import tmb_base"}, "20 Strong knows no other game"),
        ({"tmb_base": "import tmb_undertow"}, "the base game knows no expansion"),
    ],
)
def test_engine_and_plugins_keep_their_sides(tmp_path: Path, modules: Mapping[str, str], contract: str) -> None:
    ran = lint(house(tmp_path, modules))
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert f"{contract} BROKEN" in ran.stdout, ran.stdout


def test_a_module_without_a_place_is_told(tmp_path: Path) -> None:
    ran = lint(house(tmp_path, {"tmb.attic": ""}))
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "tmb.attic" in ran.stdout, ran.stdout


def test_a_small_house_in_order_is_let_through(tmp_path: Path) -> None:
    ran = lint(house(tmp_path, {"tmb.core": "", "tmb.cli": "import tmb.core", "tmb_base": "import tmb.core"}))
    assert ran.returncode == 0, ran.stdout + ran.stderr
