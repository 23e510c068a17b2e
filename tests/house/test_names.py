"""Names of modules, and the number of modules in one folder."""

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


@pytest.mark.parametrize(
    ("old", "new"), [("PublicState", "PublicFluents"), ("Possible", "PossibleAction")]
)
def test_a_deprecated_name_is_read_with_a_warning(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"removed in 2.0: use mystpy.{new}"):
        assert getattr(mystpy, old) is getattr(mystpy, new)


def test_other_names_are_refused() -> None:
    name = "Impossible"
    with pytest.raises(AttributeError, match="has no attribute 'Impossible'"):
        getattr(mystpy, name)
