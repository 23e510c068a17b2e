"""Write the bill of materials of a release, CycloneDX 1.6 in JSON.

    python -m tools.sbom VERSION FILE

It lists what mystpy needs at run time, with the versions that are installed here, and
the software that the browser page contains (tools/licences.toml). The same input gives
the same file: the time is SOURCE_DATE_EPOCH, the serial number a hash of the content.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.licences import components

ROOT = Path(__file__).resolve().parents[1]

_NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
_KINDS = {"npm": "npm", "wheel": "pypi", "pyodide": "pypi"}
_CLASSIFIER = "License :: OSI Approved :: "


def needed(requirements: Sequence[str]) -> dict[str, list[str]]:
    """Return the libraries that these requirements lead to, each with its own ones.

    Raises PackageNotFoundError for a library that is not installed.
    """
    found: dict[str, list[str]] = {}
    left = [canonicalize_name(name) for name in _names(requirements)]
    while left:
        name = left.pop()
        if name not in found:
            below = _names(distribution(name).requires or ())
            found[name] = sorted({canonicalize_name(each) for each in below})
            left += found[name]
    return dict(sorted(found.items()))


def _names(requirements: Sequence[str]) -> Iterator[str]:
    for text in requirements:
        requirement = Requirement(text)
        marker = requirement.marker
        if marker is None or marker.evaluate({"extra": ""}):
            yield requirement.name


def licence_of(library: Distribution) -> str:
    """Return the licence that a library declares, or `unknown`."""
    about: Mapping[str, str] = library.metadata  # type: ignore[assignment]
    if expression := about.get("License-Expression"):
        return expression
    values = library.metadata.get_all("Classifier") or []
    named = [each for each in values if each.startswith(_CLASSIFIER)]
    if named:
        return ", ".join(each.removeprefix(_CLASSIFIER) for each in named)
    return (about.get("License") or "unknown").splitlines()[0]


def _licences(text: str) -> list[dict[str, Any]]:
    if re.fullmatch(r"[\w.+-]+", text) and text != "unknown":
        is_spdx = text not in ("BSD", "Apache", "PSF")
        return [{"license": {"id" if is_spdx else "name": text}}]
    if re.fullmatch(r"[\w.+() -]+ (AND|OR|WITH) [\w.+() -]+", text):
        return [{"expression": text}]
    return [{"license": {"name": text}}]


def bill(version: str, requirements: Sequence[str]) -> dict[str, Any]:
    """Return the bill of materials of a version of mystpy."""
    tree = needed(requirements)
    own = f"pkg:pypi/mystpy@{version}"
    libraries = {name: distribution(name) for name in tree}
    purls = {name: f"pkg:pypi/{name}@{x.version}" for name, x in libraries.items()}
    listed = [_library(name, libraries[name], purls[name]) for name in tree]
    vendors = [_vendor(row) for row in components()]
    direct = sorted(purls[canonicalize_name(name)] for name in _names(requirements))
    edges = [{"ref": own, "dependsOn": direct}]
    edges += [
        {"ref": purls[name], "dependsOn": sorted(purls[each] for each in below)}
        for name, below in tree.items()
    ]
    found: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": _time(),
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "mystpy",
                "version": version,
                "purl": own,
                "licenses": [{"license": {"id": "MIT"}}],
            },
        },
        "components": [*listed, *vendors],
        "dependencies": edges,
    }
    serial = uuid.uuid5(_NAMESPACE, json.dumps(found, sort_keys=True))
    return found | {"serialNumber": f"urn:uuid:{serial}"}


def _library(name: str, library: Distribution, purl: str) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": library.version,
        "purl": purl,
        "scope": "required",
        "licenses": _licences(licence_of(library)),
    }


def _vendor(row: Mapping[str, str]) -> dict[str, Any]:
    """Return a part of the browser page as a component."""
    name, version = row["name"], row.get("version")
    found: dict[str, Any] = {
        "type": "library",
        "bom-ref": f"page:{name}@{version or 'part'}",
        "name": name,
        "scope": "optional",
        "copyright": row["holders"],
        "licenses": _licences(row["licence"]),
        "externalReferences": [{"type": "website", "url": row["address"]}],
        "properties": [{"name": "mystpy:part-of", "value": "browser page"}],
    }
    if version is not None:
        kind, spelt = _KINDS[row["of"]], name.replace("@", "%40")
        found |= {"version": version, "purl": f"pkg:{kind}/{spelt}@{version}"}
    if "parent" in row:
        found["properties"].append({"name": "mystpy:inside", "value": row["parent"]})
    return found


def _time() -> str:
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def main(version: str, file: str) -> None:
    """Write the file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    try:
        found = bill(version, project["dependencies"])
    except PackageNotFoundError as error:
        sys.exit(f"sbom: {error.name} is not installed: make setup")
    Path(file).write_text(f"{json.dumps(found, indent=1, sort_keys=True)}\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
