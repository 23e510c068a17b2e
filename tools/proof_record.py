"""Compare Coq's output with proofs/checked.json, for tools/proofs.py."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mystpy.coq.record import LATER
from mystpy.theses.bench import statement

HEADINGS = {
    "Axioms": "axioms",
    "Constants/Inductives relying on type-in-type": "type in type",
    "Constants/Inductives relying on unsafe (co)fixpoints": "unguarded (co)fixpoints",
    "Inductives whose positivity is assumed": "positivity assumed",
}
"""The headings of coqchk's summary, and their keys in checked.json."""

PRIMITIVE = re.compile(r"Coq\.(?:Numbers\.Cyclic\.Int63|Strings|Floats)\.Prim\w+\.\w+")
"""Coq's machine numbers and texts.

They have no definition, so that coqchk lists them as axioms wherever a library that is
loaded has them. No theorem that is named uses one: Print Assumptions would say so.
"""


def summary(said: str) -> dict[str, list[str]]:
    """Return coqchk's list under each of its headings; SystemExit if one is missing."""
    parts = re.split(r"^\* ", said, flags=re.M)[1:]
    listed = {head: rest for part in parts for head, _, rest in [part.partition(":")]}
    if missing := [each for each in HEADINGS if each not in listed]:
        raise SystemExit(f"coqchk says nothing of {', '.join(missing)}:\n{said}")
    return {word: _listed(listed[heading]) for heading, word in HEADINGS.items()}


def _listed(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines()]
    return [
        line
        for line in lines
        if line and line != "<none>" and not PRIMITIVE.fullmatch(line)
    ]


def differences(now: Mapping[str, Any], then: Mapping[str, Any]) -> Iterator[str]:
    """Yield the present results of Coq that checked.json lacks or contradicts."""
    for part, found in now.items():
        recorded = then.get(part, {})
        if part == "coq":
            continue
        if part == LATER:
            yield from differences(found, recorded)
        elif part == "sources":
            if found != recorded:
                yield "the sources are not those that were checked"
        else:
            for name in sorted(found.keys() | recorded.keys()):
                if found.get(name) != recorded.get(name):
                    yield (
                        f"{part}: {name}:\n  now:  {found.get(name)}"
                        f"\n  then: {recorded.get(name)}"
                    )


def text_of(id: str, reading: str | None) -> str:
    """The text of a statement, or of a reading of it."""
    stated = statement(id)
    if reading is None:
        return stated.formal
    found = next((each for each in stated.readings if each.words == reading), None)
    if found is None:
        raise SystemExit(f"{id} has no reading {reading!r}")
    return found.text or stated.formal
