"""Write the tables of mystpy/axiom_folder/signature.py from the axiom files.

    python tools/signature.py

reads the ASP files; tests/axiom_folder/test_signature.py holds the Prolog files and the
packages in theories/ to the same tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import mystpy.axiom_folder.signature
from mystpy.axiom_folder.signature import ActionRow, FluentRow
from mystpy.axioms import Block, blocks, shipped_axioms_dir
from mystpy.errors import AxiomError

FIRST, LAST = "# Made by tools/signature.py:\n", "# Up to here.\n"
PATH = Path(mystpy.axiom_folder.signature.__file__)


_HEAD = r"^(?:action|formula)\((\w+)(?:\(([^()]*)\))?\)(?:\s*:-(.*?))?\.$"
_DECLARED = re.compile(_HEAD, re.MULTILINE | re.DOTALL)
_PHASE = re.compile(r"^phase\((\w+), \w+\) *:-", re.MULTILINE)
_SORT = re.compile(r"(?:^|,)\s*(\w+)\((\w+)\)\s*(?=,|$)")
_WRITTEN = re.compile(r"% \([^)]*\) (\w+)")
_SEEN = re.compile(
    r"^obs\(\w+, (\w+)\(([^()]*)\), (\w+)\(([^()]*)\), \w+\) *:-", re.MULTILINE
)
_PHASES = "S2.2.1"


class Signature(NamedTuple):
    """Actions and fluents by the labels of their axioms, and the phases in order."""

    actions: Mapping[str, ActionRow]
    fluents: Mapping[str, FluentRow]
    phases: tuple[str, ...]


def signature_of(language: str, folder: Path | None = None) -> Signature:
    """Return what the axiom files of a folder declare in one language.

    They are those in force if no folder is given. An action that two labels declare
    with the same arguments counts once, under the label that comes first.
    Raises AxiomError if a label is missing, or if nothing says of which sort an
    argument is.
    """
    found = blocks(language, folder)
    actions: dict[str, ActionRow] = {}
    fluents: dict[str, FluentRow] = {}
    seen = dict(_seen_by_others(found))
    for label in sorted(found, key=_place):
        block = found[label]
        declared = list(_DECLARED.finditer(block.text))
        if len(declared) != 1:
            continue  # the phases
        name, sorts = declared[0][1], _sorts(declared[0], block)
        if block.text.partition("action(")[1]:
            row = ActionRow(name, sorts, *seen.get(name, ()))
            if row not in actions.values():
                actions[label] = row
        elif "formula" not in sorts:  # K and C are operators
            written = _WRITTEN.match(block.text)
            fluents[label] = FluentRow(name, sorts, written[1] if written else name)
    phases = found[_PHASES].text if _PHASES in found else ""
    return Signature(actions, fluents, tuple(_PHASE.findall(phases)))


def _place(label: str) -> tuple[bool, str, list[int]]:
    """Return the sort key of a label: those of the thesis are first."""
    numbers = list(map(int, re.findall(r"\d+", label)))
    return not label.startswith("S"), label[0], numbers


def _sorts(declared: re.Match[str], block: Block) -> tuple[str, ...]:
    """The sorts of the arguments, as the body says them."""
    variables = declared[2].split(", ") if declared[2] else []
    said = {variable: sort for sort, variable in _SORT.findall(declared[3] or "")}
    for variable in variables:
        if variable not in said:
            raise AxiomError(
                f"{block.file}:{block.line}: nothing says of which sort {variable} in "
                f"{declared[1]} is",
                hint=f"add a condition such as player({variable})",
            )
    return tuple(said[variable] for variable in variables)


def _seen_by_others(
    found: Mapping[str, Block],
) -> Iterator[tuple[str, tuple[tuple[int, ...], str]]]:
    """Actions of which some see less: the arguments, from 1, or what they see."""
    for block in found.values():
        for name, given, seen, left in _SEEN.findall(block.text):
            if seen != name:
                yield name, ((), seen)
            elif given != left:
                left_over = enumerate(left.split(", "), 1)
                yield name, (tuple(n for n, x in left_over if x == "unseen"), "")


def text() -> str:
    """Return the text that the module should have."""
    found = signature_of("asp", shipped_axioms_dir())
    before, rest = PATH.read_text("utf-8").split(FIRST)
    return f"""{before}{FIRST}
ACTIONS = {{
{_lines(found.actions.items())}}}
\"\"\"The actions by the labels that declare them.\"\"\"

FLUENTS = {{
{_lines(found.fluents.items())}}}
\"\"\"The fluents by the labels that declare them, but for the phases.\"\"\"

PHASES = ({", ".join(f'"{phase}"' for phase in found.phases)})
\"\"\"The predicates of the phases of a turn, in their order.\"\"\"

{LAST}{rest.split(LAST)[1]}"""


def _lines(rows: Iterable[tuple[str, tuple[object, ...]]]) -> str:
    """Return one line for each row, without what it need not say."""
    return "".join(f'    "{label}": {_call(row)},\n' for label, row in rows)


def _call(row: tuple[object, ...]) -> str:
    values = list(row)
    while values and values[-1] in ((), "") and len(values) > 2:
        values.pop()
    called = ", ".join(map(repr, values)).replace("'", '"')
    return f"{type(row).__name__}({called})"


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")
