"""Tests that need an engine are skipped where it is missing; here it may not be."""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest

from mystpy.engines import ENGINE_NAMES, get_engine
from tests.programs import ran
from tools.lowest import lowest

IMPORT = re.compile(r"^ *(?:import|from) (\w+)(?=[\w.]*(?: import | as |$))", re.M)


@pytest.mark.parametrize("program", ["swipl", "eprover", "glpsol", "npm", "chromium"])
def test_a_program_that_tests_need_is_installed(program: str) -> None:
    assert shutil.which(program), "make setup installs it"


@pytest.mark.parametrize(
    ("fails", "calls"),
    [
        ("", ["install"]),
        ("no list", ["install", "update", "install"]),
        ("no network", ["install", "update"]),
    ],
)
def test_the_list_of_packages_is_fetched_only_where_it_is_needed(
    fails: str, calls: list[str], tmp_path: Path
) -> None:
    """The list of packages costs more than a small program does."""
    for name, text in STAND_INS.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{text}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    tool = Path(__file__).parents[2] / "tools" / "install-program.sh"
    words = ["/bin/bash", str(tool), *["cards"] * 3, "Cards", "https://cards"]
    path = {"PATH": f"{tmp_path}:/usr/bin:/bin", "FAILS": fails, "HERE": str(tmp_path)}
    done = ran(words, env=path)
    assert (tmp_path / "calls").read_text("utf-8").split() == calls
    assert done.returncode == (1 if fails == "no network" else 0), done.stderr
    assert ("could not be installed" in done.stderr) == (fails == "no network")


@pytest.mark.parametrize("there", [False, True])
def test_a_program_may_be_there_without_what_belongs_to_it(
    there: bool, tmp_path: Path
) -> None:
    """Coq without mathcomp: the command in CHECK decides, not that id is found."""
    for name, text in STAND_INS.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{text}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    if there:
        (tmp_path / "cards").touch()
    tool = Path(__file__).parents[2] / "tools" / "install-program.sh"
    words = ["/bin/bash", str(tool), "id", "cards", "", "Cards", "https://cards"]
    path = {"PATH": f"{tmp_path}:/usr/bin:/bin", "FAILS": "", "HERE": str(tmp_path)}
    done = ran(words, env=path | {"CHECK": f"test -e {tmp_path}/cards"})
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "calls").exists() == (not there)


STAND_INS = {
    "id": "echo 0",
    "apt-get": """echo $1 >> $HERE/calls
case $1 in
update) [ "$FAILS" != "no network" ] && touch $HERE/list ;;
install) [ -z "$FAILS" ] || [ -e $HERE/list ] && cp $HERE/id $HERE/cards ;;
esac""",
}
"""Programs of the machine, of which apt-get can fail."""


@pytest.mark.parametrize("name", ENGINE_NAMES)
def test_every_engine_starts(name: str) -> None:
    assert get_engine(name).name


def test_the_package_needs_what_it_imports_and_nothing_else() -> None:
    """The tests' own packages are installed, too, so no other test would notice."""
    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]  # it runs without them
    beside = ("course", "test")  # for the folders beside the package
    optional = (names for extra, names in extras.items() if extra not in beside)
    listed = [*project["dependencies"], *chain.from_iterable(optional)]
    needed = {plain(re.split(r"[^\w.-]", name)[0]) for name in listed}
    texts = (path.read_text("utf-8") for path in (root / "mystpy").rglob("*.py"))
    imported = {name for text in texts for name in IMPORT.findall(text)}
    found = packages_distributions()
    libraries = imported - sys.stdlib_module_names - {"mystpy"}
    assert {
        plain(one) for name in libraries for one in found.get(name, [name])
    } == needed


def plain(distribution: str) -> str:
    """Return the name of a distribution as the index of packages has it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


def test_the_tests_of_a_room_are_found_under_its_name() -> None:
    root = Path(__file__).parents[2]
    besides = {"axioms", "cases", "house", "page", "stable", "typing"}
    for path in (root / "tests").rglob("test_*.py"):
        room = path.parent.relative_to(root / "tests")
        there = (root / "mystpy" / room).is_dir()
        assert there or room.parts[0] in besides, f"{room} is no room of the package"


def test_each_library_has_one_lower_bound() -> None:
    root = Path(__file__).parents[2]
    versions = lowest((root / "pyproject.toml").read_text("utf-8"))
    assert {"clingo", "scipy", "pytest"} <= set(versions)
    for requirements in ('["numpy"]', '["numpy>=2", "numpy>=2.1"]'):
        project = f"[project]\ndependencies = {requirements}\n"
        with pytest.raises(ValueError, match="numpy"):
            lowest(f"{project}[project.optional-dependencies]\n")
