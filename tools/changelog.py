"""The sections of CHANGELOG.md: what is unreleased becomes that of a version.

The format is that of Keep a Changelog: `## [Unreleased]`, `## [1.0.0] - 2026-12-01`,
groups such as `### Added`, and at the end a link for each section.
"""

from __future__ import annotations

import re

UNRELEASED = "## [Unreleased]\n"

_LINK = re.compile(r"^\[([^]]+)\]: (\S+)$", re.M)


class ChangelogError(Exception):
    """A changelog that cannot be brought up to date."""


def released(text: str, version: str, day: str, address: str) -> str:
    """Return the changelog with all that is unreleased in the section of a version.

    If that section exists, the new lines are added at the end of each group,
    but before its parts. Raises ChangelogError
    if there is nothing to list.
    """
    if text.count(UNRELEASED) != 1:
        raise ChangelogError("CHANGELOG.md has no section [Unreleased]")
    links = dict(_LINK.findall(text))
    head, body = _LINK.sub("", text).rstrip("\n").split(UNRELEASED)
    new, *older = re.split(r"^(?=## )", body, flags=re.M)
    known = [part for part in older if part.startswith(f"## [{version}]")]
    groups = _groups(known[0].partition("\n")[2] if known else "")
    for name, lines in _groups(new).items():
        groups[name] = _joined(groups.get(name, ""), lines)
    if not groups:
        raise ChangelogError("CHANGELOG.md: nothing is listed under [Unreleased]")
    parts = "\n".join(f"### {name}\n\n{lines}\n" for name, lines in groups.items())
    rest = "".join(part for part in older if part not in known)
    links["Unreleased"] = f"{address}/compare/v{version}...HEAD"
    links[version] = f"{address}/releases/tag/v{version}"
    listed = "".join(f"[{name}]: {target}\n" for name, target in links.items())
    section = f"## [{version}] - {day}\n\n{parts}\n{rest}".rstrip("\n")
    return f"{head}{UNRELEASED}\n{section}\n\n{listed}"


def _joined(known: str, new: str) -> str:
    """Return the lines of a group, the new ones last but before any `#### ` part."""
    before, mark, after = known.partition("#### ")
    listed = "\n".join(filter(None, (before.strip("\n"), new)))
    return f"{listed}\n\n{mark}{after}" if mark else listed


def _groups(section: str) -> dict[str, str]:
    """Return the lines of each group of a section, by its name."""
    _, *parts = re.split(r"^### (.*)\n", section, flags=re.M)
    found: dict[str, str] = {}
    for name, lines in zip(parts[::2], parts[1::2], strict=True):
        if listed := lines.strip("\n"):
            found[name.strip()] = _joined(found.get(name.strip(), ""), listed)
    return found


def notes(text: str, version: str) -> str:
    """Return what the changelog says of a version."""
    _, heading, rest = text.partition(f"## [{version}] - ")
    if not heading:
        raise ChangelogError(f"CHANGELOG.md has no section [{version}]")
    section = rest.partition("\n")[2].split("\n## ")[0]
    return _LINK.sub("", section).strip()
