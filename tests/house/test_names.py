"""Names of modules, and how many stand in one folder."""

from __future__ import annotations

import pytest

import mystpy
from tests.house.package import modules, packages

FORBIDDEN_NAMES = {"utils", "util", "helpers", "misc", "common", "shared", "remarks"}

MOST_MODULES = 12
"""More than so many files in one folder are two packages."""

LARGE: dict[str, int] = {}
"""Packages with more modules, and how many they have: these numbers only shrink."""


def test_a_package_is_small_enough_to_be_read() -> None:
    sizes = {
        package: sum(f"{package}.{child}" not in packages() for child in children)
        for package, children in packages().items()
    }
    large = {name: size for name, size in sizes.items() if size > MOST_MODULES}
    assert large == LARGE


def test_no_module_is_a_drawer_for_everything() -> None:
    assert not {name for name in modules() if name.split(".")[-1] in FORBIDDEN_NAMES}


def test_public_names_of_the_last_version_are_still_read() -> None:
    assert mystpy.__getattr__("PublicState") is mystpy.PublicFluents
    assert mystpy.__getattr__("Possible") is mystpy.PossibleAction
    with pytest.raises(AttributeError, match="has no attribute 'Impossible'"):
        mystpy.__getattr__("Impossible")
