"""CHANGELOG.md has the form of Keep a Changelog, and one fact a line."""

from __future__ import annotations

import re

import pytest

from tests.house.package import ROOT

TEXT = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
GROUPS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
VERSION = re.compile(
    r"^## \[(Unreleased|\d+\.\d+\.\d+)\](?: - \d{4}-\d\d-\d\d)?$", re.M
)


def faults(text: str) -> list[str]:
    """Return what is wrong with the form of a changelog."""
    versions = VERSION.findall(text)
    found = [] if versions[:1] == ["Unreleased"] else ["Unreleased is not first"]
    numbers = [tuple(map(int, x.split("."))) for x in versions if x[0].isdigit()]
    if numbers != sorted(set(numbers), reverse=True):
        found.append("versions are not in order")
    for version in versions:
        if f"\n[{version}]: http" not in text:
            found.append(f"{version} has no link")
    if len(re.findall(r"^## ", text, re.M)) != len(versions):
        found.append("a section is no version")
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        groups = re.findall(r"^### (.*)$", part, re.M)
        if not set(groups) <= set(GROUPS) or len(groups) != len(set(groups)):
            found.append(f"groups are {groups}")
    lines = re.sub(r"^\[.*$", "", text, flags=re.M).partition("\n## ")[2].split("\n")
    for line in lines:
        if line.strip() and not re.match(
            r"## |### |#### |- |\[|  \S|The first release\.", line
        ):
            found.append(f"no bullet: {line}")
    return found


def test_the_changelog_has_the_usual_form() -> None:
    assert not faults(TEXT)


GOOD = "# C\n\n## [Unreleased]\n\n### Added\n\n- A.\n\n[Unreleased]: https://a\n"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("[Unreleased]\n", "[0.1.0]\n", "Unreleased is not first"),
        ("### Added", "### New", "groups are ['New']"),
        ("[Unreleased]: https://a", "", "Unreleased has no link"),
        ("- A.", "- A.\n\n### Added", "groups are ['Added', 'Added']"),
        ("- A.", "A.", "no bullet: A."),
        ("- A.", "- A.\n\n## Before", "a section is no version"),
    ],
)
def test_another_form_is_noticed(old: str, new: str, fault: str) -> None:
    assert not faults(GOOD)
    assert fault in faults(GOOD.replace(old, new))
