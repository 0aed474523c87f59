"""What is built from the source tree is what the source tree is: the same packs with the same digests, all of it."""

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from tests.house.files import ROOT, below, tracked

pytestmark = pytest.mark.xdist_group("packaging")  # one process, so that the wheel is built once

# Packages of the wheel and where they lie in the tree.
PACKAGES = {
    "tmb/": "tmb",
    "tmb_base/pack/": "packs/base",
    "tmb_base/": "plugins/tmb_base",
    "tmb_twenty_strong/pack/": "packs/twenty_strong",
    "tmb_twenty_strong/": "plugins/tmb_twenty_strong",
    "tmb_undertow/pack/": "packs/undertow",
    "tmb_undertow/": "plugins/tmb_undertow",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as `pip wheel` builds it, without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's packages; what they depend on is found where the tests find it."""
    folder = tmp_path_factory.mktemp("installed")
    pip("install", "--no-deps", "--no-compile", "--target", str(folder), str(wheel))
    return folder


def pip(*words: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def python_from(installed: Path, elsewhere: Path, *words: str) -> str:
    """Runs Python with the installed packages before all others, in another folder; its standard output."""
    env = {**os.environ, "PYTHONPATH": str(installed)}
    ran = subprocess.run([sys.executable, *words], cwd=elsewhere, env=env, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def packs(run: Callable[..., str]) -> list[tuple[Any, ...]]:
    """(id, version, digest) of each pack that `tmb packs --json` lists."""
    listed = json.loads(run("-m", "tmb", "packs", "--json"))
    rows = listed["packs"] if isinstance(listed, dict) else listed
    return sorted((row["id"], row["version"], row["digest"]) for row in rows)


def test_the_wheel_holds_each_file_of_its_packages_and_no_other(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    sources = {
        place + path.relative_to(ROOT / folder).as_posix()
        for place, folder in PACKAGES.items()
        for path in below(folder)
    }
    assert names == sources
    assert {"tmb/__init__.py", "tmb/py.typed", "tmb_base/__init__.py", "tmb_base/py.typed"} <= names


def test_the_wheel_carries_its_licence_its_command_and_its_plugin(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        meta = {name.split(".dist-info/")[1]: name for name in archive.namelist() if ".dist-info/" in name}
        entry_points = archive.read(meta["entry_points.txt"]).decode()
    assert {"licenses/LICENSE", "licenses/NOTICE", "METADATA"} <= set(meta)
    assert "[console_scripts]\ntmb = tmb.__main__:main\n" in entry_points
    plugins = {"base": "tmb_base", "twenty-strong": "tmb_twenty_strong", "undertow": "tmb_undertow"}
    assert "[tmb]\n" + "".join(f"{name} = {module}.plugin\n" for name, module in plugins.items()) in entry_points


def test_the_source_distribution_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    (sdist,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(sdist) as archive:
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # Python before 3.11.4 has none
        archive.extractall(tmp_path, **safely)
    unpacked = Path(sdist.removesuffix(".tar.gz"))
    kept = {path.relative_to(ROOT).as_posix() for path in tracked()}
    assert {name for name in kept if not (unpacked / name).is_file()} == set()
    (again,) = WheelBuilder(str(unpacked)).build(directory=str(tmp_path / "again"), versions=["standard"])
    assert contents(Path(again)) == contents(wheel)


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_what_is_installed_is_what_runs(installed: Path, tmp_path: Path) -> None:
    where = "import tmb, tmb_base; print(tmb.__file__); print(tmb_base.__file__)"
    lines = python_from(installed, tmp_path, "-c", where).splitlines()
    assert [Path(line) for line in lines] == [installed / "tmb/__init__.py", installed / "tmb_base/__init__.py"]


def test_installed_packs_are_those_of_the_source_tree(installed: Path, tmp_path: Path) -> None:
    def from_wheel(*words: str) -> str:
        return python_from(installed, tmp_path, *words)

    def from_tree(*words: str) -> str:
        ran = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    assert (found := packs(from_wheel)) == packs(from_tree)
    assert found, "no packs at all"
    assert all(all(row) for row in found), found
