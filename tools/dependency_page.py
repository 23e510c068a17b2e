"""The page of tools/dependencies.py: a table, and a picture of the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from mystpy.register import register

Fallen = Mapping[str, Mapping[str, Sequence[str]]]
"""The statements that change, for each label and each kind of change."""

COLOURS = {
    "false": "#b3261e",
    "open": "#e0a030",
    "true": "#1a6fb5",
    "not followed": "#d8dadd",
}
MEANS = {
    "false": "false without the axiom",
    "open": "not settled without the axiom",
    "true": "false with the axiom, true without it",
    "not followed": "no method can compute with the axioms that are left",
}
CELL, LEFT, TOP = 12, 190, 60
ABOUT = """# Which verdicts need which axiom

For each row of this page, the clauses of one axiom were removed from the axiom
files, in both languages. Then {statements} statements were settled again with the
remaining axioms: by computation over the sample that `mystpy theorem --sample`
takes. A statement was given {seconds:g} seconds or more before it counted as not
settled. Proofs in Coq use all axioms together and were not asked.

`make dependencies` computes this page again; [dependencies.json](../dependencies.json)
has the data. `mystpy theorem --theory FOLDER --changed` compares the verdicts under
your own axioms with those of the thesis.

Each column lists the statements whose verdict changes when the axiom is removed:

- **false**: the statement was proved or holds, and now has a counterexample.
- **open**: it was proved or holds, and now no counterexample and no proof is found,
  or no situation is left to check.
- **not followed**: no method can compute with the remaining axioms. For example,
  the solver needs games that end. The column gives the number of such statements.
- **true**: it was false, and its counterexample is no longer possible.

A statement that is in no column keeps its verdict on the sample. It may still need
the axiom: two axioms can each be enough for it, and a larger game can have a
counterexample that the sample lacks.

![A matrix of axioms and statements](../dependencies.svg)

| axiom | | false | open | not followed | true |
|---|---|---|---|---|---|
"""


def page_text(found: Fallen, statements: int, seconds: float) -> str:
    """Return the page in Markdown."""
    rows = [_row(label, kinds) for label, kinds in found.items()]
    return ABOUT.format(statements=statements, seconds=seconds) + "\n".join(rows) + "\n"


def _row(label: str, kinds: Mapping[str, Sequence[str]]) -> str:
    said = [", ".join(map(_link, kinds[kind])) for kind in ("false", "open")]
    said += [str(len(kinds["not followed"])), ", ".join(map(_link, kinds["true"]))]
    return f"| ({label}) | {register().row(label).name} | {' | '.join(said)} |"


def _link(name: str) -> str:
    return f"[{name}](../theorems.md#{name.replace('.', '')})"


def picture(found: Fallen) -> str:
    """Return a matrix as SVG: rows are statements that change, columns are axioms."""
    names = _changed(found)
    width = LEFT + CELL * len(found) + 20
    height = TOP + CELL * len(names) + 16 * len(COLOURS) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="11" role="img">',
        "<title>Which verdicts need which axiom</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        *_legend(),
    ]
    top = TOP + 16 * len(COLOURS)
    for k, label in enumerate(found):
        x = LEFT + CELL * k + CELL - 2
        parts.append(
            f'<text transform="translate({x},{top - 5}) rotate(-90)">'
            f"{escape(label)}<title>{escape(register().row(label).name)}</title></text>"
        )
    for number, name in enumerate(names):
        y = top + CELL * number
        if number % 2 == 0:
            band = f'y="{y}" width="{width}" height="{CELL}" fill="#f4f5f6"'
            parts.append(f'<rect x="0" {band}/>')
        parts.append(f'<text x="4" y="{y + 10}">{escape(name)}</text>')
        for k, (label, kinds) in enumerate(found.items()):
            parts += [
                f'<rect x="{LEFT + CELL * k + 1}" y="{y + 1}" width="{CELL - 2}"'
                f' height="{CELL - 2}" fill="{COLOURS[kind]}"><title>{escape(name)},'
                f" ({escape(label)}): {MEANS[kind]}</title></rect>"
                for kind in COLOURS
                if name in kinds[kind]
            ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _changed(found: Fallen) -> list[str]:
    """The statements whose verdict changes, those that more axioms change first."""
    counts = dict[str, int]()
    for kinds in found.values():
        for kind in ("false", "open", "true"):
            for name in kinds[kind]:
                counts[name] = counts.get(name, 0) + 1
    return sorted(counts, key=lambda name: (-counts[name], name))


def _legend() -> list[str]:
    parts = []
    for k, (kind, colour) in enumerate(COLOURS.items()):
        y = 6 + 16 * k
        parts.append(f'<rect x="4" y="{y}" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="20" y="{y + 9}">{escape(MEANS[kind])}</text>')
    return parts
