"""Names: one word, one thing, all over the package."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping

from tests.house.package import modules, packages, syntax

FORBIDDEN_NAMES = {"utils", "util", "helpers", "misc", "common", "shared", "remarks"}

MOST_MODULES = 12
"""More than so many files in one folder are two packages."""

LARGE: dict[str, int] = {}
"""Packages with more modules, and how many they have: these numbers only shrink."""

PREFIXES = {("mystpy.theses.chapter2", "s2")}
"""A package and what three or more of its modules begin with: this only shrinks."""

CLASSES = set(
    """
    Cube Possible Reached Reading Scene Search Situation
    Step Table Verdict
    """.split()
)
"""Public classes of one name in two modules, to be told apart: it only shrinks."""

ONE_IDEA = {
    "bdd": "decision diagrams of a law, and of a knowledge structure",
    "bounds": "bounds on what is sought",
    "common_knowledge": "of a group, and what section 4.3 says of it",
    "continuation": "histories that continue one that was judged",
    "deals": "who may hold what",
    "engine": "each way to compute has its engine",
    "engines": "the engines, and a counterexample replayed on them",
    "file": "each room that has files reads them there",
    "files": "readers of files, and those of model files",
    "ignorance": "nobody knows, announced or reached by updates",
    "knowledge": "who knows what",
    "law": "what a history makes law, and its worlds as a diagram",
    "legality": "whether actions were possible",
    "model": "worlds, and what cannot be told apart",
    "names": "how things are called",
    "order": "the order of cards that keeps tables small",
    "play": "a game as it is played",
    "product": "product update, and where histories are one",
    "program": "a logic program made for a question",
    "query": "questions about a history, and a counterexample as one",
    "questions": "what is asked",
    "recurrence": "what the equations of section 4.1.3 define, and what is said of it",
    "report": "results as a page",
    "states": "states, and how they are numbered",
    "steps": "what leads from one state to the next",
    "sweep": "every situation of a small game",
    "table": "rows and columns",
    "truth": "evaluation of a formula",
    "value": "whether a formula follows",
    "walk": "a way through situations",
    "worlds": "the worlds that fit, one by one",
    "workers": "work spread over processes, and that of a check",
}
"""Module names that stand in several packages, and the idea that they share."""

MODULES = {
    "axioms",
    "formulas",
    "partition",
    "reading",
    "refinement",
    "replay",
    "search",
    "stage",
}
"""Module names that mean different things in two packages: this list only shrinks."""

SHOWN = ("mystpy.cli", "mystpy.show")
"""Rooms whose modules are named after what they ask for or show."""


def repeated(places: Mapping[str, set[str]]) -> dict[str, set[str]]:
    return {name: found for name, found in places.items() if len(found) > 1}


def classes() -> dict[str, set[str]]:
    """Return for each public class name the modules in which there is one."""
    found: dict[str, set[str]] = {}
    for module, path in modules().items():
        for node in syntax(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, set()).add(module)
    return found


def ideas() -> dict[str, set[str]]:
    """Return for each module name where it stands.

    A module that is called like its package is the heart of it, no second thing, and
    the rooms of commands and of pictures are named after what they are about.
    """
    found: dict[str, set[str]] = {}
    for module in modules():
        parent, _, name = module.rpartition(".")
        if parent.split(".")[-1] != name and not f"{module}.".startswith(
            tuple(f"{room}." for room in SHOWN)
        ):
            found.setdefault(name, set()).add(module)
    return found


def test_no_two_classes_have_one_name() -> None:
    found = repeated(classes())
    new = {name: places for name, places in found.items() if name not in CLASSES}
    assert not new, "one name, two things"
    assert not CLASSES - set(found), "told apart by now: take them out of CLASSES"


def test_a_module_name_means_the_same_in_every_package() -> None:
    found = repeated(ideas())
    allowed = set(ONE_IDEA) | MODULES
    new = {name: places for name, places in found.items() if name not in allowed}
    assert not new, "one name, two things"
    assert not allowed - set(found), "no longer so: take them out of the list"
    assert not MODULES & set(ONE_IDEA)


def test_a_package_is_small_enough_to_be_read() -> None:
    sizes = {
        package: sum(f"{package}.{child}" not in packages() for child in children)
        for package, children in packages().items()
    }
    large = {name: size for name, size in sizes.items() if size > MOST_MODULES}
    assert large == LARGE


def test_three_files_with_one_prefix_are_a_package() -> None:
    found = {
        (package, prefix)
        for package, children in packages().items()
        for prefix, number in Counter(
            child.split("_")[0]
            for child in children
            if "_" in child.strip("_") and f"{package}.{child}" not in packages()
        ).items()
        if number >= 3
    }
    assert not found - PREFIXES, "make them a package"
    assert not PREFIXES - found, "no longer so: take them out of PREFIXES"


def test_no_module_is_a_drawer_for_everything() -> None:
    assert not {name for name in modules() if name.split(".")[-1] in FORBIDDEN_NAMES}
