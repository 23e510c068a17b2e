"""The page of tools/dependencies.py: a table, and a picture of the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from mystpy.register import register

Fallen = Mapping[str, Mapping[str, Sequence[str]]]
"""For each label and each kind of change the statements that it befalls."""

COLOURS = {"false": "#b3261e", "open": "#e0a030", "not followed": "#c4c7cc"}
COLOURS["true"] = "#1a6fb5"
MEANS = {
    "false": "false without it",
    "open": "not settled without it",
    "not followed": "no method follows the axioms that are left",
    "true": "true without it, and false with it",
}
CELL, LEFT, TOP = 11, 150, 190
ABOUT = """# Which verdicts fall without which axiom

The clauses of each axiom were taken out of the axiom files, in both languages, and
all {statements} statements settled anew from what was left: by computation, over the
sample that `mystpy theorem --sample` takes, and for at most {seconds:g} seconds each.
Proofs in Coq rest on all axioms together, and were left out. `make dependencies` does
this again, for what has changed; [dependencies.json](dependencies.json) has it as
data, and `mystpy theorem --theory FOLDER --changed` does it for axioms of your own.

A statement is **false** without an axiom if there is a counterexample then; **open**
if none was found and nothing proves it, or nothing was left to look at; **not
followed** if no method follows what is left: the solver of games, say, wants games
that end. Some become **true**, since what refuted them is possible no more. What is in
no column is as it was: the axiom may still be needed, with another one gone as well.

![axioms, and the statements that fall without them](dependencies.svg)

| axiom | | false | open | not followed | true |
|---|---|---|---|---|---|
"""


def page_text(found: Fallen, statements: int, seconds: float) -> str:
    """The page in Markdown."""
    rows = [_row(label, kinds) for label, kinds in found.items()]
    return ABOUT.format(statements=statements, seconds=seconds) + "\n".join(rows) + "\n"


def _row(label: str, kinds: Mapping[str, Sequence[str]]) -> str:
    said = [", ".join(map(_link, kinds[kind])) for kind in ("false", "open")]
    said += [str(len(kinds["not followed"])), ", ".join(map(_link, kinds["true"]))]
    return f"| ({label}) | {register().row(label).name} | {' | '.join(said)} |"


def _link(name: str) -> str:
    return f"[{name}](theorems.md#{name.replace('.', '')})"


def picture(found: Fallen) -> str:
    """A matrix as SVG: a row for each axiom, a column for each changed statement."""
    columns = list(
        dict.fromkeys(
            name
            for kinds in found.values()
            for kind in ("false", "open", "true")
            for name in kinds[kind]
        )
    )
    place = {name: k for k, name in enumerate(columns)}
    width = LEFT + CELL * len(columns) + 20
    height = TOP + CELL * len(found) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="9" role="img">',
        "<title>Which verdicts fall without which axiom</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for name, k in place.items():
        x = LEFT + CELL * k + 8
        parts.append(
            f'<text transform="translate({x},{TOP - 4}) rotate(-60)">'
            f"{escape(name)}</text>"
        )
    for number, (label, kinds) in enumerate(found.items()):
        y = TOP + CELL * number
        said = f"({label}) {register().row(label).name}"
        parts.append(f'<text x="4" y="{y + 9}">{escape(said[:32])}</text>')
        parts.append(
            f'<rect x="{LEFT}" y="{y}" width="{CELL * len(columns)}"'
            f' height="{CELL}" fill="none" stroke="#e6e6e6" stroke-width=".5"/>'
        )
        for kind, names in kinds.items():
            parts += [
                f'<rect x="{LEFT + CELL * place[name] + 1}" y="{y + 1}" width="9"'
                f' height="9" fill="{COLOURS[kind]}"><title>{escape(name)}:'
                f" {MEANS[kind]} ({escape(label)})</title></rect>"
                for name in names
                if name in place
            ]
    x = 4
    for kind, colour in COLOURS.items():
        y = height - 18
        parts.append(f'<rect x="{x}" y="{y}" width="9" height="9" fill="{colour}"/>')
        parts.append(f'<text x="{x + 13}" y="{y + 8}">{escape(MEANS[kind])}</text>')
        x += 30 + 5 * len(MEANS[kind])
    return "\n".join([*parts, "</svg>"]) + "\n"
